"""What the pictures of a run are drawn from; what draws them is imported by the tests themselves, since it takes a while."""

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
    """Whether the most or the fewest points win; nothing, where points are equal."""
    from covergames.lab.pictures import lead

    assert lead(outcome(0, scores, places)) == ahead


def test_seats_count_from_the_starting_player() -> None:
    """Seat 0 wins as the last in turn order if seat 1 starts; a shared win counts in parts; without a start, by seat."""
    from covergames.lab.pictures import win_shares

    games = run(outcome(0, (9, 5, 4), (1, 2, 3), start=1), outcome(1, (9, 9, 4), (1, 1, 3), start=None))
    assert [share.count for share in win_shares(games)] == [0.5, 0.5, 1]


def test_bots_win_per_seat() -> None:
    """The bot in two seats has twice as many chances."""
    from covergames.lab.pictures import bot_shares

    games = run(outcome(0, (9, 5, 4), (1, 2, 3)), outcome(1, (9, 9, 4), (1, 1, 3)))
    assert bot_shares(games) == {"random": wilson(0.5, 4), "trend": wilson(1.5, 2)}


@pytest.mark.parametrize(
    ("scores", "places"),
    [((10, 9, 6), (1, 2, 3)), ((60, 61, 64), (1, 2, 3))],
    ids=["most", "fewest"],
)
def test_what_points_are_worth(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Better by 1, the second is level with the first; by 2 ahead; by 4 and 5 so is the third. The first wins anyway."""
    from covergames.lab.pictures import head_start_shares

    shares: list[Share] = head_start_shares(run(outcome(0, scores, places)))
    wins = [(1 + 0.5 + 0) / 3, (1 + 1 + 0) / 3, (1 + 1 + 0) / 3, (1 + 1 + 0.5) / 3, 1.0]
    assert [share.share for share in shares[:5]] == pytest.approx(wins)


def test_numbered_tallies() -> None:
    """Those of that name, and no others."""
    games = run(
        outcome(0, (1, 2, 3), (3, 2, 1)), tallies={"pile.1.12": 3, "pile.1.9": 1, "pile.11.5": 1, "aside.1.0": 4}
    )
    assert games.numbered("pile.1.") == {12: 3, 9: 1}
