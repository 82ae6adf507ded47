"""How well a player sees where its cards could lie: not at all, at a glance, card by card, or perfectly."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from covergames.coverup import Card, Deck, Pile, Placement, Solution, hint, solve
from covergames.coverup.layout import Square, marks_of, moved, remove_from_top, symbols_of, visible
from covergames.coverup.placements import linked_placements

MAX_NODES: Final = 200_000
"""The node limit of the solver; a hand of the house deck takes about 1,500 nodes."""


class Sight(Protocol):
    """What a player sees in a hand. A target is the pile that it intends to lay, in the order of its cards."""

    @property
    def sees_flaws(self) -> bool:
        """Whether it notices when a pile is not as it should be (CU-P3, CU-P4)."""
        ...

    def target(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Return a pile of the laid cards and all other cards for which it sees a place."""
        ...

    def better(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Return the pile after a second look at a finished one; the same pile if it sees nothing better."""
        ...


@dataclass(frozen=True, slots=True)
class Blind:
    """Lays each card anywhere it fits."""

    sees_flaws: bool = True

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
class Glance:
    """Takes the cards as they come, and sees a part of the places for each."""

    sees: float
    """The part of the places that catch its eye."""
    slips: float
    """How often it takes the second best of those that it sees."""
    overlooks: float
    """How often it does not notice that one symbol lies on a different one."""
    leaves: float = 0.0
    """How often it leaves a card aside because it finds no place that it likes; never the first card."""
    sees_flaws: bool = False

    def target(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Lay card by card, each where it hides most of what it sees."""
        for card in _not_laid(laid, hand):
            if (at := self._place(card, laid, deck, generator)) is not None:
                laid = (*laid, at)
        return laid

    def better(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:  # noqa: ARG002
        """Move the uppermost card, which lies free, if another place is better."""
        if not laid:
            return laid
        below = laid[:-1]
        at = self._place(laid[-1].card, below, deck, generator)
        return laid if at is None else _fewer_visible(laid, (*below, at), deck)

    def _place(self, card: Card, laid: Pile, deck: Deck, generator: random.Random) -> Placement | None:
        if laid and self.leaves and generator.random() < self.leaves:
            return None
        places = linked_placements(card, laid, deck)
        if laid and generator.random() < self.overlooks:
            places = places_with_a_clash(card, laid, deck) or places
        if not places:
            return None
        seen = [at for at in places if generator.random() < self.sees] or [generator.choice(places)]
        below = visible(laid, deck)
        best = sorted(seen, key=lambda at: -_hidden(at, below, deck))
        return best[1] if len(best) > 1 and generator.random() < self.slips else best[0]


@dataclass(frozen=True, slots=True)
class CardByCard:
    """Sees every place of every card, but not two cards ahead."""

    sees_flaws: bool = True

    def target(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:
        """Repeat: lay the card at the place that leaves the fewest new symbols."""
        waiting = _not_laid(laid, hand)
        if not laid and waiting:
            laid = (Placement(waiting.pop(generator.randrange(len(waiting))), flip=False, turn=0, x=0, y=0),)
        while places := [at for card in waiting for at in linked_placements(card, laid, deck)]:
            below = visible(laid, deck)
            at = min(places, key=lambda at: deck[at.card].count - _hidden(at, below, deck))
            laid = (*laid, at)
            waiting.remove(at.card)
        return laid

    def better(self, laid: Pile, hand: Sequence[Card], deck: Deck, generator: random.Random) -> Pile:  # noqa: ARG002
        """Move any one card, if another place is better."""
        best = laid
        for at in laid:
            rest = tuple(other for other in laid if other != at)
            if remove_from_top(rest, deck)[0] == rest:
                for place in linked_placements(at.card, rest, deck):
                    best = _fewer_visible(best, (*rest, place), deck)
        return best


@dataclass(frozen=True, slots=True)
class Perfect:
    """Sees the best pile."""

    sees_flaws: bool = True

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


def places_with_a_clash(card: Card, laid: Pile, deck: Deck) -> list[Placement]:
    """Return the places where the card is linked except for one square with a different symbol (CU-P3)."""
    below = visible(laid, deck)
    found = []
    for flip in (False, True):
        for turn in range(4):
            marks = marks_of(deck.squares(card), flip=flip, turn=turn)
            corners = {(x - column, y - row) for column, row, _ in marks for x, y in below}
            for x, y in sorted(corners):
                met = [(below.get((x + column, y + row)), symbol) for column, row, symbol in marks]
                clashes = sum(under is not None and under != symbol for under, symbol in met)
                if clashes == 1 and any(under == symbol for under, symbol in met):
                    found.append(Placement(card, flip, turn, x, y))
    return found


def _not_laid(laid: Pile, hand: Sequence[Card]) -> list[Card]:
    lying = {at.card for at in laid}
    return [card for card in hand if card not in lying]


def _hidden(at: Placement, below: Iterable[Square], deck: Deck) -> int:
    """Return how many of the card's symbols meet equal ones."""
    return len(symbols_of(at, deck).keys() & below)


def _fewer_visible(pile: Pile, other: Pile, deck: Deck) -> Pile:
    return other if len(visible(other, deck)) < len(visible(pile, deck)) else pile
