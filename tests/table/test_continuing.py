"""A table at which a finished game continues: its lobby, its record, its proof and its replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
import pytest

from covergames.game import Seat
from covergames.record import Record, position, read
from covergames.schema import read_options
from covergames.table import Arrange, Code, NotProven, Table, prove, record_of, rematch
from covergames.table.entries import Opened
from covergames.table.proof import Flaw
from covergames.table.records import ORIGIN
from covergames.wire.replay import replay_of_table
from tests.table.kit import ADA, Live, continuing, play_out, playing

STEP = 30


@cache
def original(game: str = "cover-me") -> Record:
    """Return a finished game of three."""
    live = playing(game)
    play_out(live)
    return record_of("friday", live.entries)


def continued(game: str = "cover-me", *, anew: bool) -> Live:
    """Return a finished game that continues the original."""
    live = continuing(original(game), step=STEP, seat=Seat(1), anew=anew)
    live.sit(Seat(1))
    live.seat_bots(Seat(0), Seat(2))
    live.start()
    play_out(live, seed=2)
    return live


@pytest.mark.parametrize("anew", [True, False])
@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
def test_the_record_is_a_whole_game_that_says_what_it_continues(game: str, *, anew: bool) -> None:
    """It replays from the deal on; its later shuffles follow from the new table's seed; the original proves the earlier ones."""
    live = continued(game, anew=anew)
    record = read(record_of("saturday", live.entries).encode())
    assert position(record).state == live.table.state
    origin = live.table.origin
    assert origin is not None
    assert (origin.table, origin.seat, origin.anew) == (None, 1, anew)
    assert (record.events[: origin.events] == original(game).events[: origin.events]) is not anew
    assert prove(record).origin == prove(record, original(game)).origin == origin
    assert record.events != original(game).events


def test_the_table_is_marked_and_hides_the_beginning_until_the_end() -> None:
    """Everybody sees which game it continues; nobody sees the cards of the beginning in the table's view."""
    live = continuing(original(), step=STEP, seat=Seat(1), anew=False)
    assert live.table.origin is not None
    assert live.view().origin == msgspec.structs.replace(live.table.origin, digest="")
    over = continued(anew=True)
    assert over.view().origin == over.table.origin
    assert "shuffle" not in msgspec.json.encode(live.view()).decode()
    assert "shuffle" not in repr(live.entries[0])


def test_the_game_begins_where_the_other_one_was() -> None:
    """The clock of the table and its decisions count on; the seat sees what it saw then."""
    live = continuing(original(), step=STEP, seat=Seat(1), anew=False)
    live.sit(Seat(0), Seat(1), Seat(2))
    live.start()
    assert live.table.decisions == STEP
    assert live.table.origin is not None
    then = position(original(), live.table.origin.events).state
    assert live.table.game_view(Seat(1)) == live.table.game.view(then, Seat(1))
    assert live.table == live.folded()


def test_players_and_options_stay_as_they_were() -> None:
    """They are those of the game that it continues; the settings can change."""
    live = continuing(original(), step=STEP)
    live.sit(ADA)
    others = read_options(live.table.game, {"start": 2, "open_scores": True}, 3)
    refused = live.refuse(Arrange(3, others, live.table.settings), ADA)
    assert refused.code is Code.NOT_NOW
    assert live.refuse(Arrange(4, live.table.options, live.table.settings), ADA).code is Code.NOT_NOW
    live.do(Arrange(3, live.table.options, msgspec.structs.replace(live.table.settings, chat=False)), ADA)
    assert not live.table.settings.chat


def test_a_rematch_continues_from_the_same_position() -> None:
    live = continued(anew=True)
    again = Table.fold("sunday", rematch(live.table, seed="c1" * 32, at=live.at))
    assert (again.origin, again.prefix) == (live.table.origin, live.table.prefix)


def test_the_replay_has_all_steps_and_times_only_of_its_own() -> None:
    """The earlier decisions were made at another table, and nobody knows when."""
    live = continued(anew=True)
    replay = replay_of_table("saturday", live.entries, None)
    origin = live.table.origin
    assert replay.origin == origin
    assert origin is not None
    assert [step.at is not None for step in replay.steps].index(True) == origin.step + 1
    assert all(step.by is not None for step in replay.steps[origin.step + 1 :])


def test_a_table_that_continues_nothing_can_be_read_by_older_versions() -> None:
    plain, other = Live().entries[0], continuing(original(), step=STEP).entries[0]
    assert isinstance(plain.body, Opened)
    assert isinstance(other.body, Opened)
    assert (plain.body.format, other.body.format) == (1, 2)
    assert b"origin" not in plain.encode()
    assert b"prefix" not in plain.encode()


def changed_origin(record: Record, **changes: object) -> Record:
    origin = {**msgspec.json.decode(record.meta[ORIGIN]), **changes}
    return msgspec.structs.replace(record, meta={**record.meta, ORIGIN: msgspec.json.encode(origin).decode()})


@pytest.mark.parametrize(
    ("anew", "tamper", "flaw"),
    [
        (False, lambda record: changed_origin(record, digest="0" * 64), Flaw.BAD_ORIGIN),
        (False, lambda record: changed_origin(record, events=STEP), Flaw.BAD_ORIGIN),
        (True, lambda record: changed_origin(record, digest="0" * 64), Flaw.BAD_ORIGIN),
        (True, lambda record: changed_origin(record, seat=2), Flaw.BAD_ORIGIN),
        (True, lambda record: changed_origin(record, anew=False), Flaw.BAD_ORIGIN),
        (True, lambda record: msgspec.structs.replace(record, meta={}), Flaw.BAD_SHUFFLE),
        (False, lambda record: msgspec.structs.replace(record, meta={}), Flaw.BAD_SHUFFLE),
    ],
)
def test_a_tampered_origin_is_not_proven(tamper: Callable[[Record], Record], flaw: Flaw, *, anew: bool) -> None:
    record = record_of("saturday", continued(anew=anew).entries)
    with pytest.raises(NotProven) as refused:
        prove(tamper(record), original())
    assert refused.value.flaw is flaw
