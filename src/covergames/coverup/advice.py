"""One step from what is laid towards a best pile: the next card to lay, or one to take away (CU-B1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from covergames.coverup.cards import turned
from covergames.coverup.layout import Pile, Placement, links, mirrored, moved, quarter_turned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from covergames.coverup.cards import Card
    from covergames.coverup.deck import Deck


@dataclass(frozen=True, slots=True)
class LayNext:
    """All that is laid belongs to a best pile, and so does this."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class TakeAway:
    """As this card lies, it is in the way of the best pile that most of the others belong to."""

    card: Card


Advice: TypeAlias = LayNext | TakeAway | None
"""None: what is laid is a best pile."""


def advise(laid: Pile, best: Sequence[Pile], deck: Deck) -> Advice:
    """The next step from what is laid to the nearest of the best piles, wherever and whichever way round it lies."""
    goal = _nearest(laid, best, deck)
    looks = {_look(at, deck) for at in goal}
    misplaced = [at.card for at in laid if _look(at, deck) not in looks]
    if misplaced:
        return TakeAway(misplaced[-1])
    lying = {at.card for at in laid}
    missing = [at for at in goal if at.card not in lying]
    if not missing:
        return None
    if not laid:
        return LayNext(missing[0])
    return LayNext(next(at for at in missing if _is_linked(at, laid, deck)))


def _nearest(laid: Pile, best: Sequence[Pile], deck: Deck) -> Pile:
    """The best pile, moved, turned and mirrored, in which most of the laid cards lie just as they do; the first of equals."""
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
    """The pile in all eight orientations."""
    for _ in range(2):
        for _ in range(4):
            yield pile
            pile = quarter_turned(pile)
        pile = mirrored(pile)


def _best_shift(laid: Pile, way: Pile, deck: Deck) -> tuple[tuple[int, int], int]:
    """How far to move the pile so that most of the laid cards lie as in it, and how many these are."""
    theirs = {at.card: at for at in way}
    shifts = Counter(
        (at.x - theirs[at.card].x, at.y - theirs[at.card].y)
        for at in laid
        if at.card in theirs and _rows(at, deck) == _rows(theirs[at.card], deck)
    )
    return shifts.most_common(1)[0] if shifts else ((0, 0), 0)


def _look(at: Placement, deck: Deck) -> tuple[Card, tuple[tuple[int, ...], ...], int, int]:
    """What can be seen of a placement: turns that show the same squares are the same."""
    return at.card, _rows(at, deck), at.x, at.y


def _rows(at: Placement, deck: Deck) -> tuple[tuple[int, ...], ...]:
    return turned(deck.squares(at.card), flip=at.flip, turn=at.turn)


def _is_linked(at: Placement, laid: Pile, deck: Deck) -> bool:
    return any(at.card in pair for pair in links((*laid, at), deck))
