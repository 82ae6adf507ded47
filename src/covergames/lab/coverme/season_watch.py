"""Statistics of a game of Cover Me: the trend values of magazines by season, what scores, and how strong trends are.

The tallies of a game have names made of parts:

- ``special.VALUE.SEASON``: season specials of the players' primary magazines, by trend value
- ``side.VALUE.SEASON``: those of their secondary magazines, which never score (CM-A4)
- ``points.three.SEASON``, ``points.zero.SEASON``: prestige scored with three trends, or with none
- ``scored.CLOTHES.YEAR.SEASON``: cards that went to prestige stacks
- ``strength.TRAIT.COUNT``: seasons in which the trait's trend, or its equal trends, had that count on the tracks
- ``trends.TRAIT.NUMBER``: seasons in which the trait had that many trends at once
- ``standing.VALUE.FINAL``: season specials by the highest trend value that their magazine had after two of the three
  months, and by the one that it had in the end
- ``zeros.NUMBER.seats``, ``zeros.NUMBER.first``: players who scored that many times with all models at 0, and how many of
  them came first, alone or with others
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from covergames.coverme import Card, Event, Magazine, Options, TwoPlayer
from covergames.coverme.cards import CLOTHES, PRESTIGE
from covergames.coverme.events import Featured, GameEnded, Judged, Revealed, SeasonBegan
from covergames.coverme.places import Fate
from covergames.coverme.trends import CHARACTERISTICS, active_traits, tracks_of, trend_value, trends_of
from covergames.game import Result

SPECIALS: Final = {3: "three trends", 0: "triple zero"}
"""The trend values that score (CM-E2, CM-E4)."""

WAYS: Final = {3: "three", 0: "zero"}
"""How points arise, as the tallies name it."""


class SeasonWatch:
    """Counts the season specials of the players' magazines; fictional ones never score (CM-23)."""

    def __init__(self, players: int, options: Options) -> None:
        are_all_owned = players > 2 or options.two_player is TwoPlayer.ADVANCED
        self._owned = 2 * players if are_all_owned else players
        self._has_equal_values = options.same_value is not None
        self._specials = 0
        self._counts = dict.fromkeys(SPECIALS.values(), 0)
        self._year = 1
        self._season = options.seasons[0]
        self._months: list[dict[Magazine, Card]] = []
        """What was revealed this season, month by month."""
        self._zeros = [0] * players
        """By seat: how often it has scored with all models at 0."""
        self._tallies: Counter[str] = Counter()

    def see(self, events: Iterable[Event]) -> None:
        """Count what happened."""
        for event in events:
            match event:
                case SeasonBegan(year, season):
                    self._year, self._season = year, season
                case Revealed(month, covers):
                    self._months[month - 1 :] = [dict(covers)]
                case Judged():
                    self._see_trends(event)
                    self._see_third_month(event)
                case Featured(magazine) if magazine < self._owned:
                    self._see_special(event)
                case GameEnded(result):
                    self._see_end(result)
                case _:
                    pass

    def frequencies(self) -> dict[str, tuple[int, int]]:
        """Return how often each thing happened, and of how many magazines or seasons."""
        return {name: (count, self._specials) for name, count in self._counts.items()}

    def tallies(self) -> dict[str, int]:
        """Return the tallies that the module's docstring lists."""
        return dict(self._tallies)

    def figures(self) -> dict[str, tuple[int, ...]]:
        """Return nothing: no figures are counted for single seats."""
        return {}

    def _see_special(self, special: Featured) -> None:
        season = self._season.value
        self._specials += 1
        is_primary = special.magazine < len(self._zeros)
        self._tallies[f"{'special' if is_primary else 'side'}.{special.value}.{season}"] += 1
        if special.value in SPECIALS:
            self._counts[SPECIALS[special.value]] += 1
        if special.fate is Fate.PRESTIGE_STACK:
            points = sum(1 if self._has_equal_values else PRESTIGE[card] for card in special.cards)
            self._tallies[f"points.{WAYS[special.value]}.{season}"] += points
            for card in special.cards:
                self._tallies[f"scored.{CLOTHES[card].value}.{self._year}.{season}"] += 1
            if special.value == 0:
                self._zeros[special.magazine] += 1

    def _see_trends(self, judged: Judged) -> None:
        for trait in active_traits(self._season):
            trends = [trend for trend in judged.trends if isinstance(trend, CHARACTERISTICS[trait])]
            if trends:
                self._tallies[f"strength.{trait.value}.{judged.tracks[trends[0]]}"] += 1
                self._tallies[f"trends.{trait.value}.{len(trends)}"] += 1

    def _see_third_month(self, judged: Judged) -> None:
        """Count what the third month changed for each magazine's first two covers."""
        first, second, third = self._months
        counts = tracks_of(third.values(), self._season)
        before = trends_of({shown: count - counts[shown] for shown, count in judged.tracks.items()})
        for magazine, values in enumerate(judged.values[: self._owned]):
            covers = [month[Magazine(magazine)] for month in (first, second) if magazine in month]
            if len(values) == 3 and len(covers) == 2:
                standing = max(trend_value(card, before) for card in covers)
                self._tallies[f"standing.{standing}.{max(values)}"] += 1

    def _see_end(self, result: Result) -> None:
        for place, zeros in zip(result.places, self._zeros, strict=True):
            self._tallies[f"zeros.{zeros}.seats"] += 1
            self._tallies[f"zeros.{zeros}.first"] += place == 1
