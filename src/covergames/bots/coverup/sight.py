"""How well a player sees where its cards could lie: not at all, as people do, or perfectly."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from covergames.coverup import Card, Deck, Pile, Placement, Solution, hint, solve
from covergames.coverup.cards import Symbol
from covergames.coverup.layout import Square, marks_of, moved, remove_from_top, visible
from covergames.coverup.placements import ORIENTATIONS, linked_placements

MAX_NODES: Final = 200_000
"""The node limit of the solver; a hand of the house deck takes about 1,500 nodes."""


class Sight(Protocol):
    """What a player sees in a hand. A target is the pile that it intends to lay, in the order of its cards."""

    def target(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Return a pile of the laid cards and all other cards for which it sees a place."""
        ...

    def better(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Return the pile after a second look at a finished one; the same pile if it sees nothing better."""
        ...


@dataclass(frozen=True, slots=True)
class Blind:
    """Lays each card anywhere it fits."""

    def target(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Return the cards in any order, each at any place where it is linked without a conflict."""
        waiting = _not_laid(laid, hand)
        generator.shuffle(waiting)
        for card in waiting:
            if places := linked_placements(card, laid, deck):
                laid = (*laid, generator.choice(places))
        return laid

    def better(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:  # noqa: ARG002
        """Return the same pile."""
        return laid


@dataclass(frozen=True, slots=True)
class HumanSight:
    """Tries some alignments, judges them by eye, and keeps the best of a few piles; it may overlook a clash.

    To align is to lay a symbol of a card on an equal symbol of the pile, in one of the eight orientations. Numbers of tries and
    piles may be fractions: 2.5 is two or three, each half of the time.
    """

    tries: float
    """How many alignments of the cards in hand it tries before it lays one."""
    piles: float
    """How many piles it imagines, at least one."""
    misjudges: float
    """The standard deviation of its error when it estimates how many symbols an alignment hides."""
    overlooks: float
    """How often, with each card, it does not notice that a symbol lies on a different one."""

    def target(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Return the imagined pile with the fewest points, as far as it sees."""
        piles = [self._pile(laid, hand, deck, generator) for _ in range(max(1, whole(self.piles, generator)))]
        return min(piles, key=lambda pile: _seeming_points(pile, hand, deck))

    def better(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:  # noqa: ARG002
        """Try other places for one card that holds no others; lay it there if that hides more."""
        if not laid:
            return laid
        at = generator.choice(laid)
        rest = tuple(other for other in laid if other != at)
        if remove_from_top(rest, deck)[0] != rest:
            return laid
        place = self._place([at.card], rest, deck, generator)
        return laid if place is None else _fewer_visible(laid, (*rest, place), deck)

    def _pile(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Lay any card first, then card by card what seems to hide most; leave a card aside when no alignment fits."""
        waiting = _not_laid(laid, hand)
        generator.shuffle(waiting)
        if not laid:
            laid = (Placement(waiting.pop(), flip=False, turn=0, x=0, y=0),)
        while waiting:
            at = self._place(waiting, laid, deck, generator)
            if at is None:
                waiting.pop()
            else:
                laid = (*laid, at)
                waiting.remove(at.card)
        return laid

    def _place(self, cards: Sequence[Card], laid: Pile, deck: Deck, generator: random.Random) -> Placement | None:
        """Return the place of one of the cards that seems to hide most, of those that it tries; None: none of these fits."""
        below = visible(laid, deck)
        found = [at for card in cards for at in alignments(card, below, deck)]
        tried = generator.sample(found, min(len(found), whole(self.tries, generator)))
        judged = [(at, *judge(at, below, deck)) for at in tried]
        fitting = [(at, new) for at, new, clashes in judged if not clashes]
        if generator.random() < self.overlooks:
            fitting = [(at, new) for at, new, clashes in judged if clashes == 1] or fitting
        best = min(fitting, key=lambda seen: seen[1] + generator.gauss(0, self.misjudges), default=None)
        return None if best is None else best[0]


@dataclass(frozen=True, slots=True)
class Perfect:
    """Sees the best pile."""

    def target(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:  # noqa: ARG002
        """Return a best pile that begins with the laid cards or, if there is none, another best pile."""
        best = best_pile(tuple(sorted(hand)), deck)
        if laid:
            completion = hint(laid, hand, deck, node_limit=MAX_NODES)
            if completion.points <= best.points:
                return completion.pile
        return moved(best.pile, x=-best.pile[0].x, y=-best.pile[0].y)

    def better(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Return the best pile."""
        return self.target(laid, hand, deck, generator)


@lru_cache(maxsize=1 << 14)  # the same hand is laid, judged when it is given, and compared with its best pile
def best_pile(hand: tuple[Card, ...], deck: Deck) -> Solution:
    """Return the solver's answer for a hand, whose cards are sorted (CU-B1)."""
    return solve(hand, deck, node_limit=MAX_NODES, count=False)


def alignments(card: Card, below: Mapping[Square, Symbol], deck: Deck) -> list[Placement]:
    """Return all places where the card has a symbol on an equal one of those below (CU-P4)."""
    squares_with = defaultdict(list)
    for square, symbol in below.items():
        squares_with[symbol].append(square)
    return [
        Placement(card, flip, turn, x, y)
        for flip, turn in ORIENTATIONS
        for x, y in {
            (x - column, y - row): None
            for column, row, symbol in marks_of(deck.squares(card), flip=flip, turn=turn)
            for x, y in squares_with[symbol]
        }
    ]


def judge(at: Placement, below: Mapping[Square, Symbol], deck: Deck) -> tuple[int, int]:
    """Return how many symbols of the card lie where there was none, and how many on different ones (CU-P3)."""
    new = clashes = 0
    for column, row, symbol in marks_of(deck.squares(at.card), flip=at.flip, turn=at.turn):
        under = below.get((at.x + column, at.y + row))
        new += under is None
        clashes += under is not None and under != symbol
    return new, clashes


def whole(amount: float, generator: random.Random) -> int:
    """Return a whole number next to the amount, which is its mean."""
    return int(amount + generator.random())


def _not_laid(laid: Pile, hand: Sequence[Card]) -> list[Card]:
    lying = {at.card for at in laid}
    return [card for card in hand if card not in lying]


def _seeming_points(pile: Pile, hand: Sequence[Card], deck: Deck) -> int:
    """Return the points of a pile if nothing is wrong with it (CU-S3)."""
    return len(visible(pile, deck)) + sum(deck[card].count + 1 for card in _not_laid(pile, hand))


def _fewer_visible(pile: Pile, other: Pile, deck: Deck) -> Pile:
    return other if len(visible(other, deck)) < len(visible(pile, deck)) else pile
