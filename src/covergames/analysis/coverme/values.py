"""The value of a position or of an action: the share of the victory that a seat can expect, by what it sees.

The value of a position is the mean over sampled worlds in which all seats follow the kernel's plan. An action is tried by the
editor's search, with rivals who mix (`covergames.kernel.Search`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

from covergames.bots.budget import Budget
from covergames.bots.coverme.editor import PLAYOUT_SEASONS, searched
from covergames.coverme import Action, View
from covergames.game import Seat
from covergames.kernel import Outlook, Search, Worlds

MILLION: Final = 1_000_000
Z: Final = NormalDist().inv_cdf(0.975)
"""Half of a 95% interval, in standard errors."""
DEFAULT_BUDGET: Final = Budget(playouts=1000)
STATE_SHARE: Final = 0.2
"""The budget of a position, as a share of the budget of a decision."""
STATES_PER_DECISION: Final = 2
"""About as many positions are evaluated for each decision."""
LUCK_SHARE: Final = 0.3
"""The playouts for each order of a pile, as a share of those of a decision."""
TIMED_LUCK_PLAYOUTS: Final = 60
"""The playouts for each order of a pile if the budget is an amount of time."""
FEWEST_WORLDS: Final = 8
"""However small the budget is."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over worlds, and the square of its standard error."""

    mean: float
    variance: float


class Sum:
    """Adds up one figure of every world."""

    def __init__(self) -> None:
        self._number = 0
        self._total = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Add the figure of one world."""
        self._number += 1
        self._total += value
        self._squares += value * value

    def estimate(self) -> Estimate:
        """Return the mean."""
        mean = self._total / self._number
        spread = max(0.0, self._squares / self._number - mean * mean)
        return Estimate(mean, spread / max(1, self._number - 1))


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a decision and a position may cost."""

    decision: Budget
    position: Budget

    @classmethod
    def of(cls, budget: Budget, decisions: int) -> Effort:
        """Return the effort for a game with so many decisions: playouts count for each decision, seconds for all of them."""
        if budget.playouts is not None:
            return cls(budget, Budget(playouts=max(FEWEST_WORLDS, round(STATE_SHARE * budget.playouts))))
        assert budget.seconds is not None
        each = budget.seconds / max(1, decisions) / (1 + STATES_PER_DECISION * STATE_SHARE)
        return cls(Budget(seconds=each), Budget(seconds=STATE_SHARE * each))

    @property
    def luck(self) -> int:
        """Playouts for each order of a pile (`covergames.analysis.coverme.luck`)."""
        if self.decision.playouts is None:
            return TIMED_LUCK_PLAYOUTS
        return max(2, round(LUCK_SHARE * self.decision.playouts))

    @property
    def half(self) -> Budget:
        """Half of a decision: one half chooses the best action, the other compares."""
        if self.decision.playouts is not None:
            return Budget(playouts=max(1, self.decision.playouts // 2))
        assert self.decision.seconds is not None
        return Budget(seconds=self.decision.seconds / 2)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the search says about a decision."""

    best: Action
    value: Estimate
    """Of the best action."""
    loss: Estimate
    """The value of the best action, less that of the chosen one; negative if the chosen one turned out better."""
    stake: Estimate
    """The value of the best action, less that of the worst one."""
    chosen_outlook: Outlook
    best_outlook: Outlook


def value_of(
    view: View, seat: Seat, effort: Effort, *, seed: str, then: Sequence[tuple[Seat, Action]] = ()
) -> Estimate:
    """Return the seat's value of what the viewer sees, after these further decisions."""
    worlds = Worlds(view, seasons=PLAYOUT_SEASONS, seed=seed, then=then)
    spending = effort.position.begin()
    found = Sum()
    tried = 0
    while tried < FEWEST_WORLDS or spending.share(tried) < 1.0:
        found.add(worlds.prospects()[seat])
        tried += 1
    return found.estimate()


def verdict(view: View, chosen: Action, effort: Effort, *, seed: str) -> Verdict:
    """Compare the chosen action with the best one.

    Half of the playouts choose the best and the worst action, the others compare: an action that looked best by chance does not
    look best again.
    """
    search = searched(view, effort.half, seed=f"{seed} choose")
    best, worst = search.best(), search.worst()
    actions = list(dict.fromkeys((best, chosen, worst)))
    compared = Search(view, seasons=PLAYOUT_SEASONS, seed=f"{seed} compare", actions=actions, watched=True)
    spending = effort.half.begin()
    value, loss, stake = Sum(), Sum(), Sum()
    tried = 0
    while tried < FEWEST_WORLDS or spending.share(compared.playouts) < 1.0:
        compared.try_world()
        tried += 1
        prospects = compared.latest()
        value.add(prospects[best])
        loss.add(prospects[best] - prospects[chosen])
        stake.add(prospects[best] - prospects[worst])
    outlooks = compared.outlook(chosen), compared.outlook(best)
    return Verdict(best, value.estimate(), loss.estimate(), stake.estimate(), *outlooks)


def margin(variance: float) -> int:
    """Return half of the 95% interval, in millionths."""
    return round(MILLION * Z * sqrt(variance))
