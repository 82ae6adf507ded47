"""A record contains the whole game: written, read and replayed, it gives the same game at every decision."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import pytest

from covergames import record
from covergames.game import IllegalAction, Seat
from covergames.record import Record, RecordError, Recording
from covergames.schema import codec_of
from tests.cases import by_target
from tests.contract.adapters import ADAPTERS, Adapter, Table
from tests.contract.play import Rewound, Tape, seeded

VARIANTS = [
    pytest.param(name, table, id=f"{name} {table.name}")
    for name, adapter in ADAPTERS.items()
    for table in adapter.variants
]
CHUNKS = 12
ALL_TABLES = [
    pytest.param(name, tuple(adapter.tables)[chunk::CHUNKS], id=f"{name} {chunk + 1} of {CHUNKS}")
    for name, adapter in ADAPTERS.items()
    for chunk in range(CHUNKS)
]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its record, and every position with the number of events before it."""

    record: Record
    moments: tuple[tuple[int, Any], ...]
    decisions: tuple[tuple[Seat, Any], ...]
    shuffles: tuple[tuple[str, list[Any]], ...]


def names(players: int) -> list[str]:
    """Return a name for each player."""
    return ["Ada", "Bø", "Çy", 'D"i', "E\n", "Ŧ"][:players]


def play(adapter: Adapter, table: Table, seed: int) -> Played:
    """Return the record of a random game; refused actions in between change nothing."""
    chooser = random.Random(seed)
    tape = Tape(seeded((table.name, seed)))
    game = Recording.begin(adapter.game, names(table.players), table.options, tape)
    moments = [(len(game.record.events), game.state)]
    decisions: list[tuple[Seat, Any]] = []
    while seats := adapter.game.to_act(game.state):
        seat = chooser.choice(seats)
        if chooser.random() < 0.02:
            for refused in list(adapter.refused(game.state, seat, chooser))[:2]:
                with pytest.raises(IllegalAction):
                    game.act(seat, refused)
        action = adapter.choose(game.state, seat, chooser)
        game.act(seat, action)
        decisions.append((seat, action))
        moments.append((len(game.record.events), game.state))
    return Played(game.record, tuple(moments), tuple(decisions), tuple(tape.shuffles))


@cache
def played(name: str, table: Table) -> Played:
    """Return one game for each table, played once for all tests."""
    return play(ADAPTERS[name], table, 1)


def check_replay(game: Played) -> None:
    """Check that the record, written and read, replays to the same position at every decision."""
    again = record.read(game.record.encode())
    assert again == game.record
    assert [(moment.index, moment.state) for moment in record.replay(again)] == list(game.moments)


@pytest.mark.parametrize(("name", "table"), VARIANTS)
def test_a_record_replays_to_the_same_positions(name: str, table: Table) -> None:
    """Writing, reading and replaying gives the same state at every decision, and the recorded result."""
    check_replay(played(name, table))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "tables"), by_target(ALL_TABLES, every=CHUNKS))
def test_records_of_every_table_replay(name: str, tables: tuple[Table, ...]) -> None:
    """This is true with every combination of players and options."""
    for table in tables:
        check_replay(play(ADAPTERS[name], table, 2))


@pytest.mark.parametrize(("name", "table"), VARIANTS)
def test_encoding_is_stable(name: str, table: Table) -> None:
    """A record that is read and written again has the same bytes, and is plain JSON; so has the same game played again."""
    game = played(name, table)
    data = game.record.encode()
    assert record.read(data).encode() == data
    assert play(ADAPTERS[name], table, 1).record.encode() == data
    assert msgspec.json.decode(data)["events"] == game.record.events


@pytest.mark.parametrize(("name", "table"), VARIANTS)
def test_every_event_is_a_shuffle_or_a_decision(name: str, table: Table) -> None:
    """A record has every shuffle and every decision, in order, and nothing that follows from them."""
    adapter, game = ADAPTERS[name], played(name, table)
    codec = codec_of(adapter.game, adapter.game.options_of(game.moments[0][1]))
    shuffles = [event for event in game.record.events if event["event"] == "shuffle"]
    decisions = [event for event in game.record.events if event["event"] != "shuffle"]
    drawn = len(game.shuffles) - len(shuffles)
    assert [(event["pile"], event["cards"]) for event in shuffles] == [
        (pile, codec.card_texts(cards)) for pile, cards in game.shuffles[drawn:]
    ], "all but what was drawn by lot before the game"
    assert decisions == [codec.write_decision(seat, action) for seat, action in game.decisions]


@pytest.mark.parametrize(("name", "table"), VARIANTS)
def test_a_game_resumes_where_it_stopped(name: str, table: Table) -> None:
    """A record that ends after any decision continues to the same end with the same shuffles and decisions."""
    adapter, game = ADAPTERS[name], played(name, table)
    chooser = random.Random(0)
    for decided in sorted(chooser.sample(range(len(game.moments)), 3)):
        index, state = game.moments[decided]
        cut = record.read(game.record.encode())
        del cut.events[index:]
        cut.result = game.record.result if adapter.game.result(state) else None
        shuffles = [event for event in cut.events if event["event"] == "shuffle"]
        drawn = len(game.shuffles) - len([e for e in game.record.events if e["event"] == "shuffle"])
        resumed = Recording.resume(cut, Rewound(game.shuffles[drawn + len(shuffles) :]))
        assert resumed.state == state
        for seat, action in game.decisions[decided:]:
            resumed.act(seat, action)
        assert resumed.record.encode() == game.record.encode()


@pytest.mark.parametrize(("name", "table"), VARIANTS)
def test_a_position_is_found_by_the_events_it_needs(name: str, table: Table) -> None:
    """`position` returns the last position that needs no more than that many events, or raises if there is none."""
    game = played(name, table)
    chooser = random.Random(1)
    for index in chooser.sample(range(len(game.record.events) + 1), 5):
        fitting = [moment for moment in game.moments if moment[0] <= index]
        if fitting:
            assert (record.position(game.record, index).index, record.position(game.record, index).state) == fitting[-1]
        else:
            with pytest.raises(RecordError):
                record.position(game.record, index)


@pytest.mark.parametrize(("name", "table"), VARIANTS)
def test_a_damaged_record_is_refused_at_the_damage(name: str, table: Table) -> None:
    """A record with a missing, repeated or changed event is refused, at that event or after it."""
    game = played(name, table)
    chooser = random.Random(2)
    for _ in range(6):
        damaged = record.read(game.record.encode())
        index = chooser.randrange(len(damaged.events))
        match chooser.randrange(4):
            case 0:
                damaged.events[index]["extra"] = 1
            case 1:
                damaged.events[index] = {"event": "nothing"}
            case 2 if "cards" in damaged.events[index] and damaged.events[index]["event"] == "shuffle":
                damaged.events[index]["cards"][0] = damaged.events[index]["cards"][-1]
            case _:
                damaged.events[index]["seat" if "seat" in damaged.events[index] else "pile"] = 77
        with pytest.raises(RecordError) as refusal:
            list(record.replay(damaged))
        assert refusal.value.index == index
