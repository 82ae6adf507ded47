"""Advise one step from the laid cards towards a best pile: a card to lay, or one to take away (CU-B1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from covergames.coverup.cards import turned
from covergames.coverup.layout import Pile, Placement, group, mirrored, moved, quarter_turned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from covergames.coverup.cards import Card
    from covergames.coverup.deck import Deck


@dataclass(frozen=True, slots=True)
class LayNext:
    """Lay this card: it and all that is laid belong to one best pile, and it links all of them."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class TakeAway:
    """Take this card away: it lies outside the nearest best pile, or no single card can link it to the others."""

    card: Card


Advice: TypeAlias = LayNext | TakeAway | None
"""None: what is laid is a best pile."""


def advise(laid: Pile, best: Sequence[Pile], deck: Deck) -> Advice:
    """Return the next step towards the nearest best pile, moved, turned and mirrored to where the laid cards are.

    A card that is laid on advice is never taken away on advice: it leaves a flawless part of a best pile.
    """
    goal = _nearest(laid, best, deck)
    looks = {_look(at, deck) for at in goal}
    misplaced = [at.card for at in laid if _look(at, deck) not in looks]
    if misplaced:
        return TakeAway(misplaced[-1])
    lying = {at.card for at in laid}
    missing = [at for at in goal if at.card not in lying]
    if not missing:
        return None
    for at in missing:
        if len(group((*laid, at), deck)) == len(laid) + 1:
            return LayNext(at)
    linked = _largest_group(laid, deck)
    return TakeAway([at.card for at in laid if at.card not in linked][-1])


def _nearest(laid: Pile, best: Sequence[Pile], deck: Deck) -> Pile:
    """Return the best pile, moved, turned and mirrored, that shares most placements with the laid cards; the first of equals."""
    nearest, most = best[0], 0
    for pile in best:
        for way in _ways_round(pile):
            shift, count = _best_shift(laid, way, deck)
            if count > most:
                nearest, most = moved(way, x=shift[0], y=shift[1]), count
            if most == len(laid):
                return nearest
    return nearest


def _ways_round(pile: Pile) -> Iterator[Pile]:
    """Yield the pile in all eight orientations."""
    for _ in range(2):
        for _ in range(4):
            yield pile
            pile = quarter_turned(pile)
        pile = mirrored(pile)


def _best_shift(laid: Pile, way: Pile, deck: Deck) -> tuple[tuple[int, int], int]:
    """Return the shift of the pile that makes most of the laid cards lie as in it, and how many do."""
    theirs = {at.card: at for at in way}
    shifts = Counter(
        (at.x - theirs[at.card].x, at.y - theirs[at.card].y)
        for at in laid
        if at.card in theirs and _rows(at, deck) == _rows(theirs[at.card], deck)
    )
    return shifts.most_common(1)[0] if shifts else ((0, 0), 0)


def _look(at: Placement, deck: Deck) -> tuple[Card, tuple[tuple[int, ...], ...], int, int]:
    """Return what can be seen of a placement: turns that show the same squares are equal."""
    return at.card, _rows(at, deck), at.x, at.y


def _rows(at: Placement, deck: Deck) -> tuple[tuple[int, ...], ...]:
    return turned(deck.squares(at.card), flip=at.flip, turn=at.turn)


def _largest_group(laid: Pile, deck: Deck) -> frozenset[Card]:
    """Return the most cards that links join to each other (CU-P4); the first of equals."""
    return max((group(laid[start:] + laid[:start], deck) for start in range(len(laid))), key=len)
