"""The secrets of a table: the seed and what follows from it, tokens, and what a viewer may not see of the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from covergames import coverme
from covergames.coverme import Options, Source, Take
from covergames.coverup import Done
from covergames.game import Seat
from covergames.schema import write_options
from covergames.table import (
    Act,
    Actor,
    Command,
    Leave,
    Mute,
    Ready,
    Refusal,
    Repeated,
    Say,
    Settings,
    Sit,
    Start,
    Table,
    TakeBack,
    opening,
    token_hash,
)
from covergames.table.fair import derived_nonce
from covergames.table.seats import Person
from tests.contract.adapters import ADAPTERS, Adapter
from tests.contract.adapters import Table as Arrangement
from tests.contract.play import seeded, walk
from tests.contract.test_two_worlds import sample, viewers
from tests.table.kit import ADA, BO, CY, SEED, Live, play_out, playing, token, written

VARIANTS = [
    pytest.param(adapter, table, id=f"{name} {table.name}")
    for name, adapter in ADAPTERS.items()
    for table in adapter.variants
]


def secrets(live: Live) -> list[str]:
    """Return the texts that must not appear anywhere."""
    hashes = [token_hash(token(seat)) for seat in (ADA, BO, CY)] + [token_hash("the host")]
    derived = [derived_nonce(SEED, seat) for seat in (ADA, BO, CY)]
    return [SEED, *hashes, *derived, live.table.deal_key.hex() or SEED, repr(live.table.deal_key)]


def everything_shown(live: Live) -> Iterator[str]:
    """Yield everything that a server shows, logs or answers about a table."""
    yield repr(live.table)
    yield msgspec.json.encode(live.view()).decode()
    yield repr(live.view())
    if live.table.state is not None:
        for viewer in (None, ADA, BO, CY):
            yield repr(live.table.game_view(viewer))
    yield repr(live.entries[-1])
    yield repr(live.table.seats)
    duty = live.table.duty()
    yield repr(duty)
    action = Take(Source.BLONDE) if live.table.game is coverme else Done(0)
    commands: list[tuple[Command, Actor]] = [
        (Act(action, live.table.sequence), ADA),
        (Act(action, 0), BO),
        (Sit("Di", token_hash(token(BO))), None),
        (Say("x" * 999), CY),
        (Start(), BO),
        (Mute(Seat(9), muted=True), ADA),
        (TakeBack(), ADA),
    ]
    for command, actor in commands:
        yield repr(command)
        try:
            yield repr(live.table.propose(command, by=actor, at=live.at))
        except Refusal as refusal:
            yield f"{refusal} {refusal!r} {refusal.reason}"


def check_secrets_are_hidden(live: Live) -> None:
    for text in everything_shown(live):
        for secret in secrets(live):
            assert secret not in text


@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
def test_seed_and_tokens_are_secret_until_the_end(game: str) -> None:
    """In every stage, in everything that a server shows, logs or answers."""
    live = Live(game, 3, host_token="the host", settings=Settings(away_after=60))
    check_secrets_are_hidden(live)
    live.sit(ADA)
    check_secrets_are_hidden(live)
    live.sit(BO)
    live.do(Sit("Cy", token_hash(token(CY)), seat=CY), None)
    check_secrets_are_hidden(live)
    live.do(Ready(ready=True), CY)
    live.do(Start(), live.table.actor_of("the host"))
    chooser = random.Random(1)
    for _ in range(25):
        check_secrets_are_hidden(live)
        live.at = max(live.at, live.table.round_start or 0)
        live.decide(chooser.choice(live.table.to_act), chooser)
    live.do(Leave(BO), BO)
    check_secrets_are_hidden(live)
    play_out(live)
    assert live.view().seed == SEED
    for text in everything_shown(live):
        for seat in (ADA, BO, CY):
            assert token_hash(token(seat)) not in text


def test_the_seed_of_an_abandoned_game_is_shown() -> None:
    live = playing()
    for seat in (ADA, BO, CY):
        live.leave(seat)
    assert live.view().seed is None
    live.do_duty()
    assert live.view().seed == SEED


def test_the_seed_of_a_game_that_never_started_is_not_shown() -> None:
    live = Live()
    live.sit(ADA)
    live.leave(ADA)
    live.do_duty()
    assert live.view().closed == "abandoned"
    assert live.view().seed is None


def in_state(adapter: Adapter, arrangement: Arrangement, state: Any) -> Table:
    """Return a table whose game has this state."""
    live = Live(adapter.game.NAME, arrangement.players, options=write_options(adapter.game, arrangement.options))
    live.sit(*(Seat(seat) for seat in range(arrangement.players)))
    live.start()
    live.do(Say("hello"), BO)
    timing = adapter.game.timing
    round_start = live.table.round_start if timing is not None and timing.is_real_time(state) else None
    return replace(live.table, state=state, to_act=adapter.game.to_act(state), round_start=round_start)


def elsewhere(table: Table, state: Any) -> Table:
    """Return the same table with other secrets and this state."""
    seats = tuple(
        replace(occupant, token_hash="f" * 64) if isinstance(occupant, Person) else occupant for occupant in table.seats
    )
    return replace(table, state=state, seats=seats, seed="d1" * 32, deal_key=b"another key")


def learned(table: Table, command: Command, viewer: Seat | None, *, by: Actor) -> str:
    """Return what the viewer learns from a command: the refusal, or the redacted events of the game."""
    try:
        answer = table.propose(command, by=by, at=max(table.at, table.round_start or 0))
    except Refusal as refusal:
        return f"{refusal.code} {refusal.reason} {refusal.rule_id} {refusal}"
    if isinstance(answer, Repeated):
        return repr(answer)
    return repr([table.game.redact(event, viewer) for event in answer.events])


@pytest.mark.rule("CM-I3")
@pytest.mark.parametrize(("adapter", "arrangement"), VARIANTS)
def test_tables_that_differ_only_in_secrets_look_the_same_to_a_viewer(
    adapter: Adapter, arrangement: Arrangement
) -> None:
    """Views, events and refusals are equal at two tables that differ only in what the viewer may not see."""
    game = adapter.game
    chooser = random.Random(arrangement.name)
    compared = different = 0
    for turn in sample(walk(adapter, arrangement, 3), 0.03):
        here = in_state(adapter, arrangement, turn.state)
        step = game.apply(turn.state, turn.seat, turn.action, seeded(("table", turn.index)))
        for viewer in viewers(arrangement.players):
            world = adapter.other_world(turn.state, turn.seat, turn.action, step, viewer, chooser)
            there = elsewhere(here, world.state)
            compared += 1
            different += world.state != turn.state
            assert here.view() == there.view()
            assert msgspec.json.encode(here.view()) == msgspec.json.encode(there.view())
            assert here.game_view(viewer) == there.game_view(viewer)
            if viewer is None:
                continue
            for action in adapter.refused(turn.state, viewer, chooser):
                command = Act(action, here.sequence)
                assert learned(here, command, viewer, by=viewer) == learned(there, command, viewer, by=viewer)
    assert different > 0.8 * compared > 0


def test_only_its_seat_sees_a_pending_choice() -> None:
    """The proposal contains the card; the events for other viewers do not."""
    live = playing(options={"first_game": True, "start": 0})
    proposal = live.act(ADA, live.legal(ADA)[0])
    card = written(proposal.entry)["cards"][0]
    game = live.table.game
    mine = [game.redact(event, ADA) for event in proposal.events]
    assert mine == list(proposal.events)
    for viewer in (BO, CY, None):
        assert [game.redact(event, viewer) for event in proposal.events] != mine
    assert card not in repr(live.view())


def test_the_error_about_an_invalid_seed_does_not_contain_it() -> None:
    with pytest.raises(ValueError, match="64 hexadecimal digits") as error:
        opening(
            "cover-me",
            players=3,
            options=Options(),
            settings=Settings(),
            title="",
            seed="my precious",
            host_token_hash=None,
            at=0,
        )
    assert "precious" not in str(error.value)
