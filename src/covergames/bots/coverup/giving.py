"""Which green card to give back: the one that leaves the left neighbour the worst hand (CU-N1, CU-N2)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol

from covergames.bots.coverup.sight import Sight, best_pile
from covergames.coverup import Card, Colour, Deck, View, score


class Giving(Protocol):
    """A way to choose the card to give back."""

    def card(self, view: View, generator: random.Random) -> Card:
        """Return one of the viewer's green cards."""
        ...


@dataclass(frozen=True, slots=True)
class ByLot:
    """Gives any green card back."""

    def card(self, view: View, generator: random.Random) -> Card:
        """Return any green card, each with the same probability."""
        return generator.choice(_greens(view))


@dataclass(frozen=True, slots=True)
class ByEye:
    """Keeps the four cards that it would lay worst itself, and ignores the card to come."""

    sight: Sight

    def card(self, view: View, generator: random.Random) -> Card:
        """Return the card without which it would lay the others worst."""
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
    """Keeps the four cards with the worst best pile, on average over the card to come."""

    draws: int | None = None
    """Of how many cards that may come it thinks; None: of all."""

    def card(self, view: View, generator: random.Random) -> Card:
        """Return the card without which the best pile of the next hand has the most expected points."""
        deck = view.options.deck
        coming = unseen(view)
        if self.draws is not None and self.draws < len(coming):
            coming = generator.sample(coming, self.draws)
        expected = {card: expected_points(kept, coming, deck) for card, kept in _kept(view).items()}
        return _worst_without(expected, generator)


def expected_points(kept: Sequence[Card], coming: Sequence[Card], deck: Deck) -> float:
    """Return the mean points of the best piles of four cards with each of the cards that may come."""
    return fmean(best_pile(tuple(sorted((*kept, card))), deck).points for card in coming)


def unseen(view: View) -> list[Card]:
    """Return the cards that may replace the green one: those of their colour that nobody holds (CU-N1, CU-I1)."""
    colour = Colour.YELLOW if view.round % 2 else Colour.RED
    seen = {card for seat in view.seats for card in seat.hand}
    return [card for card in view.options.deck.of_colour(colour) if card not in seen]


def _greens(view: View) -> list[Card]:
    assert view.seat is not None
    deck = view.options.deck
    return [card for card in view.seats[view.seat].hand if deck[card].colour is Colour.GREEN]


def _kept(view: View) -> dict[Card, tuple[Card, ...]]:
    """Return for each green card the hand without it."""
    assert view.seat is not None
    hand = view.seats[view.seat].hand
    return {green: tuple(card for card in hand if card != green) for green in _greens(view)}


def _worst_without(points: Mapping[Card, float], generator: random.Random) -> Card:
    """Return the card that leaves the most points to the rest; a tie is broken at random."""
    most = max(points.values())
    return generator.choice([card for card, value in points.items() if value == most])
