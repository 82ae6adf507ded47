"""The 162 model cards (CM-C1) and what they are worth (CM-C2)."""

from __future__ import annotations

from enum import Enum
from itertools import product
from typing import Final, NewType, TypeAlias


class _Shown(Enum):
    """Something a card shows. Members are singletons, so identity is the quickest hash there is."""

    __hash__ = object.__hash__


class Clothes(_Shown):
    """Clothes colour: the trait of spring and summer (CM-T1)."""

    YELLOW = "yellow"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    BLACK = "black"
    WHITE = "white"


class Hair(_Shown):
    """Hair colour: always active, and what the open piles are sorted by (CM-S2)."""

    BLONDE = "blonde"
    RED_BROWN = "red-brown"
    BLACK = "black"


class Length(_Shown):
    """Hair length: always active."""

    SHORT = "short"
    SEMI_LONG = "semi-long"
    LONG = "long"


class Pattern(_Shown):
    """Background pattern: the trait of fall and winter (CM-T1)."""

    SQUARED = "squared"
    DIAMOND = "diamond"
    STRIPED = "striped"


Characteristic: TypeAlias = Clothes | Hair | Length | Pattern

Card = NewType("Card", int)
"""A model card: the number of its combination of characteristics, 0 to 161."""

_COMBINATIONS: Final = tuple(product(Clothes, Hair, Length, Pattern))
_CARD: Final = {combination: Card(number) for number, combination in enumerate(_COMBINATIONS)}

CARDS: Final = tuple(_CARD.values())
CLOTHES: Final = tuple(clothes for clothes, _, _, _ in _COMBINATIONS)
HAIR: Final = tuple(hair for _, hair, _, _ in _COMBINATIONS)
LENGTH: Final = tuple(length for _, _, length, _ in _COMBINATIONS)
PATTERN: Final = tuple(pattern for _, _, _, pattern in _COMBINATIONS)


def card_of(clothes: Clothes, hair: Hair, length: Length, pattern: Pattern) -> Card:
    """Return the card with these characteristics (CM-C1)."""
    return _CARD[clothes, hair, length, pattern]


_OF_CLOTHES: Final = {colour: tuple([card for card in CARDS if CLOTHES[card] is colour]) for colour in Clothes}


def cards_of(*colours: Clothes) -> list[Card]:
    """Return all cards of these clothes colours, 27 each (CM-C1)."""
    return [card for colour in colours for card in _OF_CLOTHES[colour]]


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards except this one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


WORTH: Final = {
    Clothes.YELLOW: 2,
    Clothes.RED: 2,
    Clothes.BLUE: 2,
    Clothes.GREEN: 3,
    Clothes.BLACK: 4,
    Clothes.WHITE: 5,
}
"""Prestige by clothes colour (CM-C2)."""

PRESTIGE: Final = tuple(WORTH[CLOTHES[card]] for card in CARDS)
