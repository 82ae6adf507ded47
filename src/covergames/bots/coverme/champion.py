"""The strongest player of Cover Me: it searches as the editor does, with networks that know what players of its kind do."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import ClassVar, Final, NamedTuple

from covergames.bots.budget import Budget
from covergames.bots.coverme.editor import spend
from covergames.coverme import Action, Decision, View
from covergames.kernel import ChampionSearch
from covergames.kernel.champion import PRIOR_WORLDS, Lead, Networks

BUDGET: Final = Budget(seconds=0.2)
"""The default budget of a decision."""


class Part(NamedTuple):
    """What one process has found out about a decision."""

    leads: Sequence[Lead]
    """Of the legal actions, in their order."""
    playouts: int


class ChampionBot:
    """Decides by search. The playouts of covers are short, and networks say what to expect of everybody."""

    remembers = False
    cover_seasons: ClassVar[int] = 1
    """The length of a playout for a cover: the season that it counts in."""
    other_seasons: ClassVar[int] = 2
    """The length of other playouts: a card to take or to feature matters later too."""
    prior_worlds: ClassVar[int] = PRIOR_WORLDS
    """How many worlds the expectations of the networks count for."""
    believes: ClassVar[bool] = True
    """Whether worlds count by what rivals have placed."""
    plays_best: ClassVar[bool] = True
    """Whether its own later covers in a playout are those that promise most, instead of drawn ones."""
    mixes: ClassVar[bool] = False
    """Whether a cover is drawn from a mixed strategy."""
    networks: ClassVar[Networks | None] = None
    """None: those of the package."""

    def __init__(
        self, generator: random.Random, budget: Budget = BUDGET, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._generator = generator
        self._budget = budget
        self._clock = clock

    def choose(self, view: View) -> Action:
        """Return the action with the best prospect. A forced action takes no time.

        Raises:
            ValueError: the game is over.
        """
        if view.decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide: the game is over")
        if len(view.legal) == 1:
            return view.legal[0]
        search = self._searched(view)
        return search.mixed() if self.mixes and view.decision is Decision.PLACE else search.best()

    def part(self, view: View) -> Part:
        """Return what this process finds out about the decision within the budget."""
        if len(view.legal) == 1:
            return Part([Lead(0.0, 1.0)], 0)
        search = self._searched(view)
        return Part(search.leads(), search.playouts)

    def merged(self, view: View, parts: Sequence[Part]) -> Action:
        """Return the action with the best mean lead over the worlds of all parts."""

        def mean(number: int) -> float:
            leads = [part.leads[number] for part in parts]
            return sum(lead.points for lead in leads) / sum(lead.weight for lead in leads)

        return view.legal[max(range(len(view.legal)), key=mean)]

    def _searched(self, view: View) -> ChampionSearch:
        """Return a search that has spent the budget."""
        spending = self._budget.begin(self._clock)
        search = ChampionSearch(
            view,
            seasons=self.cover_seasons if view.decision is Decision.PLACE else self.other_seasons,
            seed=self._generator.getrandbits(62),
            networks=self.networks,
            believes=self.believes,
            plays_best=self.plays_best,
            prior_worlds=self.prior_worlds,
        )
        spend(search, spending, view)
        return search
