"""What the page says, in the language of whoever reads it."""

from __future__ import annotations

from covergames.coverme import Card
from covergames.terminal.coverme.words import CoverMeWords
from covergames.text import Value, text


def capital(words: str) -> str:
    """With a capital, whatever stands behind it."""
    return words[:1].upper() + words[1:]


class Words:
    """The messages of one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, **values: Value) -> str:
        """A message."""
        return text(key, self.language, **values)

    def capital(self, key: str, **values: Value) -> str:
        """A message that begins something."""
        return capital(self(key, **values))

    def card(self, card: Card) -> str:
        """A card by its four characteristics."""
        return ", ".join(CoverMeWords(self.language).card(card))
