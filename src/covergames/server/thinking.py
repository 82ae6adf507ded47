"""The budgets of thinking: how long the bots at the tables of each opener have thought lately."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from covergames.server.limits import MAX_ADDRESSES

MINUTE_SECONDS: Final = 60.0


class ThinkingBudgets:
    """A leaky bucket for each opener: it holds one minute's budget of thinking, and drains steadily."""

    def __init__(self, seconds_per_minute: float, clock: Callable[[], float]) -> None:
        self._capacity = seconds_per_minute
        self._drain = seconds_per_minute / MINUTE_SECONDS
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}
        """For each opener the seconds in the bucket, and when they were measured."""

    def is_spent(self, opener: str) -> bool:
        """Return whether the bots of the opener have used the budget up."""
        return self._level(opener) >= self._capacity

    def spend(self, opener: str, seconds: float) -> None:
        """Count seconds of thinking; the level may exceed the budget by one decision."""
        level = min(self._level(opener), self._capacity) + seconds
        if len(self._levels) >= MAX_ADDRESSES:
            self._levels = {each: self._levels[each] for each in self._levels if self._level(each) > 0}
        self._levels[opener] = (level, self._clock())

    def _level(self, opener: str) -> float:
        level, at = self._levels.get(opener, (0.0, 0.0))
        return max(0.0, level - (self._clock() - at) * self._drain)
