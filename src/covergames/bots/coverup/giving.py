"""Which green card to give back: the one without which the left neighbour's next hand is the worst (CU-N1, CU-N2)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol

from covergames.bots.coverup.sight import Sight, best_pile
from covergames.coverup import Card, Colour, Deck, View, score


class Giving(Protocol):
    """A way to choose."""

    def card(self, view: View, generator: random.Random) -> Card:
        """One of the viewer's green cards."""
        ...


@dataclass(frozen=True, slots=True)
class ByLot:
    """Gives any green card back."""

    def card(self, view: View, generator: random.Random) -> Card:
        """One as likely as the other."""
        return generator.choice(_greens(view))


@dataclass(frozen=True, slots=True)
class ByEye:
    """Keeps the four cards that it would itself lay worst, and does not think of the card to come."""

    sight: Sight

    def card(self, view: View, generator: random.Random) -> Card:
        """The card without which the others lie worst."""
        deck = view.options.deck
        return _worst_without(
            {
                card: score(self.sight.target((), kept, deck, generator), kept, deck).points
                for card, kept in _kept(view).items()
            },
            generator,
        )


@dataclass(frozen=True, slots=True)
class ByExpectation:
    """Keeps the four cards that make the best pile worst, on average over the card to come."""

    draws: int | None = None
    """Of how many cards that may come it thinks; None: of all."""

    def card(self, view: View, generator: random.Random) -> Card:
        """The card without which the next hand's best pile has the most points to be expected."""
        deck = view.options.deck
        coming = unseen(view)
        if self.draws is not None and self.draws < len(coming):
            coming = generator.sample(coming, self.draws)
        expected = {card: expected_points(kept, coming, deck) for card, kept in _kept(view).items()}
        return _worst_without(expected, generator)


def expected_points(kept: Sequence[Card], coming: Sequence[Card], deck: Deck) -> float:
    """The mean points of the best piles of four cards with each of the cards that may come."""
    return fmean(best_pile(tuple(sorted((*kept, card))), deck).points for card in coming)


def unseen(view: View) -> list[Card]:
    """The cards of which one will be taken for the green one: those of their colour that nobody has (CU-N1, CU-I1)."""
    colour = Colour.YELLOW if view.round % 2 else Colour.RED
    seen = {card for seat in view.seats for card in seat.hand}
    return [card for card in view.options.deck.of_colour(colour) if card not in seen]


def _greens(view: View) -> list[Card]:
    assert view.seat is not None
    deck = view.options.deck
    return [card for card in view.seats[view.seat].hand if deck[card].colour is Colour.GREEN]


def _kept(view: View) -> dict[Card, tuple[Card, ...]]:
    """For each green card what is left without it."""
    assert view.seat is not None
    hand = view.seats[view.seat].hand
    return {green: tuple(card for card in hand if card != green) for green in _greens(view)}


def _worst_without(points: Mapping[Card, float], generator: random.Random) -> Card:
    """The card with the most points for the rest; of equals, one by lot."""
    most = max(points.values())
    return generator.choice([card for card, value in points.items() if value == most])
