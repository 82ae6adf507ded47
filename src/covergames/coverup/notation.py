"""Cards as text: a card is its id in the deck."""

from __future__ import annotations

from covergames.coverup.options import Options


def card_texts(options: Options) -> tuple[str, ...]:
    """Return the text of every card by its number."""
    return tuple([face.id for face in options.deck.faces])
