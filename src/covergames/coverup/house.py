"""The generator of the house deck (CU-C2): the same deck for the same seed, on any machine and any Python.

All chance is the SHA-256 digest of ``"seed:counter"``, counter 0, 1, 2, ... Colour by colour, green, yellow, red:

1. Fill a bag with each symbol equally often, shuffle it, and deal it out card by card.
2. Give each card as many empty squares as it needs and shuffle its eight squares.
3. While some card is dull, or like an earlier one of its colour, swap one of its symbols with one of another card, both
   at random, and shuffle both cards again.

The seed of the house deck was chosen with the solver: ``docs/house-deck.md``.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from covergames.coverup.cards import CARDS_PER_COLOUR, COLUMNS, ROWS, SYMBOLS, Colour, Face, Squares, likeness, turned
from covergames.coverup.deck import Deck

if TYPE_CHECKING:
    from collections.abc import MutableSequence

HOUSE_SEED: Final = 29
SYMBOL_NAMES: Final = ("circle", "triangle", "square", "star", "heart", "drop")
MOST_OF_A_KIND: Final = 2


class _Lot:
    """Numbers drawn from digests."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.counter = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1."""
        digest = sha256(f"{self.seed}:{self.counter}".encode()).digest()
        self.counter += 1
        return int.from_bytes(digest, "big") % limit

    def shuffle(self, items: MutableSequence[int]) -> None:
        """Put the items in a new order, from the last place down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def is_dull(squares: Squares) -> bool:
    """Return whether a card has three equal symbols, a symmetry, or an empty row or half."""
    looks = {turned(squares, flip=flip, turn=turn) for flip in (False, True) for turn in range(4)}
    most = max(count for symbol, count in Counter(squares).items() if symbol)
    rows = [squares[:COLUMNS], squares[COLUMNS:]]
    halves = [[row[column] for row in rows for column in columns] for columns in ((0, 1), (2, 3))]
    return most > MOST_OF_A_KIND or len(looks) < 8 or not all(any(part) for part in (*rows, *halves))


def generate(seed: int, name: str) -> Deck:
    """Generate a deck that satisfies CU-C2 and has no dull card."""
    lot = _Lot(seed)
    faces: list[Face] = []
    for colour in Colour:
        for number, squares in enumerate(_cards(colour, lot), start=1):
            faces.append(Face(f"{colour.value[0]}{number:02}", colour, squares))
    return Deck(name, SYMBOL_NAMES, tuple(faces))


def _cards(colour: Colour, lot: _Lot) -> list[Squares]:
    bag = [symbol for symbol in range(1, SYMBOLS + 1) for _ in range(CARDS_PER_COLOUR * colour.symbols // SYMBOLS)]
    lot.shuffle(bag)
    empty = [0] * (ROWS * COLUMNS - colour.symbols)
    cards = [[*bag[start : start + colour.symbols], *empty] for start in range(0, len(bag), colour.symbols)]
    for card in cards:
        lot.shuffle(card)
    while (bad := _first_bad(cards)) is not None:
        other = lot.below(len(cards))
        mine = lot.below(len(cards[bad]))
        theirs = lot.below(len(cards[other]))
        if cards[bad][mine] and cards[other][theirs]:
            cards[bad][mine], cards[other][theirs] = cards[other][theirs], cards[bad][mine]
        lot.shuffle(cards[bad])
        lot.shuffle(cards[other])
    return [tuple(card) for card in cards]


def _first_bad(cards: list[list[int]]) -> int | None:
    seen = set()
    for index, card in enumerate(cards):
        look = likeness(tuple(card))
        if is_dull(tuple(card)) or look in seen:
            return index
        seen.add(look)
    return None


def house() -> Deck:
    """Generate the house deck."""
    return generate(HOUSE_SEED, "house")
