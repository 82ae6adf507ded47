"""Hands as they are in each round, dealt without the rounds before (CU-N3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from covergames.coverup.cards import Card, Colour

if TYPE_CHECKING:
    from collections.abc import Mapping

    from covergames.coverup.deck import Deck
    from covergames.game import Dealer

COLOURS: Final[Mapping[int, tuple[int, int, int]]] = {
    1: (5, 0, 0),
    2: (4, 1, 0),
    3: (3, 1, 1),
    4: (2, 2, 1),
    5: (1, 2, 2),
}
"""Green, yellow and red cards of a hand, by round (CU-N3)."""


def deal(deck: Deck, round_number: int, dealer: Dealer) -> tuple[Card, ...]:
    """Return a hand of that round: the top cards of the three piles, shuffled one after the other (CU-N3)."""
    return tuple(
        card
        for colour, count in zip(Colour, COLOURS[round_number], strict=True)
        for card in dealer.shuffle(colour.value, deck.of_colour(colour))[:count]
    )
