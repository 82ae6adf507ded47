"""Shares and how sure one can be of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, of how many times it could have, with its 95% interval."""

    count: float
    """Not whole where several share one win."""
    of: int
    share: float
    low: float
    high: float


def wilson(count: float, of: int) -> Share:
    """The share with its Wilson score interval; of nothing, everything is possible."""
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is no share")
    if not of:
        return Share(count, of, 0.0, 0.0, 1.0)
    share = count / of
    scale = 1 + _Z**2 / of
    middle = (share + _Z**2 / (2 * of)) / scale
    spread = _Z / scale * sqrt(share * (1 - share) / of + (_Z / (2 * of)) ** 2)
    return Share(count, of, share, max(0.0, middle - spread), min(1.0, middle + spread))
