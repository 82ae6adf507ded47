"""How fast a player is, in seconds, and how it hurries when time is short."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

MARGIN: Final = 300
"""Milliseconds before time is up by which a hurried player means to be ready."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How many seconds each thing takes."""

    first: float
    """To look the hand over, before the first card."""
    card: float
    """To lay, move or lift a card, on average."""
    spread: float
    """By which part of it that varies, up and down."""
    least: float
    """To lay a card in a hurry."""
    look: float
    """To look for a better place when all is laid."""
    reaction: float
    """To make up one's mind about the hourglass, or to be done."""

    def handling(self, generator: random.Random) -> int:
        """Return the milliseconds for the next card."""
        return round(1000 * self.card * generator.uniform(1 - self.spread, 1 + self.spread))


def hurried(t: int, *, now: int, deadline: int | None, steps: int, least: float) -> int:
    """Return when to do the first of so many steps, planned for `t`: early enough to finish in time, if possible.

    All times are milliseconds since the round began; a step takes at least `least` seconds.
    """
    if deadline is None:
        return t
    share = (deadline - MARGIN - now) // steps
    return min(t, now + max(share, round(1000 * least)))
