"""How well a seat decided: its error rate, and the bot that plays about as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final

from covergames.analysis.coverme.results import Change, Entry

NEAR_FORCED: Final = 10_000
"""A decision with a smaller stake, in millionths, is nearly forced: a point of win share."""
USUAL_STAKE: Final = 70_000
"""The error rate is the loss of a decision with this stake, in millionths: about the mean of real decisions in games of bots."""
RATES: Final[Mapping[str, int]] = {
    "random": 40_500,
    "trend": 24_900,
    "editor:50p": 13_500,
    "editor:400p": 3_100,
}
"""The error rates of bots, in millionths, measured at the default budget with `python -m benchmarks.analysis rates`."""


def error_rate(entries: Sequence[Entry]) -> tuple[int, Change]:
    """Return the number of real decisions, and their loss in proportion to the stake.

    A player who is far behind has little left to lose. So losses and stakes are added up before they are divided.
    """
    real = [(entry, judged) for entry in entries if (judged := entry.judgement) is not None and judged.is_real]
    if not real:
        return 0, Change(change=0, margin=0)
    scale = USUAL_STAKE / sum(judged.stake for _, judged in real)
    loss = -sum(entry.change for entry, _ in real)
    spread = hypot(*(entry.margin for entry, _ in real))
    return len(real), Change(change=round(scale * loss), margin=round(scale * spread))


def band_of(rate: int) -> str:
    """Return the bot whose error rate is nearest."""
    return min(RATES, key=lambda bot: abs(RATES[bot] - rate))
