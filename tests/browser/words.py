"""The messages of the page, in one language."""

from __future__ import annotations

from covergames.coverme import Card
from covergames.terminal.coverme.words import CoverMeWords
from covergames.text import Value, text


def capital(words: str) -> str:
    """The text with a capital letter."""
    return words[:1].upper() + words[1:]


class Words:
    """The messages of one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, **values: Value) -> str:
        """A message."""
        return text(key, self.language, **values)

    def capital(self, key: str, **values: Value) -> str:
        """A message with a capital letter."""
        return capital(self(key, **values))

    def card(self, card: Card) -> str:
        """A card by its four characteristics."""
        return ", ".join(CoverMeWords(self.language).card(card))
