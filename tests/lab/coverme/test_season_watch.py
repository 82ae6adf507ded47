"""The statistics of Cover Me."""

from __future__ import annotations

import pytest

from covergames.coverme import Clothes, Hair, Length, Magazine, Options, Pattern, Season, TwoPlayer, parse_card
from covergames.coverme.events import Featured, GameEnded, Judged, Revealed, SeasonBegan, WentWithout
from covergames.coverme.places import Fate
from covergames.coverme.trends import Tracks, Trends, tracks_of, trend_value, trends_of
from covergames.game import Result, Seat
from covergames.lab.coverme.season_watch import SeasonWatch


def months(*rows: str) -> list[Revealed]:
    """Return the events of months in which magazines reveal these rows."""
    cards = [[parse_card(text) for text in row.split()] for row in rows]
    return [
        Revealed(
            month + 1, tuple((Magazine(number), row[month]) for number, row in enumerate(cards) if month < len(row))
        )
        for month in range(3)
    ]


def featured(magazine: int, value: int, *, players: int = 3) -> Featured:
    """Return a season special with its destination; magazines beyond the number of players are secondary ones."""
    scoring = Fate.PRESTIGE_STACK if magazine < players else Fate.SIDE_STACK
    fate = scoring if value in (0, 3) else Fate.INFLUENCE_ROW
    return Featured(Magazine(magazine), (), value, fate, ())


def test_each_magazine_and_season_is_counted_once() -> None:
    """Three trends and triple zeros, of all season specials; other events do not count."""
    watch = SeasonWatch(3, Options())
    watch.see([featured(0, 3), featured(1, 2), WentWithout(Seat(1)), featured(2, 0)])
    watch.see([featured(0, 1), featured(1, 3), featured(2, 3)])
    assert watch.frequencies() == {"three trends": (3, 6), "triple zero": (1, 6)}


@pytest.mark.parametrize(("two_player", "counted"), [(TwoPlayer.FICTIONAL, 2), (TwoPlayer.ADVANCED, 4)])
def test_fictional_magazines_are_not_counted(two_player: TwoPlayer, counted: int) -> None:
    """They never score (CM-23), unlike a player's second magazine (CM-A1)."""
    watch = SeasonWatch(2, Options(two_player=two_player))
    watch.see(featured(magazine, 0, players=2) for magazine in range(4))
    assert watch.frequencies() == {"three trends": (0, counted), "triple zero": (counted, counted)}


def test_tallies_of_scored_cards() -> None:
    """They are by season, trend value, colour and year; cards that go to a side stack or the influence row do not score."""
    watch = SeasonWatch(2, Options(two_player=TwoPlayer.ADVANCED))
    zeros = tuple(parse_card(text) for text in ("Gkmd", "Wkmd", "Ykmd"))
    watch.see(
        [
            SeasonBegan(2, Season.SUMMER, Seat(0)),
            Featured(Magazine(0), zeros, 0, Fate.PRESTIGE_STACK, ()),
            Featured(Magazine(1), zeros[:1], 3, Fate.PRESTIGE_STACK, ()),
            Featured(Magazine(2), zeros[1:2], 3, Fate.SIDE_STACK, ()),
            Featured(Magazine(3), zeros[2:], 2, Fate.INFLUENCE_ROW, ()),
        ]
    )
    assert watch.tallies() == {
        "special.0.summer": 1,
        "special.3.summer": 1,
        "side.2.summer": 1,
        "side.3.summer": 1,
        "points.zero.summer": 3 + 5 + 2,
        "points.three.summer": 3,
        "scored.green.2.summer": 2,
        "scored.white.2.summer": 1,
        "scored.yellow.2.summer": 1,
    }


def test_cards_of_equal_value_count_one_each() -> None:
    """All cards are worth one point (CM-V3)."""
    watch = SeasonWatch(3, Options(same_value=Clothes.RED))
    watch.see([Featured(Magazine(0), (parse_card("Wkmd"),), 3, Fate.PRESTIGE_STACK, ())])
    assert watch.tallies()["points.three.winter"] == 1


def test_tallies_of_the_strength_of_trends() -> None:
    """The count of each active trait's trend, and the number of trends at once; the inactive trait is not counted."""
    watch = SeasonWatch(3, Options())
    tracks: Tracks = {Hair.BLONDE: 7, Hair.BLACK: 4, Length.LONG: 5, Length.SHORT: 5, Pattern.STRIPED: 6}
    trends: Trends = frozenset({Hair.BLONDE, Length.LONG, Length.SHORT, Pattern.STRIPED})
    watch.see([SeasonBegan(1, Season.WINTER, Seat(0)), *months(), Judged(tracks, trends, ())])
    assert watch.tallies() == {
        "strength.hair.7": 1,
        "trends.hair.1": 1,
        "strength.length.5": 1,
        "trends.length.2": 1,
        "strength.pattern.6": 1,
        "trends.pattern.1": 1,
    }


def test_tallies_of_the_third_month() -> None:
    """Magazines by their highest value after two months and at the end; an incomplete row is not compared."""
    watch = SeasonWatch(3, Options())
    rows = "Rkld Rkmt Rrmt", "Rbsq Ybsq Yrsd", "Bbsq Rbsd"
    revealed = months(*rows)
    cards = [card for month in revealed for _, card in month.covers]
    tracks = tracks_of(cards, Season.WINTER)
    trends = trends_of(tracks)
    values = tuple(tuple(trend_value(parse_card(text), trends) for text in row.split()) for row in rows)
    watch.see([SeasonBegan(1, Season.WINTER, Seat(0)), *revealed, Judged(tracks, trends, values)])
    assert values == ((1, 0, 0), (3, 3, 2), (3, 3))
    assert {name: count for name, count in watch.tallies().items() if name.startswith("standing")} == {
        "standing.0.1": 1,
        "standing.3.3": 1,
    }


def test_tallies_of_first_places_by_triple_zeros() -> None:
    """Once for every player; shared first places count for each; a triple zero on a side stack does not count."""
    watch = SeasonWatch(2, Options(two_player=TwoPlayer.ADVANCED))
    watch.see([featured(1, 0), featured(1, 0), featured(2, 0, players=2), GameEnded(Result((7, 7), (1, 1)))])
    assert {name: count for name, count in watch.tallies().items() if name.startswith("zeros")} == {
        "zeros.0.seats": 1,
        "zeros.0.first": 1,
        "zeros.2.seats": 1,
        "zeros.2.first": 1,
    }
