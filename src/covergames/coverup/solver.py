"""The best pile of a hand, with proof (CU-B1).

Points are the symbols of all cards, less one for every symbol that disappears on an equal one, plus one per card aside;
the order of a legal pile does not matter. The search asks for piles of exactly V points, for V = a lower bound, V + 1,
... until there are some: below that it has proven that there are none, and at that V it sees them all.

- The first card, the one that goes best with the others, lies still in one orientation, which breaks the symmetry of the
  whole; piles without it come after.
- A node is a group of linked cards. It takes the card in hand with the fewest placements linked to the group and
  branches: each of these placements, and "not linked to this group". So no arrangement is ever visited twice.
- The slack V - visible symbols bounds everything: a placement must leave at most `slack` of its symbols uncovered, and
  a card that is not linked to the group adds all its symbols, so that branch needs a slack of as many.
- The placements of each card still in hand are passed down and filtered, not generated again; a placement linked only
  to the newest card is looked for only if the slack before that card allowed a whole unlinked card.
- Whether two placements agree, and on which squares, is one look at a table of the 392 relative placements of two cards.
- What two or three cards can hide of each other at best is known exactly beforehand, and bounds four and five: so every
  card must leave the others the slack that they need beyond what they can share with it, or the node is dead.

The inner loop, `covergames.coverup._search`, is compiled by ``scripts/compile``; interpreted it gives the same answers.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from covergames.compiled import ADVICE
from covergames.coverup import _search
from covergames.coverup.cards import SYMBOLS, Card
from covergames.coverup.layout import (
    Pile,
    Placement,
    at_origin,
    conflicts,
    is_flawless,
    moved,
    picture,
    score,
    size,
    visible,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from covergames.coverup.deck import Deck

_MARGIN_SQUARES: Final = 16
"""The squares on each side of the first cards for all cards that can be linked to them."""
_START: Final = 32 << 11 | 32 << 17
"""The first card, as printed, in the middle."""
HOW_TO_NAME_CARDS: Final = 'cards are small numbers, and deck.card("g01") is the one with that id'
IS_COMPILED: Final = not _search.__file__.endswith(".py")


class InterpretedSolverWarning(RuntimeWarning):
    """The solver runs without its compiled inner loop."""


@cache
def _warn_if_interpreted() -> None:
    if not IS_COMPILED:
        warnings.warn(
            f"the Cover Up solver is not compiled and runs about fifteen times slower: {ADVICE}",
            InterpretedSolverWarning,
            stacklevel=3,
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """The best pile found for a hand, and how much of that is proven (CU-B1)."""

    points: int
    pile: Pile
    aside: tuple[Card, ...]
    lower_bound: int
    optimal_piles: int | None
    nodes: int

    @property
    def proven(self) -> bool:
        """Whether no pile can have fewer points."""
        return self.points == self.lower_bound

    @property
    def search_completed(self) -> bool:
        """Whether every best pile was seen, so that their number is known."""
        return self.optimal_piles is not None


def solve(
    hand: Sequence[Card],
    deck: Deck,
    *,
    node_limit: int | None = None,
    stop: Callable[[], bool] | None = None,
    count: bool = True,
) -> Solution:
    """Return the best pile of the hand, and the number of best piles up to symmetry (CU-B1).

    With a node limit, or when `stop` (called now and then) returns True, the search ends early and returns the best
    pile found and a proven lower bound. With ``count=False`` the same pile is found and proven best in half the time.

    Raises:
        ValueError: the hand is empty, has a card twice, or one that is not in the deck.
    """
    problem = _Problem(hand, (), deck)
    problem.search.one_is_enough = not count
    return problem.solve(node_limit, stop)


def hint(
    laid: Pile,
    hand: Sequence[Card],
    deck: Deck,
    *,
    node_limit: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Solution:
    """Return the best completion of the laid cards: they stay, the others of the hand are added or left aside.

    If no completion makes the pile legal, cards are removed from its top, as at scoring (CU-S1), and count as in hand.
    """
    while laid:
        if not conflicts(laid, deck) and _fits(laid):
            solution = _Problem(hand, laid, deck).solve(node_limit, stop)
            if solution.pile:
                return solution
        laid = laid[:-1]
    return solve(hand, deck, node_limit=node_limit, stop=stop)


def best_piles(hand: Sequence[Card], deck: Deck) -> tuple[Pile, ...]:
    """Return every best pile of the hand, once up to symmetry, in a stable order."""
    problem = _Problem(hand, (), deck)
    problem.solve(None, None)
    return problem.distinct()


def _fits(laid: Pile) -> bool:
    """Return whether three more cards, which reach three squares each, could bridge the laid ones."""
    across = max(at.x for at in laid) - min(at.x for at in laid)
    down = max(at.y for at in laid) - min(at.y for at in laid)
    return max(across, down) <= 20


class _Problem:
    """A hand on its way into the search and back; the search knows the cards by their place in `cards`."""

    def __init__(self, hand: Sequence[Card], laid: Pile, deck: Deck) -> None:
        if unknown := [card for card in hand if card not in deck]:
            raise ValueError(f"{unknown[0]!r} is no card of the deck {deck.name!r}: {HOW_TO_NAME_CARDS}")
        ids = [deck[card].id for card in hand]
        if not hand or len(set(hand)) != len(hand):
            raise ValueError(f"{ids} is no hand of different cards")
        if strangers := [deck[at.card].id for at in laid if at.card not in hand]:
            raise ValueError(f"{strangers} are laid but not of the hand {ids}")
        _warn_if_interpreted()
        self.deck = deck
        self.cards = sorted(hand, key=lambda card: (-deck[card].count, card))
        self.symbols = [deck[card].count for card in self.cards]
        self.search = _search.Search([list(deck.squares(card)) for card in self.cards])
        self.visible = len(visible(laid, deck))
        self.left = min((at.x for at in laid), default=0) - _MARGIN_SQUARES
        self.top = min((at.y for at in laid), default=0) - _MARGIN_SQUARES
        self.firsts = sorted(range(len(hand)), key=self._overlap, reverse=True)
        self.starts = [self._pack(laid)] if laid else [[(first, _START)] for first in self.firsts]
        self.is_completion = bool(laid)

    def solve(self, node_limit: int | None, stop: Callable[[], bool] | None) -> Solution:
        search = self.search
        search.node_limit = _search.FAR if node_limit is None else node_limit
        search.stop = stop
        search.next_check = _search.FAR if node_limit is None and stop is None else 1
        points = self._lower_bound()
        most = sum(self.symbols) + len(self.cards)
        while points < most and not self._find(points) and not search.stopped:
            points += 1
        pile = self._unpack(search.found[0]) if search.found else self._greedy() if search.stopped else ()
        laid = {at.card for at in pile}
        return Solution(
            points=points if search.found else score(pile, self.cards, self.deck).points,
            pile=pile,
            aside=tuple(card for card in self.cards if card not in laid),
            lower_bound=points,
            optimal_piles=None if search.stopped else self._count_distinct(),
            nodes=search.nodes,
        )

    def distinct(self) -> tuple[Pile, ...]:
        """Return the piles found, once up to symmetry."""
        piles = [self._unpack(pile) for pile in self.search.found]
        if self._all_are_distinct():
            return tuple(piles)
        return tuple({picture(pile, self.deck): pile for pile in reversed(piles)}.values())[::-1]

    def _count_distinct(self) -> int:
        return len(self.search.found if self._all_are_distinct() else self.distinct())

    def _all_are_distinct(self) -> bool:
        """Return whether symmetry is broken: a first card with a symmetry brings each pile more than once."""
        firsts = {pile[0][0] for pile in self.search.found}
        return not self.is_completion and all(self.search.orientations[first] == 255 for first in firsts)

    def _find(self, points: int) -> bool:
        """Search for all piles of so many points, given that there are none of fewer."""
        in_hand, aside = (1 << len(self.cards)) - 1, 0
        for start in self.starts:
            for card, _ in start:
                in_hand &= ~(1 << card)
            first = start[0][0]
            slack = points - aside - (self.visible or self.symbols[first])
            if slack >= 0 and not self.search.stopped:
                self.search.piles(start, slack, in_hand)
            aside += self.symbols[first] + 1
        return bool(self.search.found)

    def _overlap(self, card: int) -> int:
        """Return how well the card fits the others, in pairs; the search begins with the one that fits best."""
        count = len(self.cards)
        return sum(self.search.best[card * count : (card + 1) * count])

    def _lower_bound(self) -> int:
        """Return a bound that no pile beats: from pairs of cards, and from how often a symbol occurs on one card."""
        sets = [
            sum(symbols for card, symbols in enumerate(self.symbols) if cards >> card & 1) - gain
            for cards, gain in enumerate(self.search.gain)
        ]
        faces = [self.deck.squares(card) for card in self.cards]
        by_symbol = sum(max(face.count(symbol) for face in faces) for symbol in range(1, SYMBOLS + 1))
        return max([by_symbol, self.visible, *sets])

    def _greedy(self) -> Pile:
        """Return a good pile without proof; an empty one if it does not join the cards laid beforehand."""
        everything = (1 << len(self.cards)) - 1
        piles = []
        for start in self.starts:
            in_hand = everything
            for card, _ in start:
                in_hand &= ~(1 << card)
            piles.append(self._unpack(self.search.greedy(start, in_hand)))
        flawless = [pile for pile in piles if is_flawless(pile, self.deck)]
        return min(flawless, key=lambda pile: score(pile, self.cards, self.deck).points, default=())

    def _pack(self, pile: Pile) -> list[tuple[int, int]]:
        packed = []
        for at in pile:
            width, height = size(at)
            x = at.x - self.left + width // 2
            y = at.y - self.top + height // 2
            packed.append((self.cards.index(at.card), (at.flip | at.turn << 1) << 8 | x << 11 | y << 17))
        return packed

    def _unpack(self, pile: Iterable[tuple[int, int]]) -> Pile:
        placements = []
        for card, at in pile:
            orientation, x, y = at >> 8 & 7, at >> 11 & 63, at >> 17 & 63
            placement = Placement(self.cards[card], bool(orientation & 1), orientation >> 1, x, y)
            width, height = size(placement)
            placements.append(replace(placement, x=x - width // 2, y=y - height // 2))
        return moved(tuple(placements), x=self.left, y=self.top) if self.is_completion else at_origin(tuple(placements))
