"""Games that the kernel plays alone."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean, stdev

import pytest

from covergames.coverme import Options, TwoPlayer
from covergames.game import Data, Seat
from covergames.lab import Setup, UnplayableSetup, play, simulate
from covergames.lab.coverme.kernel_games import play_in_kernel as play_columns
from covergames.lab.simulate import play_in_kernel
from covergames.lab.work import play_portion

TREND = Setup("cover-me", 4, ("kernel-trend",), seed=3)


@pytest.mark.slow
def test_every_number_is_another_game() -> None:
    """The same setup and number give the same game, in any process and among any other games."""
    portion = play_portion(TREND, range(6))
    assert list(simulate(TREND, 6)) == list(simulate(TREND, 6, processes=2)) == list(portion.outcomes)
    assert play_in_kernel(TREND, [4])[0] == [portion.outcomes[4]]
    assert len({outcome.scores for outcome in portion.outcomes}) > 3
    assert play_in_kernel(replace(TREND, seed=4), [4])[0] != [portion.outcomes[4]]


def test_games_are_the_same_in_every_version() -> None:
    """A seed gives the games that it gave before: these scores were played by version 0.1."""
    mixed = replace(TREND, bots=("kernel-trend", "kernel-random", "kernel-random", "kernel-random"), rotate=True)
    games, _ = play_in_kernel(mixed, range(4))
    assert [game.scores for game in games] == [(28, 9, 3, 13), (10, 24, 8, 4), (4, 8, 16, 6), (9, 0, 10, 20)]


def test_seats_start_in_turn() -> None:
    """Each seat starts equally often, and so does each player when players rotate."""
    mixed = replace(TREND, bots=("kernel-trend", "kernel-random", "kernel-random", "kernel-random"), rotate=True)
    games, _ = play_in_kernel(mixed, range(16))
    assert [game.start for game in games] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    distances = [(game.bots.index("kernel-trend") - game.start) % 4 for game in games if game.start is not None]
    assert sorted(distances) == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    assert play_columns([["kernel-random"] * 3], Options(start=Seat(2)), seed=1, numbers=[0]).starts == [2]


@pytest.mark.parametrize(
    ("players", "options", "magazines"),
    [(3, {}, 3), (2, {}, 2), (2, {"two_player": "advanced"}, 4), (4, {"same_value": "drawn", "years": 1}, 4)],
)
def test_the_kernel_counts_as_the_rules_do(players: int, options: Data, magazines: int) -> None:
    """Specials of the players' magazines, seasons by the options, and every seat once in the tallies."""
    setup = Setup("cover-me", players, ("kernel-random",), seed=1, options=options)
    (outcome,), tallies = play_in_kernel(setup, [0])
    seasons = 4 if "years" in options else 12
    assert {of for _, of in outcome.frequencies.values()} == {magazines * seasons}
    assert outcome.frequencies.keys() == play(replace(setup, bots=("random",)), 0).outcome.frequencies.keys()
    assert sum(count for name, count in tallies.items() if name.endswith(".seats")) == players
    assert sum(count for name, count in tallies.items() if name.endswith(".first")) == outcome.places.count(1)


@pytest.mark.slow
def test_the_kernel_plays_as_the_rules_do() -> None:
    """Random players have the same scores, and as many trends of three, as random bots, within five errors."""
    here, _ = play_in_kernel(replace(TREND, bots=("kernel-random",)), range(2000))
    there = [play(replace(TREND, bots=("random",)), number).outcome for number in range(20)]
    figures = [
        (
            [mean(outcome.scores) for outcome in outcomes],
            [outcome.frequencies["three trends"][0] / 48 for outcome in outcomes],
            [float(outcome.decisions) for outcome in outcomes],
        )
        for outcomes in (here, there)
    ]
    for ours, theirs in zip(*figures, strict=True):
        error = (stdev(ours) ** 2 / len(ours) + stdev(theirs) ** 2 / len(theirs)) ** 0.5
        assert abs(mean(ours) - mean(theirs)) < 5 * error


def test_a_triple_zero_on_a_side_stack_does_not_count() -> None:
    """In the tallies, a player of two magazines has those of the primary one (CM-A4)."""
    line_ups, options = [["kernel-random"] * 2] * 300, Options(two_player=TwoPlayer.ADVANCED)
    games = play_columns(line_ups, options, seed=1, numbers=range(300))
    scored = sum(int(name.split(".")[1]) * count for name, count in games.tallies.items() if name.endswith(".seats"))
    assert 0 < scored < sum(frequencies["triple zero"][0] for frequencies in games.frequencies)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {"game": "cover-up"},
            r"bot 'kernel-trend' is none of novice, random, beginner, human, quick, perfect, which play cover-up",
        ),
        ({"duplicate": True}, r"kernel-trend cannot play the same deal twice, so it cannot play a tournament"),
        (
            {"bots": ("kernel-trend", "trend", "trend", "trend")},
            r"kernel-trend plays only among kernel-random, kernel-trend, kernel-plan",
        ),
        ({"players": 6}, r"6 players: 2 to 5 can play \(CM-C3\)"),
    ],
)
def test_a_setup_that_the_kernel_cannot_play_is_refused(change: Data, reason: str) -> None:
    """Its players play only Cover Me, only with each other, and each deal once."""
    with pytest.raises(UnplayableSetup, match=reason):
        replace(TREND, **change)
