"""A bot for Cover Up that lays the best pile of its hand."""

from __future__ import annotations

import random

from covergames.coverup import Action, Done, Flip, Lay, Phase, Pile, View, solve
from covergames.coverup.layout import moved


class SolverBot:
    """Lays the best pile card by card, the first one at the origin, then flips the hourglass, or is done."""

    def __init__(self, generator: random.Random, *, node_limit: int | None = None) -> None:
        self._generator = generator
        self._node_limit = node_limit
        self._hand: tuple[int, ...] = ()
        self._best: Pile = ()

    def choose(self, view: View) -> Action:
        """The next card of the best pile; between rounds any green card."""
        assert view.seat is not None
        if view.phase is Phase.GIVE_BACK:
            return self._generator.choice(view.legal)
        mine = view.seats[view.seat]
        if mine.hand != self._hand:
            self._hand = mine.hand
            pile = solve(mine.hand, view.options.deck, node_limit=self._node_limit).pile
            self._best = moved(pile, x=-pile[0].x, y=-pile[0].y)
        for placement in self._best:
            if placement not in mine.pile:
                return Lay(placement, view.now)
        flip = Flip(view.now)
        return flip if flip in view.legal else Done(view.now)
