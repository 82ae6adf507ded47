"""How likely characteristics are to become trends, as far as the tracks of Cover Me tell."""

from __future__ import annotations

from functools import lru_cache
from math import factorial, prod
from typing import TYPE_CHECKING, Final, TypeAlias

from covergames.coverme import Season
from covergames.coverme.cards import CARDS, CLOTHES, HAIR, LENGTH, PATTERN, Clothes, Hair, Length, Pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from covergames.coverme import Card, View

Tracks: TypeAlias = "list[tuple[int, ...]]"
"""The counts on the season's three tracks."""

MONTHS: Final = 3
FOLLOWING: Final = 1.0
"""How much each card on a track draws others after it, measured in cards of pure chance."""

_HAIR, _LENGTH, _PATTERN, _CLOTHES = tuple(Hair), tuple(Length), tuple(Pattern), tuple(Clothes)
_FALL_AND_WINTER: Final = tuple(
    (_HAIR.index(HAIR[card]), _LENGTH.index(LENGTH[card]), _PATTERN.index(PATTERN[card])) for card in CARDS
)
_SPRING_AND_SUMMER: Final = tuple(
    (_HAIR.index(HAIR[card]), _LENGTH.index(LENGTH[card]), _CLOTHES.index(CLOTHES[card])) for card in CARDS
)


class Forecast:
    """What the season's tracks may look like in the end, seen from one seat during a month."""

    def __init__(self, view: View) -> None:
        with_pattern = view.season in (Season.FALL, Season.WINTER)
        third = _PATTERN if with_pattern else _CLOTHES
        counts = view.tracks
        self.months = MONTHS + 1 - view.month
        self.places = _FALL_AND_WINTER if with_pattern else _SPRING_AND_SUMMER
        """Where each card counts on the three tracks."""
        self._tracks: Tracks = [tuple([counts[one] for one in track]) for track in (_HAIR, _LENGTH, third)]
        self._commonness = ((1.0,) * 3, (1.0,) * 3, (1.0,) * 3 if with_pattern else _commonness(view))
        others = [magazine for magazine in view.magazines if magazine.owner != view.seat]
        visible = [magazine.placed for magazine in others if magazine.placed is not None]
        self._others = len(others) * self.months - len(visible)
        self._tracks = self.with_cards(visible)

    def with_cards(self, cards: Iterable[Card]) -> Tracks:
        """The tracks once these cards are revealed as well."""
        hair, length, third = (list(track) for track in self._tracks)
        for card in cards:
            on_hair, on_length, on_third = self.places[card]
            hair[on_hair] += 1
            length[on_length] += 1
            third[on_third] += 1
        return [tuple(hair), tuple(length), tuple(third)]

    def three_trends(self, card: Card, tracks: Tracks) -> float:
        """How likely the card is to have trend value 3, others adding to these tracks."""
        return prod(
            1 - no_trend(track, commonness, 1 << place, self._others)
            for track, commonness, place in zip(tracks, self._commonness, self.places[card], strict=True)
        )

    def all_at_0(self, cards: Iterable[Card], tracks: Tracks) -> float:
        """How likely all of the cards are to have trend value 0, others adding to these tracks."""
        shown = [0, 0, 0]
        for card in cards:
            for number, place in enumerate(self.places[card]):
                shown[number] |= 1 << place
        return prod(
            no_trend(track, commonness, bits, self._others)
            for track, commonness, bits in zip(tracks, self._commonness, shown, strict=True)
        )

    def heat(self, card: Card) -> int:
        """How many cards on the tracks show what this card shows."""
        return sum(track[place] for track, place in zip(self._tracks, self.places[card], strict=True))

    def kinship(self, card: Card, other: Card) -> int:
        """On how many of the tracks the two cards count alike."""
        (a, b, c), (x, y, z) = self.places[card], self.places[other]
        return (a == x) + (b == y) + (c == z)


def _commonness(view: View) -> tuple[float, ...]:
    """How common each clothes colour is: those still set aside are not in the game, the next one is only trickling in."""
    absent = {*view.set_aside, view.options.same_value}
    return tuple(0.0 if one in absent else 0.3 if one is view.next_clothes else 1.0 for one in _CLOTHES)


@lru_cache(maxsize=1 << 17)
def no_trend(track: tuple[int, ...], commonness: tuple[float, ...], characteristics: int, others: int) -> float:
    """The probability that none of these characteristics (as bits) leads its track after that many other cards.

    The others are taken to be independent of each other, and to show a characteristic the more often the more common it
    is and the more cards on the track show it already.
    """
    draws = [common * (1 + FOLLOWING * count) for common, count in zip(commonness, track, strict=True)]
    shares = [draw / sum(draws) for draw in draws]
    total = 0.0
    for highest in range(max(track), max(track) + others + 1):
        below = [highest - count - 1 for count in track]
        at_most = [limit if characteristics >> number & 1 else limit + 1 for number, limit in enumerate(below)]
        all_below = _within(shares, below, others)
        total += _within(shares, at_most, others) - all_below
        if all_below > 0.999:
            break
    return total


def _within(shares: list[float], limits: list[int], cards: int) -> float:
    """The probability that, of so many cards, no more show each characteristic than its limit says."""
    if min(limits) < 0:
        return 0.0
    ways = [1.0] + [0.0] * cards
    for share, limit in zip(shares, limits, strict=True):
        terms = [share**number / factorial(number) for number in range(min(limit, cards) + 1)]
        ways = [
            sum(terms[number] * ways[rest - number] for number in range(min(rest, limit) + 1))
            for rest in range(cards + 1)
        ]
    return ways[cards] * factorial(cards)
