"""Sums over games, compared with hand-made ones."""

from __future__ import annotations

import pytest

from covergames.lab import BotSummary, Outcome, Scores, Setup, summarize, wilson

SETUP = Setup(game="cover-me", players=3, bots=("trend", "random", "random"), seed=1, rotate=True)


def outcome(number: int, scores: tuple[int, ...], places: tuple[int, ...], **frequencies: tuple[int, int]) -> Outcome:
    return Outcome(number, SETUP.line_up(number), scores, places, 0, 100 + number, frequencies)


GAMES = [
    outcome(0, (10, 4, 4), (1, 2, 2), three=(5, 36), zero=(0, 36)),
    outcome(1, (6, 12, 12), (3, 1, 1), three=(7, 36), zero=(1, 36)),
    outcome(2, (8, 8, 8), (1, 1, 1), three=(3, 36), zero=(0, 36)),
]


def test_scores_by_seat() -> None:
    """Mean, sample deviation, lowest and highest."""
    summary = summarize(SETUP, GAMES, seconds=1.5)
    assert [seat.scores for seat in summary.seats] == [
        Scores(mean=8.0, sd=2.0, min=6, max=10),
        Scores(mean=8.0, sd=4.0, min=4, max=12),
        Scores(mean=8.0, sd=4.0, min=4, max=12),
    ]


def test_a_shared_win_is_split() -> None:
    """Seat 0 has one win and a third; seats 1 and 2 have half a win and a third."""
    summary = summarize(SETUP, GAMES, seconds=1.5)
    assert [seat.wins.count for seat in summary.seats] == pytest.approx([4 / 3, 5 / 6, 5 / 6])
    assert summary.seats[0].wins == wilson(4 / 3, 3)


def test_bots_are_counted_across_seats() -> None:
    """The trend bot sat in 0, 1 and 2, with 10, 12 and 8 points and 1, a half and a third of a win."""
    random_bots, trend = summarize(SETUP, GAMES, seconds=1.5).bots
    assert trend == BotSummary("trend", Scores(10.0, 2.0, 8, 12), wilson(1 + 1 / 2 + 1 / 3, 3))
    assert random_bots.bot == "random"
    assert random_bots.wins.of == 6
    assert random_bots.wins.count == pytest.approx(3 - trend.wins.count)
    assert random_bots.scores.mean == pytest.approx((4 + 4 + 6 + 12 + 8 + 8) / 6)


def test_frequencies_and_rates() -> None:
    """Counts are added up, decisions and time are averaged."""
    summary = summarize(SETUP, GAMES, seconds=1.5)
    assert summary.frequencies == {"three": wilson(15, 108), "zero": wilson(1, 108)}
    assert summary.decisions_per_game == 101
    assert summary.games_per_second == 2


def test_one_game_has_no_deviation() -> None:
    """A sample of one has a deviation of 0."""
    assert {seat.scores.sd for seat in summarize(SETUP, GAMES[:1], seconds=1).seats} == {0}


def test_many_shared_wins_never_exceed_the_games() -> None:
    """Thirds add up to at most the number of games, in any rounding."""
    games = [outcome(0, (1, 1, 1), (1, 1, 1)), *(outcome(0, (1, 0, 0), (1, 2, 2)) for _ in range(7))]
    assert summarize(SETUP, games, seconds=1).seats[0].wins.count <= 8


def test_no_games_are_refused() -> None:
    """An empty summary has no meaning."""
    with pytest.raises(ValueError, match="no games"):
        summarize(SETUP, [], seconds=1)


def test_the_rate_counts_only_new_games() -> None:
    """Games that a continued run had before do not count."""
    assert summarize(SETUP, GAMES, seconds=0.5, played_before=2).games_per_second == 2.0
