"""The best pile by trying everything: slow, without any pruning, and obviously right.

A pile grows from its first card by every placement of every other card that is linked to it; a set of piles sees to it
that each is counted once. Squares are bits of large integers, with a plane for each symbol.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from covergames.coverup.layout import Placement, picture, symbols_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from covergames.coverup.cards import Card
    from covergames.coverup.deck import Deck


def best(hand: Sequence[Card], deck: Deck) -> tuple[int, int]:
    """The least points, and how many different piles have them."""
    known: list[Placement] = []
    number_of: dict[Placement, int] = {}
    squares_of: list[int] = []
    symbols_at: list[int] = []

    def number(placement: Placement) -> int:
        if placement not in number_of:
            number_of[placement] = len(known)
            known.append(placement)
            squares = symbols = 0
            for (x, y), symbol in symbols_of(placement, deck).items():
                bit = 1 << ((y + 20) * 40 + x + 20)
                squares |= bit
                symbols |= bit << 1600 * symbol
            squares_of.append(squares)
            symbols_at.append(symbols)
        return number_of[placement]

    @cache
    def linked_at_origin(lower: Placement, card: Card) -> list[Placement]:
        """Every placement of the card that shares a symbol with the given one and does not conflict with it."""
        squares, symbols = squares_of[number(lower)], symbols_at[number(lower)]
        found: list[Placement] = []
        for flip, turn, x, y in product((False, True), range(4), range(-4, 5), range(-4, 5)):
            upper = Placement(card, flip, turn, x, y)
            other = number(upper)
            shared = (symbols & symbols_at[other]).bit_count()
            if shared and shared == (squares & squares_of[other]).bit_count():
                found.append(upper)
        return found

    @cache
    def linked(placement_number: int, card: Card) -> list[int]:
        at = known[placement_number]
        uppers = linked_at_origin(replace(at, x=0, y=0), card)
        return [number(replace(upper, x=upper.x + at.x, y=upper.y + at.y)) for upper in uppers]

    least = 10**9
    pictures: set[object] = set()
    for index, first in enumerate(hand):
        start = number(Placement(first, flip=False, turn=0, x=0, y=0))
        piles = {frozenset([start]): (squares_of[start], symbols_at[start])}
        while piles:
            grown = {}
            for pile, (squares, symbols) in piles.items():
                laid = {known[placement].card for placement in pile}
                points = squares.bit_count() + sum(deck[card].count + 1 for card in hand if card not in laid)
                if points < least:
                    least, pictures = points, set()
                if points == least:
                    pictures.add(picture(tuple(known[placement] for placement in pile), deck))
                for card in hand[index:]:
                    if card in laid:
                        continue
                    for placement in pile:
                        for other in linked(placement, card):
                            shared = (symbols & symbols_at[other]).bit_count()
                            if shared == (squares & squares_of[other]).bit_count():
                                grown[pile | {other}] = squares | squares_of[other], symbols | symbols_at[other]
            piles = grown
    return least, len(pictures)
