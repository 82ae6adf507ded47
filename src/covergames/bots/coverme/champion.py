"""The strongest player of Cover Me: it searches as the editor does, with a network that knows how people like it place covers."""

from __future__ import annotations

import random
from typing import Final

from covergames.bots.budget import Budget
from covergames.bots.coverme.editor import spend
from covergames.coverme import Action, Decision, View
from covergames.kernel import ChampionSearch

BUDGET: Final = Budget(seconds=0.2)
"""The default budget of a decision."""
COVER_SEASONS: Final = 1
"""The length of a playout for a cover: the season that it counts in."""
OTHER_SEASONS: Final = 2
"""The length of other playouts: a card to take or to feature matters later too."""


class ChampionBot:
    """Decides by search; the playouts of covers are short, and the network says what to expect of everybody."""

    remembers = False

    def __init__(self, generator: random.Random, budget: Budget = BUDGET) -> None:
        self._generator = generator
        self._budget = budget

    def choose(self, view: View) -> Action:
        """Return the action with the best prospect. A forced action takes no time.

        Raises:
            ValueError: the game is over.
        """
        if view.decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide: the game is over")
        if len(view.legal) == 1:
            return view.legal[0]
        spending = self._budget.begin()
        seasons = COVER_SEASONS if view.decision is Decision.PLACE else OTHER_SEASONS
        search = ChampionSearch(view, seasons=seasons, seed=self._generator.getrandbits(62))
        spend(search, spending, view)
        return search.best()
