"""What the search gains over the plan in one decision, as a share of the stake.

The value of a position lets everybody follow the plan, and the search is better than the plan. Without this table every decision
would seem to bring a little luck, which the ledger would book as an estimate. The command that measured it:

    python -m benchmarks.analysis --gains --games 45 --seed 7 --bots editor:200p,trend,editor:200p,plan --budget 600p
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from covergames.coverme import Decision, View

Circumstance: TypeAlias = tuple[str, str]
"""The kind of decision, for a cover with its month, and the part of the game."""

GAINS: Final[Mapping[Circumstance, float]] = {
    ("feature", "early"): 0.274,
    ("feature", "last"): 0.023,
    ("feature", "late"): 0.256,
    ("keep", "early"): 0.381,
    ("keep", "late"): 0.473,
    ("place 1", "early"): 0.245,
    ("place 1", "last"): 0.253,
    ("place 1", "late"): 0.258,
    ("place 2", "early"): 0.246,
    ("place 2", "last"): 0.232,
    ("place 2", "late"): 0.277,
    ("place 3", "early"): 0.195,
    ("place 3", "last"): 0.112,
    ("place 3", "late"): 0.158,
    ("swap", "early"): 0.352,
    ("swap", "late"): 0.402,
    ("take", "early"): 0.401,
    ("take", "late"): 0.423,
}
"""The mean gain, divided by the mean stake; cells with fewer than 50 decisions are left out."""


def circumstance_of(view: View) -> Circumstance:
    """Return in which cell of the table a decision is."""
    assert view.decision is not None
    kind = view.decision.value
    if view.decision is Decision.PLACE:
        kind = f"{kind} {view.month}"
    left = seasons_left(view)
    return kind, "last" if left == 0 else "late" if left < 4 else "early"


def seasons_left(view: View) -> int:
    """Return how many seasons follow the present one; 0 also for extra seasons (CM-X1, CM-X4)."""
    seasons = view.options.seasons
    years = view.options.number_of_years - view.year
    return max(0, len(seasons) * years + len(seasons) - 1 - seasons.index(view.season))


def gain_of_search(circumstance: Circumstance, stake: float) -> float:
    """Return how much more the best action is worth, on average, than what the plan does."""
    return GAINS.get(circumstance, 0.0) * max(0.0, stake)
