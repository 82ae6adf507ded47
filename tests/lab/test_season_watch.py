"""What is counted in Cover Me."""

from __future__ import annotations

import pytest

from covergames.coverme import Magazine, Options, TwoPlayer
from covergames.coverme.events import Fate, Featured, WentWithout
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
