"""Where cards can be laid so that they are linked to a pile without a conflict (CU-P3, CU-P4): often hundreds of places.

`linked_placements` defines it, square by square. `places` finds the same for a whole hand in some microseconds: all places
of a card are the bits of one integer, and what two cards have to do with each other is computed once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from covergames.coverup.cards import COLUMNS, SYMBOLS, Card, Squares, Symbol
from covergames.coverup.layout import Pile, Placement, Square, marks_of, visible

if TYPE_CHECKING:
    from covergames.coverup.deck import Deck

ORIENTATIONS: Final = tuple((flip, turn) for flip in (False, True) for turn in range(4))
"""In the order of placements."""
REACH: Final = COLUMNS - 1
"""How many squares a card reaches beyond its top-left one, at most."""
SIDES: Final = (16, 32, 64)
"""How many squares wide and high a board may be; the smallest that holds a pile is used."""


def linked_placements(card: Card, pile: Pile, deck: Deck) -> list[Placement]:
    """Where the card shares a symbol with the others of the pile and conflicts with none, sorted (CU-P3, CU-P4).

    If there are no others, its eight orientations at the origin.
    """
    below = visible((placement for placement in pile if placement.card != card), deck)
    if not below:
        return [Placement(card, flip, turn, 0, 0) for flip, turn in ORIENTATIONS]
    return list(_linked(card, deck.squares(card), tuple(below.items())))


@lru_cache(maxsize=1 << 12)  # everybody looks again after each action, though only one pile has changed
def _linked(card: Card, squares: Squares, below: tuple[tuple[Square, Symbol], ...]) -> tuple[Placement, ...]:
    """Where the card, which has these squares, is linked to the symbols below without a conflict."""
    found: list[Placement] = []
    for flip, turn in ORIENTATIONS:
        equal: set[Square] = set()
        different: set[Square] = set()
        for column, row, symbol in marks_of(squares, flip=flip, turn=turn):
            for (x, y), other in below:
                (equal if symbol == other else different).add((x - column, y - row))
        found += [Placement(card, flip, turn, x, y) for x, y in sorted(equal - different)]
    return tuple(found)


class Places:
    """The places of one card on a board, a bit for each: by orientation, then column, then row."""

    def __init__(self, card: Card, bits: int, side: int, left: int, top: int) -> None:
        self.card = card
        self.bits = bits
        self.side = side
        self.left = left
        self.top = top

    def __reduce__(self) -> tuple[type[Places], tuple[Card, int, int, int, int]]:
        """Let a pickle contain the places, compiled or not."""
        return Places, (self.card, self.bits, self.side, self.left, self.top)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __getitem__(self, number: int) -> Placement:
        """Return the place of that number, by halving the board until one bit is left."""
        bits, bit, size = self.bits, 0, self.bits.bit_length()
        while size > 1:
            half = size >> 1
            lower = bits & ((1 << half) - 1)
            count = lower.bit_count()
            if number < count:
                bits, size = lower, half
            else:
                number -= count
                bits >>= half
                bit += half
                size -= half
        orientation, place = divmod(bit, self.side * self.side)
        column, row = divmod(place, self.side)
        flip, turn = ORIENTATIONS[orientation]
        return Placement(self.card, flip, turn, self.left + column, self.top + row)


SomePlaces: TypeAlias = Places | list[Placement]
"""As bits, or one by one."""


def places(hand: tuple[Card, ...], pile: Pile, deck: Deck) -> list[SomePlaces]:
    """Return for each card of the hand where it can be linked to the others of the pile, except where it lies.

    A pile with a conflict, or one that lies far apart, is looked at square by square.
    """
    across = [at.x for at in pile] or [0]
    down = [at.y for at in pile] or [0]
    left, top = min(across), min(down)
    spread = max(max(across) - left, max(down) - top)
    for side in SIDES:
        if spread + 2 * REACH < side:
            found = _on_board(hand, pile, deck, side=side, left=left, top=top)
            return _one_by_one(hand, pile, deck) if found is None else found
    return _one_by_one(hand, pile, deck)


def _one_by_one(hand: tuple[Card, ...], pile: Pile, deck: Deck) -> list[SomePlaces]:
    return [_besides(card, pile, deck) for card in hand]


def _besides(card: Card, pile: Pile, deck: Deck) -> list[Placement]:
    """Return the places of a card, except where it lies."""
    return [at for at in linked_placements(card, pile, deck) if at not in pile]


def _on_board(
    hand: tuple[Card, ...], pile: Pile, deck: Deck, *, side: int, left: int, top: int
) -> list[SomePlaces] | None:
    """Return the places as bits; None: two cards conflict, so that not all symbols of the pile are visible (CU-S3)."""
    laid = [(at.card, deck.squares(at.card), 4 * at.flip + at.turn, (at.x - left) * side + at.y - top) for at in pile]
    found: list[SomePlaces] = []
    for card in hand:
        squares = deck.squares(card)
        equal = different = own = others = 0
        for other, below, orientation, shift in laid:
            if other == card:
                own = 1 << (orientation * side * side + shift + REACH * (side + 1))
            else:
                others += 1
                linked, conflicting = _against(squares, below, orientation, side)
                equal |= linked << shift
                different |= conflicting << shift
        if own & different:
            return None
        if others:
            found.append(Places(card, equal & ~(different | own), side, left - REACH, top - REACH))
        else:
            found.append(_besides(card, pile, deck))
    return found


@lru_cache(maxsize=1 << 12)
def _against(squares: Squares, below: Squares, orientation: int, side: int) -> tuple[int, int]:
    """Return where a card shares a symbol with another one that lies so at the corner of a board, and where it conflicts."""
    everywhere, *by_symbol = _reaching(squares, side)
    equal = different = 0
    flip, turn = ORIENTATIONS[orientation]
    for column, row, symbol in marks_of(below, flip=flip, turn=turn):
        shift = column * side + row
        equal |= by_symbol[symbol - 1] << shift
        different |= (everywhere & ~by_symbol[symbol - 1]) << shift
    return equal, different


@lru_cache(maxsize=1 << 10)
def _reaching(squares: Squares, side: int) -> tuple[int, ...]:
    """Return from where a card covers the corner of a board: with any symbol, then with each of the symbols."""
    by_symbol = [0] * (SYMBOLS + 1)
    for orientation, (flip, turn) in enumerate(ORIENTATIONS):
        for column, row, symbol in marks_of(squares, flip=flip, turn=turn):
            bit = 1 << (orientation * side * side + (REACH - column) * side + REACH - row)
            by_symbol[symbol] |= bit
            by_symbol[0] |= bit
    return tuple(by_symbol)
