"""How fast a player is, in seconds, and how it hurries when time is short."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

MARGIN_MS: Final = 300
"""A hurried player plans to finish this long before time is up."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How many seconds each thing takes."""

    first: float
    """To look at the hand, before the first card."""
    card: float
    """To lay, move or lift a card, on average."""
    spread: float
    """The part by which the time for a card varies, up and down."""
    least: float
    """To lay a card in a hurry."""
    look: float
    """To look for a better place when all is laid."""
    reaction: float
    """To decide about the hourglass, or to finish."""
    aside: float = 0.0
    """To give up on a card for which it finds no place."""

    def handling(self, generator: random.Random) -> int:
        """Return the milliseconds for the next card."""
        return round(1000 * self.card * generator.uniform(1 - self.spread, 1 + self.spread))


def hurried(t: int, *, now: int, deadline: int | None, steps: int, least: float) -> int:
    """Return when to do the first of some steps, planned for `t`: early enough to finish all in time, if possible.

    All times are milliseconds since the round began; a step takes at least `least` seconds.
    """
    if deadline is None:
        return t
    share = (deadline - MARGIN_MS - now) // steps
    return min(t, now + max(share, round(1000 * least)))
