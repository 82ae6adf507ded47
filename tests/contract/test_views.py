"""Views and events are allow-lists: separate types with plain values, without any part of the state."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

import pytest

from covergames.game import Seat
from covergames.schema import members_of
from tests.contract.adapters import ADAPTERS, Adapter, Table
from tests.contract.play import Tape, seeded, walk

VARIANTS = [
    pytest.param(adapter, table, id=f"{name} {table.name}")
    for name, adapter in ADAPTERS.items()
    for table in adapter.variants
]

ONE_OF_EACH = [pytest.param(ADAPTERS[name], ADAPTERS[name].variants[0], id=name) for name in ("cover-me", "cover-up")]


def insides(value: Any) -> Iterator[Any]:
    """Yield the value and everything in it."""
    yield value
    if isinstance(value, Enum | str | bytes):
        return
    if is_dataclass(value):
        for field in fields(value):
            yield from insides(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from insides(key)
            yield from insides(item)
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from insides(item)


def is_plain(value: Any) -> bool:
    """Return whether the value can be shown without giving access to a mutable part of the state."""
    if is_dataclass(value):
        return is_frozen(type(value)) and not hasattr(value, "__dict__")
    return value is None or isinstance(value, Enum | bool | int | str | tuple | frozenset | Mapping)


def is_frozen(kind: Any) -> bool:
    return bool(kind.__dataclass_params__.frozen)


def mutable_parts(state: Any) -> set[int]:
    """Return the identities of all lists, dicts and sets in the state."""
    return {id(part) for part in insides(state) if isinstance(part, list | dict | set)}


def viewers(table: Table) -> list[Seat | None]:
    return [None, *(Seat(number) for number in range(table.players))]


@pytest.mark.rule("CM-I1")
@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_views_are_separate_types(adapter: Adapter, table: Table) -> None:
    """A view has plain, frozen values only: no state, no part of one, nothing that changes as the game continues."""
    game = adapter.game
    for turn in walk(adapter, table, 11):
        if turn.index % 40 == 7:
            for viewer in viewers(table):
                view = game.view(turn.state, viewer)
                assert type(view) is not type(turn.state)
                parts = [part for name in names_of(view) if name != "history" for part in insides(getattr(view, name))]
                assert [part for part in parts if not is_plain(part) or type(part) is type(turn.state)] == []
                assert not mutable_parts(turn.state) & {id(part) for part in parts}
                with pytest.raises((FrozenInstanceError, AttributeError)):
                    view.seat = 0
                assert view == game.view(pickle.loads(pickle.dumps(turn.state)), viewer)


def names_of(view: Any) -> list[str]:
    return [member.name for member in members_of(type(view)) if not member.is_property]


@pytest.mark.rule("CM-I1")
@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_redacting_twice_changes_nothing(adapter: Adapter, table: Table) -> None:
    """A redacted event has the same type, hides no less when redacted again, and shows a seat all that a spectator sees."""
    game = adapter.game
    dealer = Tape(seeded("events"))
    for turn in walk(adapter, table, 12):
        for event in game.apply(turn.state, turn.seat, turn.action, dealer).events:
            assert all(is_plain(part) for part in insides(event))
            public = game.redact(event, None)
            assert game.redact(public, None) == public
            for viewer in viewers(table):
                redacted = game.redact(event, viewer)
                assert type(redacted) is type(event)
                assert game.redact(redacted, viewer) == redacted
                assert game.redact(redacted, None) == public
                assert hides_only(event, redacted)
                assert hides_only(redacted, public)


def hides_only(event: Any, redacted: Any) -> bool:
    """Return whether the second value is the first one with some values replaced by None."""
    if redacted is None:
        return True
    if type(event) is not type(redacted):
        return False
    if is_dataclass(event):
        return all(hides_only(getattr(event, name), getattr(redacted, name)) for name in names_of(event))
    if isinstance(event, tuple) and len(event) == len(redacted):
        return all(hides_only(one, other) for one, other in zip(event, redacted, strict=True))
    return bool(event == redacted)


@dataclass(frozen=True, slots=True)
class Rumour:
    """An event that no game has."""

    seat: Seat


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_an_unknown_event_does_not_pass(adapter: Adapter) -> None:
    """`redact` raises for an event that it does not know; compiled, the call itself fails."""
    for viewer in (None, Seat(0)):
        with pytest.raises((AssertionError, TypeError)):
            adapter.game.redact(Rumour(Seat(0)), viewer)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_a_view_has_the_legal_actions_of_its_seat(adapter: Adapter, table: Table) -> None:
    """A view says who has to act, has the legal actions of its seat alone, and the result."""
    game = adapter.game
    for turn in walk(adapter, table, 13):
        if turn.index % 10 == 3:
            for viewer in viewers(table):
                view = game.view(turn.state, viewer)
                assert view.to_act == game.to_act(turn.state)
                assert list(view.legal) == ([] if viewer is None else list(game.legal(turn.state, viewer)))
                assert view.result == game.result(turn.state)


@pytest.mark.parametrize(("adapter", "table"), ONE_OF_EACH)
def test_equal_states_and_views_have_equal_hashes(adapter: Adapter, table: Table) -> None:
    """A copy is equal and has the same hash, so that it is found in a set; the positions of a game are different."""
    game = adapter.game
    states: set[Any] = set()
    views: set[Any] = set()
    turns = list(walk(adapter, table, 3))[::7]
    for turn in turns:
        states.add(turn.state)
        assert pickle.loads(pickle.dumps(turn.state)) in states
        for viewer in (turn.seat, None):
            views.add(game.view(turn.state, viewer))
            assert game.view(pickle.loads(pickle.dumps(turn.state)), viewer) in views
    assert len(states) == len(turns)
    assert len({hash(state) for state in states}) > len(states) // 2
    assert len({hash(view) for view in views}) > len(views) // 2


@pytest.mark.parametrize(("adapter", "table"), ONE_OF_EACH)
@pytest.mark.parametrize("stranger", [9, -1])
def test_a_seat_that_is_not_at_the_table_sees_nothing(adapter: Adapter, table: Table, stranger: int) -> None:
    """The error names the seat, and those that there are."""
    state = next(iter(walk(adapter, table, 3))).state
    with pytest.raises(ValueError, match=rf"^there is no seat {stranger!r}: the seats are 0 to {table.players - 1}"):
        adapter.game.view(state, Seat(stranger))


@pytest.mark.parametrize(("adapter", "table"), ONE_OF_EACH)
@pytest.mark.parametrize("stranger", [9, -2])
def test_a_seat_that_is_not_at_the_table_may_do_nothing(adapter: Adapter, table: Table, stranger: int) -> None:
    """`legal` lists nothing for it, whatever the table waits for."""
    assert not any(adapter.game.legal(turn.state, Seat(stranger)) for turn in walk(adapter, table, 3))
