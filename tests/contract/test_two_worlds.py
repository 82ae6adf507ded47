"""Two worlds that differ only in what a viewer may not see look the same to that viewer (CM-I3)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from covergames.game import IllegalAction, Seat, Step
from covergames.games import AnyGame
from covergames.schema import members_of
from tests.cases import by_target
from tests.contract.adapters import ADAPTERS, Adapter, Table, World
from tests.contract.play import Turn, seeded, walk

VARIANTS = [
    pytest.param(adapter, table, id=f"{name} {table.name}")
    for name, adapter in ADAPTERS.items()
    for table in adapter.variants
]

ViewOf = Callable[[Any, Seat | None], Any]
Redact = Callable[[Any, Seat | None], Any]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The two functions of a game through which a secret could leak."""

    view: ViewOf
    redact: Redact

    @classmethod
    def of(cls, game: AnyGame) -> Snapshot:
        """Return the game's functions."""
        return cls(game.view, game.redact)


def shown(view: Any) -> bytes:
    """Return the view in bytes, except for the older parts of the history, which are compared as they are."""
    names = [member.name for member in members_of(type(view)) if not member.is_property]
    parts = [f"{name}={getattr(view, name)!r}" for name in names if name != "history"]
    return "\n".join([*parts, *(repr(part) for part in getattr(view, "history", ())[-2:])]).encode()


def answers(adapter: Adapter, state: Any, viewer: Seat, actions: Iterable[Any]) -> list[str]:
    """Return the answer that the viewer gets for each of the actions: accepted, or the reason of the refusal."""
    given: list[str] = []
    for action in actions:
        try:
            adapter.game.apply(state, viewer, action, seeded("not looked at"))
        except IllegalAction as refusal:
            given.append(f"{refusal.rule_id} {refusal.reason} {refusal}")
        else:
            given.append("accepted")
    return given


def differences(
    adapter: Adapter,
    snapshot: Snapshot,
    before: Any,
    seat: Seat,
    action: Any,
    step: Step[Any, Any],
    viewer: Seat | None,
) -> list[str]:
    """Return every difference between the two worlds that the viewer can see."""
    game = adapter.game
    chooser = random.Random(f"{seat} {action} {viewer} {len(step.events)}")
    world: World = adapter.other_world(before, seat, action, step, viewer, chooser)
    other = game.apply(world.state, seat, world.action, world.dealer)
    found: list[str] = []
    if viewer is not None:
        if list(game.legal(before, viewer)) != list(game.legal(world.state, viewer)):
            found.append("legal actions before")
        if list(game.legal(step.state, viewer)) != list(game.legal(other.state, viewer)):
            found.append("legal actions after")
        refused = list(adapter.refused(before, viewer, chooser))
        if answers(adapter, before, viewer, refused) != answers(adapter, world.state, viewer, refused):
            found.append("error texts")
    for when, one, two in (("before", before, world.state), ("after", step.state, other.state)):
        first, second = snapshot.view(one, viewer), snapshot.view(two, viewer)
        if first != second or shown(first) != shown(second):
            found.append(f"view {when}")
    one_events = [repr(snapshot.redact(event, viewer)) for event in step.events]
    two_events = [repr(snapshot.redact(event, viewer)) for event in other.events]
    if one_events != two_events:
        found.append(f"events: {one_events} or {two_events}")
    return found


def viewers(players: int) -> list[Seat | None]:
    """Return every seat, and None for a spectator."""
    return [None, *(Seat(number) for number in range(players))]


def leaks(adapter: Adapter, snapshot: Snapshot, turns: Iterable[Turn], players: int) -> Iterator[str]:
    """Return every difference that any viewer sees between two worlds, at any of these steps."""
    for turn in turns:
        step = adapter.game.apply(turn.state, turn.seat, turn.action, seeded(("two worlds", turn.index)))
        for viewer in viewers(players):
            for difference in differences(adapter, snapshot, turn.state, turn.seat, turn.action, step, viewer):
                yield f"step {turn.index}, seat {viewer}: {difference}"


def sample(turns: Iterable[Turn], share: float) -> Iterator[Turn]:
    """Return this share of the steps, spread over the game."""
    sampler = random.Random(0)
    return (turn for turn in turns if sampler.random() < share)


@pytest.mark.rule("CM-I3")
@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_some_steps_are_the_same_in_two_worlds(adapter: Adapter, table: Table) -> None:
    """At sampled steps, no viewer can distinguish two worlds that differ in what this viewer may not see."""
    turns = sample(walk(adapter, table, 1), 0.05)
    assert list(leaks(adapter, Snapshot.of(adapter.game), turns, table.players)) == []


@pytest.mark.slow
@pytest.mark.rule("CM-I3")
@pytest.mark.parametrize(("adapter", "table"), by_target(VARIANTS, every=10))
def test_every_step_is_the_same_in_two_worlds(adapter: Adapter, table: Table) -> None:
    """At every step, no seat and no spectator can distinguish two worlds that differ in what this viewer may not see."""
    assert list(leaks(adapter, Snapshot.of(adapter.game), walk(adapter, table, 2), table.players)) == []


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_the_two_worlds_differ(adapter: Adapter, table: Table) -> None:
    """At nearly every step the second world is a different one, so that the comparison means something."""
    differ: list[bool] = []
    for turn in sample(walk(adapter, table, 1), 0.05):
        step = adapter.game.apply(turn.state, turn.seat, turn.action, seeded("differ"))
        for viewer in viewers(table.players):
            world = adapter.other_world(turn.state, turn.seat, turn.action, step, viewer, random.Random(0))
            differ.append(world.state != turn.state)
    assert sum(differ) > 0.9 * len(differ)
