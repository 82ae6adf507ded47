"""Cover Up's clock: when a round begins and ends, and which actions have a time (CU-R2, CU-H1 to CU-H3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from covergames.coverup.actions import Action, GiveBack
from covergames.coverup.state import Phase, State

COUNTDOWN_MILLISECONDS: Final = 3000
"""Between the cards and the start of a round: one, two, three (CU-R2)."""
TOO_EARLY: Final = "CU-R2"
TOO_LATE: Final = "CU-H2"


def is_real_time(state: State) -> bool:
    """Return whether everybody lays their cards (CU-R2)."""
    return state.phase is Phase.LAY


def begins_phase(before: State | None, after: State) -> bool:
    """Return whether a round, or the giving back after it, began between two states."""
    return before is None or (before.round, before.phase) != (after.round, after.phase)


def now(state: State) -> int:
    """Return the time of the round's latest action."""
    return state.now


def deadline(state: State) -> int | None:
    """Return when the sand has run out or, if nobody has flipped, when the round limit is reached (CU-H1, CU-H2)."""
    return state.deadline


def time_of(action: Action) -> int | None:
    """Return when the action is done; cards are given back at no particular time."""
    return None if isinstance(action, GiveBack) else action.t


def at_time(action: Action, t: int) -> Action:
    """Return the same action, done at that time."""
    return action if isinstance(action, GiveBack) else replace(action, t=t)
