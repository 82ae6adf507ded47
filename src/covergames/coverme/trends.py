"""Seasons, fashion tracks and trends: what counts, and how trendy a model is (CM-T1 to CM-T4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final, TypeAlias

from covergames.coverme.cards import (
    CLOTHES,
    HAIR,
    LENGTH,
    PATTERN,
    Card,
    Characteristic,
    Clothes,
    Hair,
    Length,
    Pattern,
)


class Season(Enum):
    """A quarter of the year, in the order of the calendar."""

    WINTER = "winter"
    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"

    __hash__ = object.__hash__  # members are singletons, so identity is the quickest hash there is


class Trait(Enum):
    """What a card shows one characteristic of."""

    CLOTHES = "clothes"
    HAIR = "hair"
    LENGTH = "length"
    PATTERN = "pattern"


Tracks: TypeAlias = Mapping[Characteristic, int]
"""The fashion tracks: a count for every characteristic of the active traits."""

Trends: TypeAlias = frozenset[Characteristic]

CHARACTERISTICS: Final[Mapping[Trait, type[Clothes] | type[Hair] | type[Length] | type[Pattern]]] = {
    Trait.CLOTHES: Clothes,
    Trait.HAIR: Hair,
    Trait.LENGTH: Length,
    Trait.PATTERN: Pattern,
}


def active_traits(season: Season) -> tuple[Trait, Trait, Trait]:
    """Hair colour, length, and pattern in fall and winter, clothes in spring and summer (CM-T1)."""
    if season in (Season.FALL, Season.WINTER):
        return Trait.HAIR, Trait.LENGTH, Trait.PATTERN
    return Trait.HAIR, Trait.LENGTH, Trait.CLOTHES


_ACTIVE: Final = {
    season: tuple(shown for trait in active_traits(season) for shown in CHARACTERISTICS[trait]) for season in Season
}
"""For every season, the characteristics that count."""
_COUNT_BITS: Final = 6
"""Enough for a track on which all 54 cards of a characteristic count."""
_COUNTED: Final = {
    season: tuple(
        sum(1 << _COUNT_BITS * place for place, shown in enumerate(active) if shown in shown_by_card)
        for shown_by_card in zip(CLOTHES, HAIR, LENGTH, PATTERN, strict=True)
    )
    for season, active in _ACTIVE.items()
}
"""For every season and card, a count of one on each of its tracks, the first track lowest; such numbers can be added."""


def tracks_of(cards: Iterable[Card], season: Season) -> Tracks:
    """Count each card once on the tracks of the season's active traits (CM-T2)."""
    counted = _COUNTED[season]
    counts = 0
    for card in cards:
        counts += counted[card]
    tracks: dict[Characteristic, int] = {}
    for shown in _ACTIVE[season]:
        tracks[shown] = counts % (1 << _COUNT_BITS)
        counts >>= _COUNT_BITS
    return tracks


def trends_of(tracks: Tracks) -> Trends:
    """In each trait the characteristics with the highest count; ties are all trends, a count of 0 is none (CM-T3)."""
    highest: dict[type[Characteristic], int] = {}
    for characteristic, count in tracks.items():
        trait = type(characteristic)
        if count > highest.get(trait, 0):
            highest[trait] = count
    return frozenset(
        [characteristic for characteristic, count in tracks.items() if count == highest.get(type(characteristic))]
    )


def trend_value(card: Card, trends: Trends) -> int:
    """How many of the model's active characteristics are trends: 0 to 3 (CM-T4)."""
    return (CLOTHES[card] in trends) + (HAIR[card] in trends) + (LENGTH[card] in trends) + (PATTERN[card] in trends)
