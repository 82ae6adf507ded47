"""Round robin with duplicate deals, and ratings."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from covergames.lab import Estimate, Outcome, Run, Setup, UnplayableSetup, line_ups, play, standings, wilson
from covergames.lab.tournament import _share, rate, setups, whole_deals
from covergames.lab.work import Portion, play_portion

TEMPLATE = Setup("cover-me", 3, ("random",), seed=4, options={"same_value": "G", "years": 1})


@pytest.mark.parametrize(
    ("bots", "players", "expected"),
    [
        ("ab", 2, "ab"),
        ("abc", 2, "ab ac bc"),
        ("abcd", 3, "abc abd acd bcd"),
        ("ab", 4, "aaab aabb abbb"),
        ("abc", 4, "aabc abbc abcc"),
    ],
)
def test_everybody_meets_everybody(bots: str, players: int, expected: str) -> None:
    """All choices of different bots; with fewer bots than players, all tables with every bot."""
    found = line_ups(tuple(bots), players)
    assert ["".join(line_up) for line_up in found] == expected.split()
    assert len(set(Counter(bot for line_up in found for bot in line_up).values())) == 1, "everybody plays as much"


@pytest.mark.parametrize(
    ("bots", "reason"), [(("a",), "at least two bots, not 1"), (("a", "b", "a"), "bot 'a' is listed twice")]
)
def test_an_invalid_tournament_is_refused(bots: tuple[str, ...], reason: str) -> None:
    """The error has the reason."""
    with pytest.raises(UnplayableSetup, match=reason):
        line_ups(bots, 3)


@pytest.mark.slow
def test_all_line_ups_play_the_same_deals_from_all_seats() -> None:
    """The first shuffles and the starting seat of a deal are the same for everybody, so that luck cancels out."""
    every = setups(TEMPLATE, ["random", "trend"])
    assert [setup.bots for setup in every] == [("random", "random", "trend"), ("random", "trend", "trend")]
    games = [play(setup, number) for setup in every for number in range(6)]
    for deal in (0, 1):
        same = [game for game in games if game.outcome.number // 3 == deal]
        first = [[event for event in game.record.events if event["event"] == "shuffle"][:3] for game in same]
        assert len(same) == 6
        assert all(shuffles == first[0] for shuffles in first)
        assert len({game.outcome.start for game in same}) == 1
    seats = Counter((bot, seat) for game in games for seat, bot in enumerate(game.outcome.bots))
    assert set(seats.values()) == {6}


@pytest.mark.parametrize(("games", "players", "whole"), [(1, 4, 4), (4, 4, 4), (5, 4, 8), (100, 3, 102)])
def test_deals_are_played_whole(games: int, players: int, whole: int) -> None:
    """Every bot plays a deal from equally many seats."""
    assert whole_deals(games, players) == whole


def outcome(number: int, bots: str, places: tuple[int, ...], scores: tuple[int, ...] = (3, 2, 1)) -> Outcome:
    return Outcome(number, tuple(bots), scores, places, 0, 10, {})


def test_the_luck_correction_is_taken_off_the_wins() -> None:
    """Luckier deals of a bot count for less; without a measured luck there is no corrected share."""
    lucky = [
        msgspec.structs.replace(outcome(number, "abc", (1, 2, 3)), luck=(luck, 0.0, -luck))
        for number, luck in enumerate((0.1, 0.2, 0.3, 0.3, 0.4, 0.5))
    ]
    plain = [outcome(number, "abc", (1, 2, 3)) for number in range(6)]
    found = []
    for games in (lucky, plain):
        run = Run(TEMPLATE)
        run.add(Portion(tuple(games), {}, 1.0, {}))
        found.append({standing.bot: standing for standing in standings([run]).standings})
    corrected, uncorrected = (standings["a"].corrected for standings in found)
    assert uncorrected is None
    assert corrected is not None
    assert found[0]["a"].wins == found[1]["a"].wins
    assert corrected.mean == pytest.approx(1 - (0.2 + 0.4) / 2)
    assert corrected.low == pytest.approx(0.504, abs=1e-3)
    assert corrected.high == pytest.approx(0.896, abs=1e-3)


def test_winners_are_rated_higher_and_more_surely() -> None:
    """More games make it less uncertain, and names do not matter."""
    few = rate([outcome(0, "abc", (1, 2, 3))])
    many = rate([outcome(number, "abc", (1, 2, 3)) for number in range(20)])
    for ratings in (few, many):
        assert ratings["a"][0] > ratings["b"][0] > ratings["c"][0]
    assert all(many[bot][1] < few[bot][1] for bot in "abc")
    assert rate([outcome(0, "cba", (1, 2, 3))])["c"] == few["a"]


def test_a_bot_in_several_seats_gets_the_mean_of_its_results() -> None:
    """The result is the same as if each seat were rated separately; an equal game changes no mean."""
    twice, apart = rate([outcome(0, "aab", (1, 3, 2))]), rate([outcome(0, "xyb", (1, 3, 2))])
    assert twice["a"] == pytest.approx([(x + y) / 2 for x, y in zip(apart["x"], apart["y"], strict=True)])
    assert twice["b"] == apart["b"]
    equal = rate([outcome(0, "abb", (1, 1, 1))])
    assert equal["a"][0] == pytest.approx(equal["b"][0])


def runs(games: int) -> list[Run]:
    found = []
    for setup in setups(TEMPLATE, ["random", "trend"]):
        run = Run(setup)
        run.add(play_portion(setup, range(games)))
        found.append(run)
    return found


@pytest.mark.slow
def test_standings_rank_the_bots() -> None:
    """Shares of all seats, with intervals over deals; weighted by seats, the shares add up to the fair share."""
    table = standings(runs(12))
    assert (table.line_ups, table.deals, table.games) == (2, 4, 24)
    assert [standing.bot for standing in table.standings] == ["trend", "random"]
    assert sum(standing.wins.mean * standing.seats for standing in table.standings) == pytest.approx(24)
    for standing in table.standings:
        assert standing.seats == 36
        assert standing.wins.low is not None
        assert standing.wins.high is not None
        assert standing.wins.low < standing.wins.mean < standing.wins.high
        assert standing.sigma < 25 / 3


@pytest.mark.slow
def test_only_deals_that_everybody_has_played_count() -> None:
    """A tournament that was stopped during a deal favours nobody."""
    some = runs(6)
    some[0].add(play_portion(some[0].setup, [6, 7, 8]))
    some[1].add(play_portion(some[1].setup, [6, 7]))
    assert standings(some) == standings(runs(6))
    with pytest.raises(ValueError, match="no deal has been played by every line-up"):
        standings(runs(2))


def test_one_deal_has_no_interval() -> None:
    """One case has no spread."""
    (first, _) = standings(runs(3)).standings
    assert (first.wins.low, first.score.high) == (None, None)


def test_the_interval_of_a_share_uses_the_effective_number_of_games() -> None:
    """Deals with equal results count as many games, but never as certainty; no interval leaves 0 to 1."""
    steady, wild = _share([0.5, 0.4, 0.6, 0.5] * 5), _share([1.0, 0.0] * 10)
    assert steady.low is not None
    assert wild.low is not None
    assert 0 < wild.low < steady.low < 0.5
    assert wild.low == pytest.approx(wilson(10, 20).low)
    for certain in (0, 1):
        expected = wilson(10 * certain, 10)
        assert _share([float(certain)] * 10) == Estimate(certain, expected.low, expected.high)
