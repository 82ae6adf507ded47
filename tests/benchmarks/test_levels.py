"""The ratings of the people of Cover Up."""

from __future__ import annotations

import pytest

from benchmarks.levels import PLAYERS, Elo, ratings, step, wins_of_stronger
from covergames.bots import SKILLS
from covergames.lab import Estimate, Outcome, Run, Setup
from covergames.lab.work import Portion


@pytest.mark.parametrize(("share", "points"), [(0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0)])
def test_a_share_of_wins_is_a_number_of_elo_points(share: float, points: float) -> None:
    """Ten wins for each defeat are 400 points."""
    found = step(Estimate(share, share - 0.05, share + 0.05), games=1000)
    assert found.points == pytest.approx(points)
    assert found.low < found.points < found.high


def test_a_player_who_won_every_game_is_a_finite_number_of_points_above() -> None:
    """As if half a game were lost; more games prove more."""
    few, many = (step(Estimate(1.0, 0.9, 1.0), games=games) for games in (10, 100))
    assert 0 < few.points < many.points < 1000


def test_ratings_are_sums_of_steps() -> None:
    """Errors of independent steps add up as their squares."""
    assert ratings([Elo(200, 170, 240), Elo(100, 60, 130)]) == [Elo(0, 0, 0), Elo(200, 170, 240), Elo(300, 250, 350)]


def test_a_deal_counts_from_both_seats() -> None:
    """The stronger player won the first deal twice and shared one game of the second; half of a third deal does not count."""
    run = Run(Setup("cover-up", 2, ("human:1", "human:2"), 1, rotate=True, duplicate=True))
    places = [(2, 1), (1, 2), (1, 1), (2, 1), (1, 2)]
    outcomes = tuple(
        Outcome(number, run.setup.line_up(number), (0, 0), place, None, 0, {}) for number, place in enumerate(places)
    )
    run.add(Portion(outcomes, {}, 0.0, {}))
    assert wins_of_stronger(run).mean == 2.5 / 4


def test_players_are_all_skills_and_perfect() -> None:
    """From weak to strong."""
    assert (PLAYERS[0], PLAYERS[-1], len(PLAYERS)) == ("human:1", "perfect", len(SKILLS) + 1)
