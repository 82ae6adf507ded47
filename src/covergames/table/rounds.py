"""Cover Up's rounds by the server's clock. A round's beginning is the time of an entry, so it outlives any server."""

from __future__ import annotations

from typing import Any, Final

from covergames import coverup

COUNTDOWN: Final = 3000
"""Milliseconds between the cards and the start of a round: one, two, three (CU-R2)."""

TIMED: Final = frozenset({"lay", "lift", "flip", "done"})
"""The decisions of a round, whose time is the server's (CU-H3)."""


def is_laying(state: Any) -> bool:
    """Whether a round of Cover Up is being played: everybody decides all the time."""
    return isinstance(state, coverup.State) and state.phase is coverup.Phase.LAY


def is_next_round(before: Any, after: Any) -> bool:
    """Whether a round of Cover Up, or the giving back after it, began between two states."""
    return isinstance(after, coverup.State) and (
        before is None or (before.round, before.phase) != (after.round, after.phase)
    )
