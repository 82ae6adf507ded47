"""The figures behind the charts of a run; the tests import the drawing modules late, because this takes long."""

from __future__ import annotations

import pytest

from covergames.lab import Outcome, Portion, Run, Setup, Share, wilson

CONTEST = Setup("cover-me", 3, ("trend", "random", "random"), seed=1, rotate=True)


def outcome(number: int, scores: tuple[int, ...], places: tuple[int, ...], start: int | None = 0) -> Outcome:
    return Outcome(number, CONTEST.line_up(number), scores, places, start, 100, {})


def run(*outcomes: Outcome, tallies: dict[str, int] | None = None) -> Run:
    of_these = Run(CONTEST)
    of_these.add(Portion(outcomes, tallies or {}, 1.0, {}))
    return of_these


@pytest.mark.parametrize(
    ("scores", "places", "ahead"),
    [
        ((19, 12, 15), (1, 3, 2), 4),
        ((12, 19, 19), (3, 1, 2), 0),
        ((19, 19, 12), (1, 1, 3), 0),
        ((71, 70, 75), (2, 1, 3), 1),
    ],
)
def test_the_lead_is_over_the_next_player(scores: tuple[int, ...], places: tuple[int, ...], ahead: int) -> None:
    """Whether most or fewest points win; it is 0 for equal points."""
    from covergames.lab.pictures import lead

    assert lead(outcome(0, scores, places)) == ahead


def test_seats_count_from_the_starting_player() -> None:
    """Seat 0 is the last in turn order if seat 1 starts; shared wins count as parts; without a starting seat, by seat."""
    from covergames.lab.pictures import win_shares

    games = run(outcome(0, (9, 5, 4), (1, 2, 3), start=1), outcome(1, (9, 9, 4), (1, 1, 3), start=None))
    assert [share.count for share in win_shares(games)] == [0.5, 0.5, 1]


def test_bots_win_per_seat() -> None:
    """A bot in two seats has twice as many chances."""
    from covergames.lab.pictures import bot_shares

    games = run(outcome(0, (9, 5, 4), (1, 2, 3)), outcome(1, (9, 9, 4), (1, 1, 3)))
    assert bot_shares(games) == {"random": wilson(0.5, 4), "trend": wilson(1.5, 2)}


@pytest.mark.parametrize(
    ("scores", "places"),
    [((10, 9, 6), (1, 2, 3)), ((60, 61, 64), (1, 2, 3))],
    ids=["most", "fewest"],
)
def test_the_value_of_extra_points(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    """With 1 point more the second equals the first, with 2 it wins; the third equals the first with 4, and wins with 5."""
    from covergames.lab.pictures import head_start_shares

    shares: list[Share] = head_start_shares(run(outcome(0, scores, places)))
    wins = [(1 + 0.5 + 0) / 3, (1 + 1 + 0) / 3, (1 + 1 + 0) / 3, (1 + 1 + 0.5) / 3, 1.0]
    assert [share.share for share in shares[:5]] == pytest.approx(wins)


def test_numbered_tallies() -> None:
    """Those with that name, and no others."""
    games = run(
        outcome(0, (1, 2, 3), (3, 2, 1)), tallies={"pile.1.12": 3, "pile.1.9": 1, "pile.11.5": 1, "aside.1.0": 4}
    )
    assert games.numbered("pile.1.") == {12: 3, 9: 1}
