"""Complete games by bots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from covergames import record
from covergames.coverme import Place
from covergames.coverme.events import Featured
from covergames.game import Data
from covergames.lab import Outcome, Setup, UnplayableSetup, play, simulate, summarize, wilson
from covergames.lab.simulate import file_name

SHORT = Setup(game="cover-me", players=3, bots=("random",), seed=11, options={"length": "shorter"})
MIXED = replace(SHORT, bots=("trend", "random", "random"), rotate=True)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_seed_gives_the_same_records(tmp_path: Path) -> None:
    """Byte for byte, one process or several, from the first game or from the middle."""
    folders = [tmp_path / name for name in ("once", "again", "together", "alone")]
    for folder in folders:
        folder.mkdir()
    once = list(simulate(MIXED, 6, records=folders[0]))
    again = list(simulate(MIXED, 6, records=folders[1]))
    together = list(simulate(MIXED, 6, processes=2, records=folders[2]))
    alone = play(MIXED, 4, records=folders[3])
    assert once == again == together
    assert once[4] == alone
    assert files(folders[0]) == files(folders[1]) == files(folders[2])
    assert files(folders[0]).items() >= files(folders[3]).items()
    assert list(files(folders[0])) == [f"cover-me-11-{number:06}.json" for number in range(6)]


def test_another_seed_gives_other_games() -> None:
    """Every seed and every number has a game of its own."""
    outcomes = [play(setup, number) for setup in (SHORT, replace(SHORT, seed=12)) for number in range(5)]
    assert len({(outcome.scores, outcome.decisions) for outcome in outcomes}) > 5


def test_bots_do_not_disturb_the_shuffles(tmp_path: Path) -> None:
    """Other bots get the same deal, for chance has a generator of its own."""
    decks = []
    for bot in ("random", "trend"):
        setup = replace(SHORT, bots=(bot,))
        play(setup, 0, records=tmp_path)
        data = record.read((tmp_path / file_name(setup, 0)).read_bytes())
        decks.append([event for event in data.events if event["event"] == "shuffle"][:4])
    assert decks[0] == decks[1]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"length": "shorter"}),
        (2, {"two_player": "advanced", "length": "shorter"}),
        (4, {"same_value": "drawn", "years": 1}),
    ],
)
def test_outcomes_are_what_the_records_say(tmp_path: Path, players: int, options: Data) -> None:
    """A replay of the record gives the same scores, places, decisions and frequencies."""
    setup = Setup(game="cover-me", players=players, bots=("random",), seed=2, options=options)
    outcome = play(setup, 3, records=tmp_path)
    data = record.read((tmp_path / file_name(setup, 3)).read_bytes())
    assert data.meta == {"seed": "2", "number": "3"}
    assert data.players == [f"random {seat}" for seat in range(players)]
    moments = list(record.replay(data))
    specials = [event for moment in moments for event in moment.events if isinstance(event, Featured)]
    owned = [special for special in specials if players > 2 or "two_player" in options or special.magazine < players]
    assert data.result is not None
    assert outcome == Outcome(
        number=3,
        bots=("random",) * players,
        scores=tuple(data.result.scores),
        places=tuple(data.result.places),
        decisions=len(moments) - 1,
        frequencies={
            "three trends": (sum(special.value == 3 for special in owned), len(owned)),
            "triple zero": (sum(special.value == 0 for special in owned), len(owned)),
        },
    )
    assert any(isinstance(moment.action, Place) for moment in moments)


def test_one_bot_plays_all_seats() -> None:
    """One name is enough."""
    assert SHORT.line_up(0) == SHORT.line_up(1) == ("random",) * 3


def test_without_rotation_bots_keep_their_seats() -> None:
    """The list is by seat."""
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
        ({"bots": ("clever",)}, r"bot 'clever' is none of random, trend"),
        ({"bots": ("random", "trend")}, r"2 bots for 3 players: name one for all, or one a seat"),
        ({"bots": ()}, r"0 bots for 3 players"),
        ({"options": {"length": "endless"}}, r"length 'endless' is none of standard, longer, shorter"),
        ({"options": {"colour": "red"}}, r"option 'colour' is none of"),
        ({"options": {"two_player": "advanced"}}, r"two_player 'advanced' is for 2 players, not 3 \(CM-A1\)"),
        ({"options": {"years": 2}}, r"years 2 can be chosen only together with same_value \(CM-V3\)"),
    ],
)
def test_what_does_not_go_together_is_refused(change: Data, reason: str) -> None:
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
