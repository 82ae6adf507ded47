"""Cards as text: four letters, as in ``Gkmd`` for green clothes, black hair, semi-long, diamond."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from covergames.coverme.cards import (
    CARDS,
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
from covergames.game import NotationError

if TYPE_CHECKING:
    from covergames.coverme.options import Options

LETTER: Final[Mapping[Characteristic, str]] = {
    **dict(zip(Clothes, "YRBGKW", strict=True)),
    **dict(zip(Hair, "brk", strict=True)),
    **dict(zip(Length, "sml", strict=True)),
    **dict(zip(Pattern, "qdt", strict=True)),
}

_TEXTS: Final = tuple(
    LETTER[CLOTHES[card]] + LETTER[HAIR[card]] + LETTER[LENGTH[card]] + LETTER[PATTERN[card]] for card in CARDS
)
_CARD_OF_TEXT: Final = {text: card for card, text in zip(CARDS, _TEXTS, strict=True)}


def card_text(card: Card) -> str:
    """The card's four letters."""
    return _TEXTS[card]


def parse_card(text: str) -> Card:
    """The card of those four letters."""
    if text not in _CARD_OF_TEXT:
        raise NotationError(f"{text!r} is no card: a card is like 'Gkmd', one letter each of YRBGKW, brk, sml, qdt")
    return _CARD_OF_TEXT[text]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards separated by spaces."""
    return " ".join(card_text(card) for card in cards)


def parse_cards(text: str) -> list[Card]:
    """Cards separated by spaces."""
    return [parse_card(word) for word in text.split()]


def card_texts(_options: Options) -> tuple[str, ...]:
    """Return the text of every card by its number: the same in every variant."""
    return _TEXTS


def clothes_of(letter: str) -> Clothes:
    """Return the clothes colour of that letter."""
    return next(colour for colour in Clothes if LETTER[colour] == letter)
