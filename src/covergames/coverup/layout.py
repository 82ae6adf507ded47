"""Cards on the table: orientation, overlap, conflict, link, removal, points.

A pile is a tuple of placements from bottom to top. Squares are pairs (x, y) on an unbounded grid, x to the right, y down.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, ClassVar, TypeAlias

from covergames.coverup.cards import COLUMNS, ROWS, Card, Squares, Symbol, turned
from covergames.encoding import Bounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from covergames.coverup.deck import Deck

Square: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """A card on the table: mirrored left-right if `flip`, then `turn` quarter turns clockwise, top-left square at (x, y)."""

    card: Card
    flip: bool
    turn: Annotated[int, Bounded(0, 3)]
    x: int
    y: int


Pile: TypeAlias = tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two cards with different symbols on one square, the lower card first (CU-P3)."""

    TAG_FIELD: ClassVar = "fault"

    x: int
    y: int
    below: Card
    above: Card


@dataclass(frozen=True, slots=True)
class Unlinked:
    """Cards that no chain of shared symbols joins to the bottom card's group (CU-P4)."""

    TAG_FIELD: ClassVar = "fault"

    cards: tuple[Card, ...]


Fault: TypeAlias = Conflict | Unlinked


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a card lies legally in its pile: with whom it conflicts, with whom it is linked, and in which group."""

    placement: Placement
    conflicts: tuple[Conflict, ...]
    linked_to: tuple[Card, ...]
    in_group: bool

    @property
    def is_legal(self) -> bool:
        """No conflict (CU-P3), and one group with the bottom card (CU-P4)."""
        return not self.conflicts and self.in_group


@dataclass(frozen=True, slots=True)
class Removal:
    """A card taken off the top at scoring, and what was wrong with the pile while it lay there (CU-S1)."""

    card: Card
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A hand's points without the hourglass (CU-S1 to CU-S3)."""

    pile: Pile
    removed: tuple[Removal, ...]
    not_laid: tuple[Card, ...]
    visible: int
    aside_symbols: int

    @property
    def aside(self) -> tuple[Card, ...]:
        """The cards next to the pile: those removed, then those never laid (CU-S2)."""
        return (*(removal.card for removal in self.removed), *self.not_laid)

    @property
    def points(self) -> int:
        """Visible symbols, the symbols of the cards aside, and 1 for each of them (CU-S3)."""
        return self.visible + self.aside_symbols + len(self.aside)


@lru_cache(maxsize=4096)
def marks_of(squares: Squares, *, flip: bool, turn: int) -> tuple[tuple[int, int, Symbol], ...]:
    """The symbols of a card that lies so: column, row, symbol (CU-P2)."""
    return tuple(
        (column, row, Symbol(symbol))
        for row, line in enumerate(turned(squares, flip=flip, turn=turn))
        for column, symbol in enumerate(line)
        if symbol
    )


def size(placement: Placement) -> tuple[int, int]:
    """Width and height of the card as it lies."""
    return (ROWS, COLUMNS) if placement.turn % 2 else (COLUMNS, ROWS)


def symbols_of(placement: Placement, deck: Deck) -> dict[Square, Symbol]:
    """The squares that the card covers with a symbol."""
    marks = marks_of(deck.squares(placement.card), flip=placement.flip, turn=placement.turn)
    return {(placement.x + dx, placement.y + dy): symbol for dx, dy, symbol in marks}


def visible(pile: Iterable[Placement], deck: Deck) -> dict[Square, Symbol]:
    """The squares covered by at least one symbol, with the topmost symbol (CU-S3)."""
    seen: dict[Square, Symbol] = {}
    for placement in pile:
        seen |= symbols_of(placement, deck)
    return seen


def overlaps(pile: Pile, deck: Deck) -> dict[Square, tuple[Card, ...]]:
    """The squares on which several cards have a symbol, with those cards from bottom to top."""
    owners: defaultdict[Square, list[Card]] = defaultdict(list)
    for placement in pile:
        for square in symbols_of(placement, deck):
            owners[square].append(placement.card)
    return {square: tuple(cards) for square, cards in owners.items() if len(cards) > 1}


def conflicts(pile: Pile, deck: Deck) -> tuple[Conflict, ...]:
    """Every square on which two cards show different symbols, once per pair of cards (CU-P3)."""
    marks = [(placement.card, symbols_of(placement, deck)) for placement in pile]
    return tuple(
        Conflict(*square, below, above)
        for upper, (above, theirs) in enumerate(marks)
        for below, ours in marks[:upper]
        for square, symbol in sorted(theirs.items())
        if ours.get(square, symbol) != symbol
    )


def links(pile: Pile, deck: Deck) -> tuple[tuple[Card, Card], ...]:
    """The pairs of cards that share a square with the same symbol, the lower card first (CU-P4)."""
    marks = [(placement.card, symbols_of(placement, deck)) for placement in pile]
    return tuple(
        (below, above)
        for upper, (above, theirs) in enumerate(marks)
        for below, ours in marks[:upper]
        if theirs.items() & ours.items()
    )


def group(pile: Pile, deck: Deck) -> frozenset[Card]:
    """The cards that links join, directly or through others, to the bottom card (CU-P4)."""
    if not pile:
        return frozenset()
    joined = {pile[0].card}
    pairs = links(pile, deck)
    while more := {card for pair in pairs if joined & set(pair) for card in pair} - joined:
        joined |= more
    return frozenset(joined)


def faults(pile: Pile, deck: Deck) -> tuple[Fault, ...]:
    """All that is wrong with a pile; a flawless one has none (CU-P3, CU-P4)."""
    joined = group(pile, deck)
    outside = tuple(placement.card for placement in pile if placement.card not in joined)
    return (*conflicts(pile, deck), *((Unlinked(outside),) if outside else ()))


def is_flawless(pile: Pile, deck: Deck) -> bool:
    """Whether a pile keeps CU-P3 and CU-P4."""
    return not faults(pile, deck)


def explain(pile: Pile, deck: Deck) -> tuple[Verdict, ...]:
    """For each card, from bottom to top, whether it lies legally, and why not."""
    clashes = conflicts(pile, deck)
    pairs = links(pile, deck)
    joined = group(pile, deck)
    return tuple(
        Verdict(
            placement,
            conflicts=tuple(clash for clash in clashes if placement.card in (clash.below, clash.above)),
            linked_to=tuple(
                below if above == placement.card else above
                for below, above in pairs
                if placement.card in (below, above)
            ),
            in_group=placement.card in joined,
        )
        for placement in pile
    )


def remove_from_top(pile: Pile, deck: Deck) -> tuple[Pile, tuple[Removal, ...]]:
    """Take cards off the top until the pile is flawless (CU-S1)."""
    removed: list[Removal] = []
    while wrong := faults(pile, deck):
        removed.append(Removal(pile[-1].card, wrong))
        pile = pile[:-1]
    return pile, tuple(removed)


def score(pile: Pile, hand: Iterable[Card], deck: Deck) -> Score:
    """What a pile and the hand that it was laid from are worth (CU-S1, CU-S2, CU-S3)."""
    laid = {placement.card for placement in pile}
    not_laid = tuple(card for card in hand if card not in laid)
    pile, removed = remove_from_top(pile, deck)
    aside = (*(removal.card for removal in removed), *not_laid)
    return Score(pile, removed, not_laid, len(visible(pile, deck)), sum(deck[card].count for card in aside))


def points(pile: Pile, hand: Iterable[Card], deck: Deck) -> int:
    """The points of `score` (CU-S3)."""
    return score(pile, hand, deck).points


def visible_by_symbol(pile: Pile, deck: Deck) -> Mapping[Symbol, int]:
    """How often each symbol is visible."""
    return Counter(visible(pile, deck).values())


def moved(pile: Pile, *, x: int = 0, y: int = 0) -> Pile:
    """The whole pile moved on the grid; nothing else changes."""
    return tuple(Placement(at.card, at.flip, at.turn, at.x + x, at.y + y) for at in pile)


def mirrored(pile: Pile) -> Pile:
    """The whole pile mirrored left-right about the line x = 0."""
    return tuple(Placement(at.card, not at.flip, -at.turn % 4, -at.x - size(at)[0], at.y) for at in pile)


def quarter_turned(pile: Pile) -> Pile:
    """The whole pile turned clockwise by a quarter about the point (0, 0)."""
    return tuple(Placement(at.card, at.flip, (at.turn + 1) % 4, -at.y - size(at)[1], at.x) for at in pile)


def at_origin(pile: Pile) -> Pile:
    """The pile moved so that its leftmost and its topmost square have coordinate 0."""
    if not pile:
        return pile
    return moved(pile, x=-min(at.x for at in pile), y=-min(at.y for at in pile))


def picture(pile: Pile, deck: Deck) -> tuple[tuple[Card, tuple[tuple[Square, int], ...]], ...]:
    """What a pile looks like, card by card, empty squares included.

    The same for two piles exactly if they are equal up to moving, turning and mirroring the whole, the order of the
    cards, and turns of a card that show the same squares.
    """
    pictures = []
    for _ in range(2):
        for _ in range(4):
            marks = sorted((at.card, _squares_of(at, deck)) for at in pile)
            left = min(x for _, squares in marks for (x, _), _ in squares)
            top = min(y for _, squares in marks for (_, y), _ in squares)
            pictures.append(
                tuple(
                    (card, tuple(((x - left, y - top), symbol) for (x, y), symbol in squares))
                    for card, squares in marks
                )
            )
            pile = quarter_turned(pile)
        pile = mirrored(pile)
    return min(pictures)


def _squares_of(at: Placement, deck: Deck) -> list[tuple[Square, int]]:
    """The eight squares of a card that lies so, sorted, empty ones as 0."""
    rows = turned(deck.squares(at.card), flip=at.flip, turn=at.turn)
    return sorted(((at.x + dx, at.y + dy), symbol) for dy, row in enumerate(rows) for dx, symbol in enumerate(row))
