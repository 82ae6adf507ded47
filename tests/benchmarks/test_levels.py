"""The ratings of the people of Cover Up."""

from __future__ import annotations

import pytest

from benchmarks.levels import ELO_PER_LOGIT, PAIRS, PLAYERS, deals, interval, rated, ratings
from covergames.bots import SKILLS
from covergames.lab import Outcome, Run, Setup
from covergames.lab.work import Portion


def expected(steps: list[float], games: int) -> dict[tuple[int, int], float]:
    """Return the games that each stronger player is expected to win, if players are so many Elo points apart."""
    above = [sum(steps[:place]) for place in range(len(PLAYERS))]
    return {(weak, strong): games / (1 + 10 ** ((above[weak] - above[strong]) / 400)) for weak, strong in PAIRS}


def test_ratings_follow_from_shares_of_wins() -> None:
    """Expected shares give back the distances, in steps that differ."""
    steps = [100.0, 200.0, 300.0] * 3
    found = ratings(expected(steps, 10**7), dict.fromkeys(PAIRS, 10**7))
    assert found == pytest.approx([sum(steps[:place]) for place in range(len(PLAYERS))], abs=0.1)


def test_a_player_who_won_every_game_has_a_rating() -> None:
    """It is finite, and grows with the number of games."""
    few, many = (ratings(dict.fromkeys(PAIRS, float(games)), dict.fromkeys(PAIRS, games))[1] for games in (10, 100))
    assert 0 < few < many < 10 * ELO_PER_LOGIT


def test_intervals_contain_the_rating_and_shrink_with_more_deals() -> None:
    """Deals are drawn again, all with a generator that has a fixed seed."""
    widths = []
    for deals_each in (10, 160):
        results = dict.fromkeys(PAIRS, [2.0, 2.0, 1.5, 1.0, 2.0] * (deals_each // 5))
        elo, again = rated(results, samples=40)
        assert (elo, again) == rated(results, samples=40)
        low, high = interval([sample[-1] for sample in again])
        widths.append(high - low)
    assert low < elo[-1] < high
    assert widths[1] < widths[0] / 2


def test_a_deal_counts_from_both_seats() -> None:
    """The stronger player won the first deal twice, and shared one game of the second."""
    run = Run(Setup("cover-up", 2, ("human:1", "human:2"), 1, rotate=True, duplicate=True))
    places = [(2, 1), (1, 2), (1, 1), (2, 1)]
    outcomes = tuple(
        Outcome(number, run.setup.line_up(number), (0, 0), place, None, 0, {}) for number, place in enumerate(places)
    )
    run.add(Portion(outcomes, {}, 0.0, {}))
    assert deals(run) == [2.0, 0.5]


def test_everybody_meets_the_next_two() -> None:
    """From skill 1 to perfect."""
    assert len(PLAYERS) == len(SKILLS) + 1
    assert len(PAIRS) == 2 * len(PLAYERS) - 3
