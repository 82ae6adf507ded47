"""The cards of a deck as text, and back."""

from __future__ import annotations

from collections.abc import Iterable

from covergames.coverup import Card, Deck
from covergames.game import NotationError
from covergames.wire.part import CardText


class CardNames:
    """What the cards of one deck are called."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._texts = [CardText(face.id) for face in deck.faces]
        self._cards = {text: Card(index) for index, text in enumerate(self._texts)}

    def text(self, card: Card) -> CardText:
        """The card's id."""
        return self._texts[card]

    def texts(self, cards: Iterable[Card]) -> tuple[CardText, ...]:
        """The cards' ids."""
        return tuple([self._texts[card] for card in cards])

    def card(self, text: CardText) -> Card:
        """The card with that id, or `NotationError`."""
        if text not in self._cards:
            raise NotationError(f"no card {text!r} in the deck {self._deck.name!r}")
        return self._cards[text]

    def cards(self, texts: Iterable[CardText]) -> tuple[Card, ...]:
        """The cards with these ids, or `NotationError`."""
        return tuple([self.card(text) for text in texts])
