"""Complete games by bots."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from covergames import coverup, record
from covergames.coverme import Card, Place, View
from covergames.coverme.events import Featured
from covergames.coverup import Lay, Placement, house_deck, write_deck
from covergames.game import Data
from covergames.lab import BotFault, Outcome, Setup, UnplayableSetup, play, simulate, summarize, wilson

SHORT = Setup(game="cover-me", players=3, bots=("random",), seed=11, options={"length": "shorter"})
MIXED = replace(SHORT, bots=("trend", "random", "random"), rotate=True)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games() -> None:
    """This is true in one process or several, from the first game or from the middle; records have the same bytes."""
    once = [play(MIXED, number) for number in range(6)]
    assert list(simulate(MIXED, 6)) == list(simulate(MIXED, 6, processes=2)) == [played.outcome for played in once]
    assert play(MIXED, 4) == once[4]
    assert play(MIXED, 4).record.encode() == once[4].record.encode()


def test_another_seed_gives_other_games() -> None:
    """Every seed and every number give another game."""
    outcomes = [play(setup, number).outcome for setup in (SHORT, replace(SHORT, seed=12)) for number in range(5)]
    assert len({(outcome.scores, outcome.decisions) for outcome in outcomes}) > 5


def shuffles(setup: Setup, number: int) -> dict[tuple[str, int], list[str]]:
    """Return the result of every shuffle, by pile and by its number."""
    found: dict[tuple[str, int], list[str]] = {}
    for event in play(setup, number).record.events:
        if event["event"] == "shuffle":
            before = sum(pile == event["pile"] for pile, _ in found)
            found[event["pile"], before] = event["cards"]
    return found


def test_bots_do_not_change_the_shuffles() -> None:
    """Other bots get the same deal, and the same next shuffle if the cards are the same."""
    setup = Setup(game="cover-me", players=2, bots=("random",), seed=3, options={"length": "shorter"})
    one, other = shuffles(setup, 0), shuffles(replace(setup, bots=("trend",)), 0)
    common = [key for key in one if key in other and sorted(one[key]) == sorted(other[key])]
    assert len(common) >= 4
    assert all(one[key] == other[key] for key in common)


def test_duplicate_deals_are_played_from_every_seat() -> None:
    """With three players, three games in a row have the same shuffles and the same starting seat; then others follow."""
    setup = replace(MIXED, duplicate=True)
    assert [setup.deal(number) for number in range(7)] == [0, 0, 0, 1, 1, 1, 2]
    games = [play(setup, number) for number in range(4)]
    decks = [[event for event in game.record.events if event["event"] == "shuffle"][:4] for game in games]
    assert decks[0] == decks[1] == decks[2] != decks[3]
    assert len({game.outcome.start for game in games[:3]}) == 1
    assert len({game.outcome.bots for game in games[:3]}) == 3


class Cheat:
    def __init__(self, generator: random.Random) -> None: ...

    def choose(self, _view: View) -> Place:
        return Place((Card(0), Card(1), Card(2)))


def test_the_error_names_a_bot_with_an_illegal_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the game too, so that the author can find it, and it can be sent between processes."""
    monkeypatch.setattr("covergames.bots.named", lambda _game, _name: Cheat)
    with pytest.raises(BotFault, match=r"^random in seat \d of game 0, seed 11: .*\(CM-") as fault:
        play(SHORT, 0)
    assert str(pickle.loads(pickle.dumps(fault.value))) == str(fault.value)


class Stumbler:
    """Fails after some decisions, or as soon as it is made."""

    def __init__(self, generator: random.Random, decisions: int = 9) -> None:
        self.left = decisions
        self.generator = generator
        if not decisions:
            raise KeyError("no decisions")

    def choose(self, view: View) -> Any:
        self.left -= 1
        return self.generator.choice(view.legal) if self.left else 1 // self.left


def test_a_bot_that_fails_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its seat, its game and the place; the traceback is kept, also between processes."""
    monkeypatch.setattr("covergames.bots.named", lambda _game, _name: Stumbler)
    reason = (
        r"^random in seat \d of game 4, seed 11: it failed with ZeroDivisionError: integer division or modulo by zero "
        r"\(test_simulate.py, line \d+\)$"
    )
    with pytest.raises(BotFault, match=reason) as fault:
        play(SHORT, 4)
    sent = pickle.loads(pickle.dumps(fault.value))
    assert str(sent) == str(fault.value)
    assert sent.traceback == fault.value.traceback
    assert sent.traceback.startswith("Traceback (most recent call last)")
    assert "1 // self.left" in sent.traceback


def test_a_bot_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that fails later."""
    monkeypatch.setattr("covergames.bots.named", lambda _game, _name: partial(Stumbler, decisions=0))
    with pytest.raises(
        BotFault, match=r"^random in seat 0 of game 0, seed 11: it failed with KeyError: 'no decisions' \("
    ):
        play(SHORT, 0)


@pytest.mark.parametrize("setup", [SHORT, Setup("cover-up", 2, ("random",), 1)], ids=lambda setup: setup.game)
def test_an_answer_that_is_no_action_is_named(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a game against the clock, where an action has a time."""

    class Mute:
        def __init__(self, _generator: random.Random) -> None: ...

        def choose(self, _view: object) -> None:
            return None

    monkeypatch.setattr("covergames.bots.named", lambda _game, _name: Mute)
    reason = rf"^random in seat \d of game 0, seed {setup.seed}: it answered None, which is no action of the game$"
    with pytest.raises(BotFault, match=reason):
        play(setup, 0)


class Fidget:
    """Moves a card to and fro without letting time pass."""

    def __init__(self, _generator: random.Random) -> None: ...

    def choose(self, view: coverup.View) -> coverup.Action:
        assert view.seat is not None
        mine = view.seats[view.seat]
        turn = (mine.pile[0].turn + 1) % 4 if mine.pile else 0
        return Lay(Placement(mine.hand[0], flip=False, turn=turn, x=0, y=0), view.now)


def test_bots_that_let_no_time_pass_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that would never end does not stop the others."""
    monkeypatch.setattr("covergames.bots.named", lambda _game, _name: Fidget)
    monkeypatch.setattr(import_module("covergames.lab.simulate"), "STANDSTILL", 50)  # a function has the same name
    with pytest.raises(BotFault, match=r"^random in seat \d of game 0, seed 1: 50 actions at 0 ms: time does not pass"):
        play(Setup("cover-up", 2, ("random",), 1), 0)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"length": "shorter"}),
        (2, {"two_player": "advanced", "length": "shorter"}),
        (4, {"same_value": "drawn", "years": 1}),
    ],
)
def test_outcomes_equal_those_of_the_records(players: int, options: Data) -> None:
    """A replay of the record gives the same scores, places, decisions and frequencies."""
    setup = Setup(game="cover-me", players=players, bots=("random",), seed=2, options=options)
    played = play(setup, 3)
    data = record.read(played.record.encode())
    assert data.meta == {"seed": "2", "number": "3"}
    assert data.players == [f"random {seat}" for seat in range(players)]
    moments = list(record.replay(data))
    specials = [event for moment in moments for event in moment.events if isinstance(event, Featured)]
    owned = [special for special in specials if players > 2 or "two_player" in options or special.magazine < players]
    assert data.result is not None
    assert played.outcome == Outcome(
        number=3,
        bots=("random",) * players,
        scores=tuple(data.result.scores),
        places=tuple(data.result.places),
        start=data.start,
        decisions=len(moments) - 1,
        frequencies={
            "three trends": (sum(special.value == 3 for special in owned), len(owned)),
            "triple zero": (sum(special.value == 0 for special in owned), len(owned)),
        },
    )
    assert any(isinstance(moment.action, Place) for moment in moments)


def test_options_are_written_as_on_the_command_line() -> None:
    """Another deck is written by its name."""
    setup = replace(SHORT, options={"first_game": True, "length": "shorter"})
    assert setup.written_options == "first_game=true length=shorter"
    deck = write_deck(replace(house_deck(), name="mine"))
    assert Setup("cover-up", 2, ("random",), 1, {"deck": deck}).written_options == "deck=mine"


def test_one_bot_plays_all_seats() -> None:
    """One name is enough for all."""
    assert SHORT.line_up(0) == SHORT.line_up(1) == ("random",) * 3


def test_without_rotation_bots_keep_their_seats() -> None:
    """The list is in the order of the seats."""
    setup = replace(MIXED, rotate=False)
    assert {setup.line_up(number) for number in range(4)} == {("trend", "random", "random")}


def test_with_rotation_everybody_moves_one_seat_on() -> None:
    """After as many games as players, everybody has had every seat once."""
    assert [MIXED.line_up(number).index("trend") for number in range(7)] == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, r"game 'chess' is none of cover-me"),
        ({"players": 1, "bots": ("random",)}, r"1 players: 2 to 5 can play \(CM-C3\)"),
        ({"players": 6, "bots": ("random",)}, r"6 players: 2 to 5 can play \(CM-C3\)"),
        ({"bots": ("clever",)}, r"bot 'clever' is none of random, novice, trend"),
        ({"bots": ("random", "trend")}, r"2 bots for 3 players: name one for all seats, or one per seat"),
        ({"bots": ()}, r"0 bots for 3 players"),
        ({"options": {"length": "endless"}}, r"'endless' is none of standard, longer, shorter"),
        ({"options": {"colour": "red"}}, r"unknown field `colour`, which is none of length"),
        ({"options": {"two_player": "advanced"}}, r"two_player 'advanced' is for 2 players, not 3 \(CM-A1\)"),
        ({"options": {"years": 2}}, r"years 2 can be chosen only together with same_value \(CM-V3\)"),
    ],
)
def test_an_unplayable_setup_is_refused(change: Data, reason: str) -> None:
    """Before any game is played, with the offending value."""
    with pytest.raises(UnplayableSetup, match=reason):
        replace(SHORT, **change)


@pytest.mark.slow
def test_trend_beats_random() -> None:
    """One trend bot against three random ones, seats rotated, wins far more than its share of a quarter."""
    setup = Setup(game="cover-me", players=4, bots=("trend", "random", "random", "random"), seed=5, rotate=True)
    summary = summarize(setup, simulate(setup, 60), seconds=1)
    trend = next(bot for bot in summary.bots if bot.bot == "trend")
    assert trend.wins == wilson(trend.wins.count, 60)
    assert trend.wins.low > 0.6
