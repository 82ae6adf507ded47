"""The value of a position or of an action: the share of the victory that a seat can expect, by what it sees.

The value of a position is the mean over sampled worlds in which all seats follow the kernel's plan. An action is tried by the
editor's search, with rivals who mix (`covergames.kernel.Search`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean
from time import perf_counter
from typing import Final

from covergames.analysis.coverme.calibration import calibration
from covergames.bots.budget import Budget
from covergames.bots.coverme.editor import PLAYOUT_SEASONS, searched
from covergames.coverme import Action, View
from covergames.game import Seat
from covergames.kernel import Outlook, Search, Worlds

MILLION: Final = 1_000_000
Z: Final = NormalDist().inv_cdf(0.975)
"""Half of a 95% interval, in standard errors."""
DEFAULT_BUDGET: Final = Budget(playouts=1000)
POSITION_SHARE: Final = 0.4
"""The budget of a position, as a share of the budget of a decision."""
POSITIONS_PER_DECISION: Final = 2
"""About as many positions are evaluated for each decision."""
DRAW_SHARE: Final = 1.0
"""The budget of a draw, as a share of the budget of a decision. Its worlds count, of which each has two playouts."""
DRAW_COST: Final = 2.0
"""The time of a draw, in that of a decision."""
FEWEST_WORLDS: Final = 8
"""However small the budget is."""
RIVAL_WORLDS: Final = 16
"""So many playouts say how unequal rivals are."""
LEAST_SECONDS: Final = 1e-6
"""Left for an evaluation when the time of a game is used up."""


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


class Effort:
    """How much each evaluation may cost: playouts count for each decision, seconds for the whole game.

    Of the seconds that are left, each evaluation gets its part of what is still to be done.
    """

    def __init__(
        self, budget: Budget, *, decisions: int = 1, draws: int = 0, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._playouts = budget.playouts
        self._decisions = decisions
        self._draws = draws
        self._clock = clock
        self._end = clock() + (budget.seconds or 0.0)

    def half_decision(self) -> Budget:
        """Return the budget of one half of the next decision: one half chooses the best action, the other compares."""
        return self._share(0.5)

    def decided(self) -> None:
        """Count a decision as done."""
        self._decisions -= 1

    def position(self) -> Budget:
        """Return the budget of a position."""
        return self._share(POSITION_SHARE)

    def draw(self) -> Budget:
        """Return the budget of the next draw."""
        found = self._share(DRAW_SHARE)
        self._draws -= 1
        return found

    def _share(self, part: float) -> Budget:
        """Return this part of the budget of a decision."""
        if self._playouts is not None:
            return Budget(playouts=max(1, round(part * self._playouts)))
        left = self._decisions * (1 + POSITIONS_PER_DECISION * POSITION_SHARE) + self._draws * DRAW_COST
        return Budget(seconds=max(LEAST_SECONDS, part * (self._end - self._clock()) / max(1.0, left)))


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position."""

    final: Estimate
    earlier: Estimate
    """By playouts that end a season earlier."""
    shift: Estimate
    """The difference of both."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the search says about a decision."""

    best: Action
    value: Estimate
    """Of the best action."""
    loss: Estimate
    """The value of the best action, less that of the chosen one; negative if the chosen one turned out better."""
    stake: Estimate
    """The value of the best action, less that of the worst one, or of the chosen one if that turned out still worse."""
    gain: Estimate
    """The value of the best action, less that of following the plan."""
    chosen_outlook: Outlook
    best_outlook: Outlook


def value_of(view: View, seat: Seat, effort: Effort, *, seed: str, then: Sequence[tuple[Seat, Action]] = ()) -> Value:
    """Return the seat's value of what the viewer sees, after these further decisions."""
    worlds = Worlds(view, seasons=PLAYOUT_SEASONS, seed=seed, then=then)
    at_end, before = (calibration(view, seasons) for seasons in (PLAYOUT_SEASONS, PLAYOUT_SEASONS - 1))
    spending = effort.position().begin()
    final, earlier, shift = Sum(), Sum(), Sum()
    tried = 0
    while tried < FEWEST_WORLDS or spending.share(tried) < 1.0:
        found = worlds.prospects()
        last, first = at_end.shares(found.final)[seat], before.shares(found.earlier)[seat]
        final.add(last)
        earlier.add(first)
        shift.add(last - first)
        tried += 1
    return Value(final.estimate(), earlier.estimate(), shift.estimate())


def calibration_alone(view: View, *, seed: str, seasons: int = PLAYOUT_SEASONS) -> Callable[[float], float]:
    """Return a function that calibrates prospects of the viewer alone, as a search gives them.

    How unequal the rivals are follows from a few playouts, where it matters.
    """
    found = calibration(view, seasons)
    assert view.seat is not None
    if found.is_neutral:
        return lambda prospect: prospect
    worlds = Worlds(view, seasons=seasons, seed=seed)
    tried = [worlds.prospects().final for _ in range(RIVAL_WORLDS)]
    inequality = found.inequality([fmean(shares) for shares in zip(*tried, strict=True)], view.seat)
    return lambda prospect: found.share(prospect, inequality)


def verdict(view: View, chosen: Action, effort: Effort, *, seed: str) -> Verdict:
    """Compare the chosen action with the best one.

    Half of the playouts choose the best and the worst action, the others compare: an action that looked best by chance does not
    look best again.
    """
    half = effort.half_decision()
    search = searched(view, half, seed=f"{seed} choose")
    best, worst = search.best(), search.worst()
    actions = list(dict.fromkeys((best, chosen, worst)))
    compared = Search(view, seasons=PLAYOUT_SEASONS, seed=f"{seed} compare", actions=actions, watched=True)
    calibrated = calibration_alone(view, seed=f"{seed} calibrate")
    spending = half.begin()
    value, loss, to_worst, gain = Sum(), Sum(), Sum(), Sum()
    tried = 0
    while tried < FEWEST_WORLDS or spending.share(compared.playouts) < 1.0:
        compared.try_world()
        tried += 1
        latest = compared.latest()
        most = calibrated(latest[best])
        value.add(most)
        loss.add(most - calibrated(latest[chosen]))
        to_worst.add(most - calibrated(latest[worst]))
        gain.add(most - calibrated(compared.planned()))
    effort.decided()
    return Verdict(
        best,
        value=value.estimate(),
        loss=loss.estimate(),
        stake=max(loss.estimate(), to_worst.estimate(), key=lambda found: found.mean),
        gain=gain.estimate(),
        chosen_outlook=compared.outlook(chosen),
        best_outlook=compared.outlook(best),
    )


def margin(variance: float) -> int:
    """Return half of the 95% interval, in millionths."""
    return round(MILLION * Z * sqrt(variance))
