"""What is counted in Cover Me."""

from __future__ import annotations

import pytest

from covergames.coverme import Clothes, Hair, Length, Magazine, Options, Pattern, Season, TwoPlayer, parse_card
from covergames.coverme.events import Fate, Featured, Judged, SeasonBegan, WentWithout
from covergames.coverme.trends import Tracks, Trends
from covergames.game import Seat
from covergames.lab.season_watch import SeasonWatch


def featured(magazine: int, value: int) -> Featured:
    fate = Fate.PRESTIGE_STACK if value in (0, 3) else Fate.INFLUENCE_ROW
    return Featured(Magazine(magazine), (), value, fate, ())


def test_each_magazine_and_season_is_counted_once() -> None:
    """Three trends and triple zeros, of all season specials; other events are nothing."""
    watch = SeasonWatch(3, Options())
    watch.see([featured(0, 3), featured(1, 2), WentWithout(Seat(1)), featured(2, 0)])
    watch.see([featured(0, 1), featured(1, 3), featured(2, 3)])
    assert watch.frequencies() == {"three trends": (3, 6), "triple zero": (1, 6)}


@pytest.mark.parametrize(("two_player", "counted"), [(TwoPlayer.FICTIONAL, 2), (TwoPlayer.ADVANCED, 4)])
def test_fictional_magazines_are_not_counted(two_player: TwoPlayer, counted: int) -> None:
    """They never score (CM-23), unlike a player's second one (CM-A1)."""
    watch = SeasonWatch(2, Options(two_player=two_player))
    watch.see(featured(magazine, 0) for magazine in range(4))
    assert watch.frequencies() == {"three trends": (0, counted), "triple zero": (counted, counted)}


def test_tallies_say_what_scored_when_and_how() -> None:
    """By season, by trend value, by colour and year; what goes to a side stack or to the influence row scores nothing."""
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
        "special.2.summer": 1,
        "special.3.summer": 2,
        "points.zero.summer": 3 + 5 + 2,
        "points.three.summer": 3,
        "scored.green.2.summer": 2,
        "scored.white.2.summer": 1,
        "scored.yellow.2.summer": 1,
    }


def test_cards_of_equal_value_count_one_each() -> None:
    """CM-V3."""
    watch = SeasonWatch(3, Options(same_value=Clothes.RED))
    watch.see([Featured(Magazine(0), (parse_card("Wkmd"),), 3, Fate.PRESTIGE_STACK, ())])
    assert watch.tallies()["points.three.winter"] == 1


def test_tallies_say_how_strong_trends_are() -> None:
    """The count of each active trait's trend, and how many there are at once; the other trait is not counted."""
    watch = SeasonWatch(3, Options())
    tracks: Tracks = {Hair.BLONDE: 7, Hair.BLACK: 4, Length.LONG: 5, Length.SHORT: 5, Pattern.STRIPED: 6}
    trends: Trends = frozenset({Hair.BLONDE, Length.LONG, Length.SHORT, Pattern.STRIPED})
    watch.see([SeasonBegan(1, Season.WINTER, Seat(0)), Judged(tracks, trends, ())])
    assert watch.tallies() == {
        "strength.hair.7": 1,
        "trends.hair.1": 1,
        "strength.length.5": 1,
        "trends.length.2": 1,
        "strength.pattern.6": 1,
        "trends.pattern.1": 1,
    }
