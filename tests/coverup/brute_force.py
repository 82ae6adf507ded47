"""The best pile by exhaustive search: slow, without pruning, and obviously right.

A pile grows from its first card by every placement of every other card that is linked to it; a set of piles sees to it
that each is counted once. Squares are bits of large integers, with a plane for each symbol.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from covergames.coverup.layout import Placement, picture, symbols_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from covergames.coverup.cards import Card
    from covergames.coverup.deck import Deck

MARGIN_SQUARES = 16
WIDTH_SQUARES = 2 * MARGIN_SQUARES
"""Squares across and down: four links of at most 3 squares and a card's length, 15 squares, fit in either direction."""


def moved(squares: int, x: int, y: int) -> int:
    """Return the squares moved this far to the right and down."""
    places = y * WIDTH_SQUARES + x
    return squares << places if places >= 0 else squares >> -places


def best(hand: Sequence[Card], deck: Deck) -> tuple[int, int]:
    """Return the fewest points, and the number of different piles with these points."""
    known: list[Placement] = []
    number_of: dict[Placement, int] = {}
    squares_of: list[int] = []
    symbols_at: list[int] = []

    @cache
    def at_origin(card: Card, flip: bool, turn: int) -> tuple[int, int]:  # noqa: FBT001
        """Return the card's squares, and its symbols, each in its plane."""
        squares = symbols = 0
        for (x, y), symbol in symbols_of(Placement(card, flip, turn, 0, 0), deck).items():
            bit = 1 << ((y + MARGIN_SQUARES) * WIDTH_SQUARES + x + MARGIN_SQUARES)
            squares |= bit
            symbols |= bit << WIDTH_SQUARES * WIDTH_SQUARES * symbol
        return squares, symbols

    def number(placement: Placement) -> int:
        if placement not in number_of:
            number_of[placement] = len(known)
            known.append(placement)
            squares, symbols = at_origin(placement.card, placement.flip, placement.turn)
            squares_of.append(moved(squares, placement.x, placement.y))
            symbols_at.append(moved(symbols, placement.x, placement.y))
        return number_of[placement]

    @cache
    def linked_at_origin(lower: Card, flip: bool, turn: int, card: Card) -> list[Placement]:  # noqa: FBT001
        """Yield every placement of the card that shares a symbol with the given one and does not conflict with it."""
        squares, symbols = at_origin(lower, flip, turn)
        found: list[Placement] = []
        for flipped, turned in product((False, True), range(4)):
            over, marks = at_origin(card, flipped, turned)
            for x, y in product(range(-4, 5), repeat=2):
                shared = (symbols & moved(marks, x, y)).bit_count()
                if shared and shared == (squares & moved(over, x, y)).bit_count():
                    found.append(Placement(card, flipped, turned, x, y))
        return found

    @cache
    def linked(placement_number: int, card: Card) -> list[int]:
        at = known[placement_number]
        uppers = linked_at_origin(at.card, at.flip, at.turn, card)
        return [number(Placement(card, upper.flip, upper.turn, upper.x + at.x, upper.y + at.y)) for upper in uppers]

    cost = {card: deck[card].count + 1 for card in hand}
    least = 10**9
    pictures: set[object] = set()
    for index, first in enumerate(hand):
        start = number(Placement(first, flip=False, turn=0, x=0, y=0))
        piles = {frozenset([start]): (squares_of[start], symbols_at[start])}
        while piles:
            grown = {}
            for pile, (squares, symbols) in piles.items():
                laid = {known[placement].card for placement in pile}
                points = squares.bit_count() + sum(cost[card] for card in hand if card not in laid)
                if points < least:
                    least, pictures = points, set()
                if points == least:
                    pictures.add(picture(tuple(known[placement] for placement in pile), deck))
                for card in hand[index:]:
                    if card in laid:
                        continue
                    for other in set().union(*(linked(placement, card) for placement in pile)):
                        over, marks = squares_of[other], symbols_at[other]
                        if (symbols & marks).bit_count() == (squares & over).bit_count():
                            grown[pile | {other}] = squares | over, symbols | marks
            piles = grown
    return least, len(pictures)
