"""Calibrate the prospects of playouts: what a lead promises depends on the options of the game.

The kernel turns scores into shares of the victory as in a standard game. Where all cards are worth the same, a lead of a point is a whole
card and promises much more. All shares of a playout are raised to the same power and divided by their sum, which is as if the kernel had
used another scale of leads. A finished game keeps its result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from covergames.coverme import Options, Phase, State, View
from covergames.kernel import _search as s

SAME_VALUE_SCALE: Final = 0.5
"""The typical change of a lead where all cards are worth the same (CM-V3): in points, per square root of the seasons left.

`python -m benchmarks.lead_scales` fits it. In all other games the kernel's scale fits."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Calibrates the prospects of playouts that end at the same time."""

    exponent: float

    @property
    def is_neutral(self) -> bool:
        """Whether shares stay as they are."""
        return self.exponent == 1.0

    def shares(self, prospects: Sequence[float]) -> Sequence[float]:
        """Return the calibrated shares of all seats."""
        if self.is_neutral:
            return prospects
        powers = [share**self.exponent for share in prospects]
        total = sum(powers)
        return [power / total for power in powers]

    def share(self, prospect: float, inequality: float) -> float:
        """Return the calibrated share of one seat, whose rivals are that unequal."""
        if self.is_neutral:
            return prospect
        own: float = prospect**self.exponent
        rest: float = inequality * (1.0 - prospect) ** self.exponent
        return own / (own + rest)

    def inequality(self, prospects: Sequence[float], seat: int) -> float:
        """Return how unequal the rivals of the seat are: 1 if all but one have no prospects, and less if several have."""
        others = [share for rival, share in enumerate(prospects) if rival != seat]
        total = sum(others)
        return float(sum((share / total) ** self.exponent for share in others)) if total else 1.0


def calibration(position: View | State, seasons: int) -> Calibration:
    """Return the calibration of playouts of that many seasons from this position."""
    options = position.options
    left = len(options.seasons) * options.number_of_years - seasons_evaluated(position) - seasons
    return Calibration(s.LEAD_SCALE_POINTS / scale_of(options) if left > 0 else 1.0)


def scale_of(options: Options) -> float:
    """Return the scale of leads with these options."""
    return float(s.LEAD_SCALE_POINTS) if options.same_value is None else SAME_VALUE_SCALE


def seasons_evaluated(position: View | State) -> int:
    """Return how many seasons have been evaluated."""
    seasons = position.options.seasons
    is_evaluated = position.phase in (Phase.REPLENISH, Phase.VOTE, Phase.OVER)
    return len(seasons) * (position.year - 1) + seasons.index(position.season) + is_evaluated
