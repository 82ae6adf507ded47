"""How fast a player is, in seconds, and how it hurries when time is short."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

MARGIN_MS: Final = 300
"""A hurried player plans to finish this long before time is up."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How many seconds each thing takes: medians, except `least` and `reaction`, which do not vary."""

    first: float
    """To look at the hand, before the first card."""
    card: float
    """To lay, move or lift a card."""
    least: float
    """To lay a card in a hurry."""
    look: float
    """To look for a better place when all is laid."""
    reaction: float
    """To decide about the hourglass, or to finish."""
    aside: float
    """To give up on a card for which it finds no place."""
    spread: float
    """The standard deviation of the logarithm of a time; one in six takes more than e to this power times the median."""

    def time(self, seconds: float, generator: random.Random) -> int:
        """Return how many milliseconds something takes whose median is so many seconds: log-normal, as people's times are."""
        return round(1000 * seconds * generator.lognormvariate(0, self.spread))


def hurried(t: int, *, now: int, deadline: int | None, steps: int, least: float) -> int:
    """Return when to do the first of some steps, planned for `t`: early enough to finish all in time, if possible.

    All times are milliseconds since the round began; a step takes at least `least` seconds.
    """
    if deadline is None:
        return t
    share = (deadline - MARGIN_MS - now) // steps
    return min(t, now + max(share, round(1000 * least)))
