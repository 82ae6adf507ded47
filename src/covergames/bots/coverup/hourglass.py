"""Whether it pays to flip the hourglass now, or to look for a better pile first (CU-H1, CU-S4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from covergames.coverup import Card, Deck, SeatView, View
from covergames.coverup.cards import HAND

FLIP_BONUS_POINTS: Final = 1.0
"""The value of flipping with a flawless pile (CU-S4)."""
LATE_CARD_POINTS: Final = 3.0
"""The cost of a card that comes too late: its symbols and a point, less the points it would have added (CU-S3)."""
PAR_POINTS_PER_SYMBOL: Final = 0.8
PAR_START_POINTS: Final = -3.6
"""The best pile's points, on average, follow from the symbols in hand: 20 make 12.4, 26 make 17.2 (house-deck.md)."""


def par(hand: Iterable[Card], deck: Deck) -> float:
    """Return the mean points of the best piles of hands with as many symbols."""
    return PAR_START_POINTS + PAR_POINTS_PER_SYMBOL * sum(deck[card].count for card in hand)


def pressure(view: View, *, now: int) -> float:
    """Return what the sand would cost the others, on average, if it ran from `now` on: the cards that come too late.

    A player who has not locked keeps the pace that they had until the latest action of the round.
    """
    others = [seat for number, seat in enumerate(view.seats) if number != view.seat]
    late = [
        max(0.0, HAND - _laid_by(seat, view.now, now + 1000 * view.options.hourglass))
        for seat in others
        if not seat.locked
    ]
    return LATE_CARD_POINTS * sum(late) / len(others)


def flip_pays(view: View, *, gain: float, end: int) -> bool:
    """Return whether to flip now instead of going on until `end`, in the round's milliseconds, to save `gain` points.

    Compares the bonus and the pressure on the others now with the gain and with bonus and pressure at the end, unless
    somebody else may have flipped by then. A gain that time does not allow counts for nothing.
    """
    if end <= view.now or (view.deadline is not None and end >= view.deadline):
        return True
    others = [seat for number, seat in enumerate(view.seats) if number != view.seat and not seat.locked]
    may_be_forestalled = any(_laid_by(seat, view.now, end) >= HAND for seat in others)
    waiting = gain + (0.0 if may_be_forestalled else FLIP_BONUS_POINTS + pressure(view, now=end))
    return FLIP_BONUS_POINTS + pressure(view, now=view.now) >= waiting


def _laid_by(seat: SeatView, now: int, then: int) -> float:
    """Estimate how many cards the player will have laid by then at the same pace; the next one may come at any time."""
    laid = len(seat.pile)
    return laid + (laid + 1) * (then - now) / max(now, 1000)
