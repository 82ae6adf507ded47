"""Cards: transparent, a grid of eight squares, each empty or one of six symbols."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType, TypeAlias

Card = NewType("Card", int)
"""A card, as its index in the deck that is played with."""

Symbol = NewType("Symbol", int)
"""A symbol, 1 to 6; its name is the deck's affair."""

Squares: TypeAlias = tuple[int, ...]
"""The eight squares of a card, row by row: 0 empty, 1 to 6 a symbol."""

ROWS: Final = 2
COLUMNS: Final = 4
SYMBOLS: Final = 6
HAND: Final = 5
"""Cards in a hand, in every round (CU-N3)."""


class Colour(Enum):
    """The three kinds of card (CU-C1)."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"

    @property
    def symbols(self) -> int:
        """How many of the eight squares of such a card bear a symbol (CU-C1)."""
        return {Colour.GREEN: 4, Colour.YELLOW: 5, Colour.RED: 6}[self]


CARDS_PER_COLOUR: Final = 36


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card."""

    id: str
    colour: Colour
    squares: Squares

    @property
    def count(self) -> int:
        """The number of symbols on the card."""
        return len(self.squares) - self.squares.count(0)


def turned(squares: Squares, *, flip: bool, turn: int) -> tuple[tuple[int, ...], ...]:
    """Return the rows of a card, mirrored left-right if `flip` and then turned clockwise by `turn` quarters (CU-P2)."""
    rows = [squares[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    if flip:
        rows = [row[::-1] for row in rows]
    for _ in range(turn % 4):
        rows = list(zip(*reversed(rows), strict=True))
    return tuple(rows)


def likeness(squares: Squares) -> tuple[tuple[int, ...], ...]:
    """Return a value that is equal for two cards exactly if one can be turned and flipped into the other (CU-P2)."""
    return min(turned(squares, flip=flip, turn=turn) for flip in (False, True) for turn in range(4))
