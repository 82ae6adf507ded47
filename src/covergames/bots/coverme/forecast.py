"""How likely characteristics are to become trends, as far as the tracks of Cover Me tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb, prod
from typing import Final, TypeAlias

from covergames.coverme import Card, Season, View
from covergames.coverme.cards import CARDS, CLOTHES, HAIR, LENGTH, PATTERN, Clothes, Hair, Length, Pattern

Tracks: TypeAlias = list[tuple[int, ...]]
"""The counts on the season's three tracks."""

MONTHS: Final = 3
FOLLOWING_WEIGHT: Final = 1.0
"""The part of its base rate by which a characteristic becomes more likely with each card on its track."""

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
        """Return the tracks as they are once these cards are revealed too."""
        hair, length, third = (list(track) for track in self._tracks)
        for card in cards:
            on_hair, on_length, on_third = self.places[card]
            hair[on_hair] += 1
            length[on_length] += 1
            third[on_third] += 1
        return [tuple(hair), tuple(length), tuple(third)]

    def three_trends(self, card: Card, tracks: Tracks) -> float:
        """Return the probability that the card has trend value 3, when others add to these tracks."""
        chance = 1.0
        for track, commonness, place in zip(tracks, self._commonness, self.places[card], strict=True):
            chance *= 1 - no_trend(track, commonness, 1 << place, self._others)
        return chance

    def all_at_0(self, cards: Iterable[Card], tracks: Tracks) -> float:
        """Return the probability that all of the cards have trend value 0, when others add to these tracks."""
        shown = [0, 0, 0]
        for card in cards:
            for number, place in enumerate(self.places[card]):
                shown[number] |= 1 << place
        return prod(
            no_trend(track, commonness, bits, self._others)
            for track, commonness, bits in zip(tracks, self._commonness, shown, strict=True)
        )

    def heat(self, card: Card) -> int:
        """Return how many cards on the tracks show a characteristic of this card."""
        return sum(track[place] for track, place in zip(self._tracks, self.places[card], strict=True))

    def kinship(self, card: Card, other: Card) -> int:
        """Return on how many tracks the two cards count alike."""
        (a, b, c), (x, y, z) = self.places[card], self.places[other]
        return (a == x) + (b == y) + (c == z)


def _commonness(view: View) -> tuple[float, ...]:
    """Return how common each clothes colour is: a colour that is set aside is absent, the next one still rare."""
    absent = {*view.set_aside, view.options.same_value}
    return tuple(0.0 if one in absent else 0.3 if one is view.next_clothes else 1.0 for one in _CLOTHES)


@lru_cache(maxsize=1 << 17)
def no_trend(track: tuple[int, ...], commonness: tuple[float, ...], characteristics: int, others: int) -> float:
    """Estimate the probability that none of these characteristics (bits) leads its track after that many other cards.

    Other players show a characteristic the more often, the more common it is and the more cards on the track show it
    already. Each characteristic's number is treated as independent of the rest.
    """
    draws = [common * (1 + FOLLOWING_WEIGHT * count) for common, count in zip(commonness, track, strict=True)]
    shares = [round(20 * draw / sum(draws)) for draw in draws]
    total = 0.0
    for highest in range(max(track), max(track) + others + 1):
        all_below = all_but_these_at_most = 1.0
        for number, count in enumerate(track):
            below, at_most = _up_to(highest - count, others, shares[number])
            all_below *= below
            all_but_these_at_most *= below if characteristics >> number & 1 else at_most
        total += all_but_these_at_most - all_below
    return min(1.0, total)


@lru_cache(maxsize=1 << 14)
def _up_to(limit: int, cards: int, share: int) -> tuple[float, float]:
    """Return how likely fewer, and at most, `limit` of the cards show a characteristic with that share (in 20ths)."""
    chances = [
        comb(cards, number) * (share / 20) ** number * (1 - share / 20) ** (cards - number)
        for number in range(cards + 1)
    ]
    return sum(chances[: max(0, limit)]), sum(chances[: max(0, limit + 1)])
