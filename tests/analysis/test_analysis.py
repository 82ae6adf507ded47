"""What can be analysed, and what is refused."""

from __future__ import annotations

import random
from functools import cache, partial

import msgspec
import pytest

from covergames.analysis import Analysis, NotAnalysable, analyse, sheets
from covergames.analysis.coverme import CoverMeAnalysis
from covergames.bots.budget import Budget
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.games import game_named
from covergames.record import RecordError, Recording
from covergames.text import LANGUAGES, text
from tests.analysis.games import cover_me, cover_up


@pytest.mark.parametrize("record", [cover_me(3), cover_up(0)], ids=lambda record: record.game)
def test_a_game_that_is_not_over_is_refused(record: object) -> None:
    """The refusal says how far the record goes."""
    assert isinstance(record, type(cover_me(3)))
    unfinished = msgspec.structs.replace(record, events=record.events[:12], result=None)
    with pytest.raises(NotAnalysable, match="the game is not over after 12 events"):
        analyse(unfinished)


def test_a_damaged_record_is_refused() -> None:
    """With the index of the event."""
    record = cover_me(3)
    damaged = msgspec.structs.replace(record, events=[*record.events[:9], {"event": "place"}, *record.events[10:]])
    with pytest.raises(RecordError, match="event 9"):
        analyse(damaged)
    with pytest.raises(RecordError, match="game 'chess' is none of"):
        analyse(msgspec.structs.replace(record, game="chess"))


def test_a_seat_that_is_not_there_is_refused() -> None:
    """The refusal names it."""
    with pytest.raises(ValueError, match="seat 3: the seats are 0 to 2"):
        analyse(cover_me(3), seats=[Seat(3)])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_can_be_read_in_every_language(language: str) -> None:
    """A game in detail, and several games of both kinds together."""
    say = partial(text, language=language)
    one, other = _analysed()
    assert [len(sheets([analysis], say)) for analysis in (one, other)] == [1 + len(_marked(one)), 2]
    assert len(sheets([one, other, one, other], say)) == 2
    for sheet in sheets([one], say) + sheets([other], say) + sheets([one, other, one, other], say):
        assert {len(line) for line in sheet.lines} == {len(sheet.headings)}


@cache
def _analysed() -> tuple[CoverMeAnalysis, Analysis]:
    """Return an analysis of each game."""
    found = analyse(cover_me(3), budget=Budget(playouts=20)), analyse(cover_up(0))
    assert isinstance(found[0], CoverMeAnalysis)
    return found[0], found[1]


def _marked(analysis: CoverMeAnalysis) -> list[int]:
    """Return the seats that made marked decisions."""
    return [
        ledger.seat
        for ledger in analysis.seats
        if any(entry.judgement is not None and entry.judgement.mark is not None for entry in ledger.entries)
    ]


@pytest.mark.usefixtures("third_game")
def test_a_game_without_an_analysis_is_refused() -> None:
    """A game of another package need not have one."""
    game = game_named("cat-tower")
    dealer = RandomDealer(random.Random(1))
    recording = Recording.begin(game, ["Ada", "Bo"], game.TYPES.options(), dealer)
    while seats := game.to_act(recording.state):
        recording.act(seats[0], game.legal(recording.state, seats[0])[0])
    with pytest.raises(NotAnalysable, match="there is no analysis of 'cat-tower'"):
        analyse(recording.record)
