"""Which green card to give back: the one that leaves the left neighbour the worst hand (CU-N1, CU-N2)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from covergames.bots.coverup.sight import Sight, whole
from covergames.coverup import Card, Colour, View, score


@dataclass(frozen=True, slots=True)
class Giving:
    """Keeps the four cards that it would lay worst itself, on average over cards that may come."""

    sight: Sight
    draws: float | None
    """Of how many cards that may come it thinks, which may be a fraction; 0: it gives any card back; None: of all."""

    def card(self, view: View, generator: random.Random) -> Card:
        """Return the green card without which it would have the most points in the next round, as far as it sees."""
        coming = unseen(view)
        if self.draws is not None:
            coming = generator.sample(coming, min(len(coming), whole(self.draws, generator)))
        expected = {green: self._points(kept, coming, view, generator) for green, kept in _kept(view).items()}
        most = max(expected.values())
        return generator.choice([card for card, points in expected.items() if points == most])

    def _points(self, kept: Sequence[Card], coming: Sequence[Card], view: View, generator: random.Random) -> int:
        """Return the sum of the points of the piles that it sees for four cards with each of the cards that may come."""
        deck = view.options.deck
        hands = [tuple(sorted((*kept, card))) for card in coming]
        return sum(score(self.sight.target((), hand, deck, generator), hand, deck).points for hand in hands)


def unseen(view: View) -> list[Card]:
    """Return the cards that may replace the green one: those of their colour that nobody holds (CU-N1, CU-I1)."""
    colour = Colour.YELLOW if view.round % 2 else Colour.RED
    seen = {card for seat in view.seats for card in seat.hand}
    return [card for card in view.options.deck.of_colour(colour) if card not in seen]


def _kept(view: View) -> dict[Card, tuple[Card, ...]]:
    """Return for each green card the hand without it."""
    assert view.seat is not None
    hand, deck = view.seats[view.seat].hand, view.options.deck
    return {
        green: tuple(card for card in hand if card != green) for green in hand if deck[green].colour is Colour.GREEN
    }
