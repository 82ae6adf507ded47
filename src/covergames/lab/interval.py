"""Shares and their confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping
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


def margin(counts: Mapping[int, int]) -> float:
    """Return half of the 95% interval around the mean of numbers, given how often each occurs; 0 for a single one."""
    number = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / number
    squares = sum(count * (value - mean) ** 2 for value, count in counts.items())
    return _Z * sqrt(squares / (number - 1) / number) if number > 1 else 0.0


def wilson(count: float, of: int) -> Share:
    """Return the share with its Wilson score interval; of no cases, the interval is 0 to 1.

    Raises:
        ValueError: the count is not between 0 and the number of cases.
    """
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is not a share")
    if not of:
        return Share(count, of, 0.0, 0.0, 1.0)
    share = count / of
    scale = 1 + _Z**2 / of
    middle = (share + _Z**2 / (2 * of)) / scale
    spread = _Z / scale * sqrt(share * (1 - share) / of + (_Z / (2 * of)) ** 2)
    return Share(count, of, share, max(0.0, middle - spread), min(1.0, middle + spread))
