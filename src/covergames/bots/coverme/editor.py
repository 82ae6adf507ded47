"""The strongest player of Cover Me: it samples what it cannot see and searches every decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import ceil, log2
from time import perf_counter
from typing import Final

from covergames.bots.budget import Budget, Spending
from covergames.coverme import Action, Decision, View
from covergames.kernel import Search

BUDGET: Final = Budget(seconds=0.2)
"""The default budget of a decision."""
PLAYOUT_SEASONS: Final = 2
"""The length of a playout: this season, or the coming one, and the one after it."""


class EditorBot:
    """Decides by search: after every stage the worse half of the actions is dropped."""

    remembers = False

    def __init__(
        self, generator: random.Random, budget: Budget = BUDGET, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._generator = generator
        self._budget = budget
        self._clock = clock

    def choose(self, view: View) -> Action:
        """Return the action with the best prospect; a cover is drawn from a mixed strategy.

        A forced action takes no time.

        Raises:
            ValueError: the game is over.
        """
        if view.decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide: the game is over")
        if len(view.legal) == 1:
            return view.legal[0]
        search = searched(view, self._budget, seed=self._generator.getrandbits(62), clock=self._clock)
        return search.mixed() if view.decision is Decision.PLACE else search.best()


def searched(view: View, budget: Budget, *, seed: int | str, clock: Callable[[], float] = perf_counter) -> Search:
    """Return a search that has spent the budget: after every stage the worse half of the actions is dropped.

    Raises:
        ValueError: the seat has nothing to decide.
    """
    spending = budget.begin(clock)
    search = Search(view, seasons=PLAYOUT_SEASONS, seed=seed)
    spend(search, spending, view)
    return search


def spend(search: Search, spending: Spending, view: View) -> None:
    """Search in stages until the budget is spent; after each stage the worse half of the actions is dropped."""
    remaining = len(view.legal)
    stages = ceil(log2(remaining)) if remaining > 1 else 1
    search.try_world()
    for stage in range(1, stages + 1):
        while spending.share(search.playouts) < stage / stages:
            search.try_world()
        remaining = max(2, ceil(remaining / 2))
        search.keep_best(remaining)
