"""Recorded games of Cover Up, stepped through."""

from __future__ import annotations

import random
from io import StringIO

import pytest
from rich.console import Console

from covergames import coverup, record
from covergames.coverup import Lay, Options, Placement
from covergames.dealer import RandomDealer
from covergames.game import CLOCK, Seat
from covergames.games import GAMES
from covergames.terminal.coverup_replay import CoverUpReplay
from tests.contract.coverup_worlds import choose

pytestmark = pytest.mark.rule("CU-I1")


def played() -> record.Record:
    """A game in which time ends every round, and a card lies very far away."""
    chance = random.Random(8)
    game = record.Recording.begin(GAMES["cover-up"], ["Ada", "Bo"], Options(), RandomDealer(chance))
    first, second, *_ = game.state.hands[0]
    game.act(Seat(0), Lay(Placement(first, flip=False, turn=0, x=0, y=0), 0))
    game.act(Seat(0), Lay(Placement(second, flip=False, turn=0, x=10**12, y=-(10**12)), 0))
    game.act(CLOCK, coverup.legal(game.state, CLOCK)[0])
    while seats := coverup.to_act(game.state):
        action = choose(game.state, seats[0], chance)
        if isinstance(action, Lay | coverup.GiveBack):
            game.act(seats[0], action)
        else:
            game.act(CLOCK, coverup.legal(game.state, CLOCK)[0])
    return game.record


def test_every_position_can_be_shown() -> None:
    """Keys step forwards and backwards and jump; each position has both players' piles, and rounds have points."""
    moments = list(record.replay(played()))
    out = StringIO()
    told = CoverUpReplay(moments, Console(file=out, width=100), ["Ada", "Bo"], None)
    answers = iter(["", "", "b", str(moments[-1].index), "", "b", *[""] * 3, "0", "q"])
    told.walk(told.at(0), lambda _: next(answers))
    assert list(answers) == []
    assert "points this round" in out.getvalue()
    assert out.getvalue().count("Ada: ") == 11
    for number in range(len(moments)):
        told.show(number)
    assert "removed: " in out.getvalue()
