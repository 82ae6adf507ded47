"""How long a bot may think: an amount of time, or a number of playouts, which is independent of the machine's speed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import perf_counter
from typing import Final

_TEXT: Final = re.compile(
    r"(?P<seconds>[0-9]+(?:\.[0-9]+)?)s|(?P<milliseconds>[0-9]+(?:\.[0-9]+)?)ms|(?P<playouts>[0-9]+)p"
)

_hurry: ContextVar[float | None] = ContextVar("_hurry", default=None)
"""The most seconds for a decision, whatever its budget; None: the budget alone counts."""


_is_recalled: ContextVar[Callable[[], bool]] = ContextVar("_is_recalled", default=lambda: False)
"""Returns whether thinking has to end now, whatever the budget."""


@contextmanager
def at_most(seconds: float | None, *, is_recalled: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Let every budget that is spent in this block end after that many seconds, or when `is_recalled` says so; None: no limit."""
    hurry, recalled = _hurry.set(seconds), _is_recalled.set(is_recalled)
    try:
        yield
    finally:
        _hurry.reset(hurry)
        _is_recalled.reset(recalled)


class BudgetError(ValueError):
    """A text that is not a budget."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one decision may cost: either seconds or playouts."""

    seconds: float | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        given = [amount for amount in (self.seconds, self.playouts) if amount is not None]
        if len(given) != 1:
            raise BudgetError(f"a budget is seconds or playouts, not {self!r}")
        if given[0] <= 0:
            raise BudgetError(f"{self} is not a budget: it must be more than 0")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Return the budget of a text as in a bot's name: ``50ms``, ``1s``, ``0.5s`` or ``500p``.

        Raises:
            BudgetError: the text is not a budget.
        """
        found = _TEXT.fullmatch(text)
        if found is None:
            raise BudgetError(f"{text!r} is not a budget: write 50ms, 1s or 500p (playouts)")
        if found["playouts"] is not None:
            return cls(playouts=int(found["playouts"]))
        if found["milliseconds"] is not None:
            return cls(seconds=float(found["milliseconds"]) / 1000)
        return cls(seconds=float(found["seconds"]))

    def __str__(self) -> str:
        if self.seconds is None:
            return f"{self.playouts}p"
        return f"{1000 * self.seconds:g}ms" if self.seconds < 1 else f"{self.seconds:g}s"

    def is_within(self, most: Budget) -> bool:
        """Return whether the budget is at most the other one and measured in the same unit."""
        if self.seconds is None or most.seconds is None:
            return self.playouts is not None and most.playouts is not None and self.playouts <= most.playouts
        return self.seconds <= most.seconds

    def begin(self, clock: Callable[[], float] = perf_counter) -> Spending:
        """Start to spend the budget; playouts are counted without reading the clock."""
        return Spending(self, clock)


class Spending:
    """A budget that is being spent."""

    def __init__(self, budget: Budget, clock: Callable[[], float]) -> None:
        self._playouts = budget.playouts
        hurry = _hurry.get()
        limits = [seconds for seconds in (budget.seconds, hurry) if seconds is not None]
        self._seconds = min(limits, default=None)
        self._is_recalled = _is_recalled.get()
        self._clock = clock
        self._began = 0.0 if self._seconds is None else clock()

    def share(self, playouts: int) -> float:
        """Return how much of the budget is spent after that many playouts; 1.0 is all of it."""
        if self._is_recalled():
            return 1.0
        by_playouts = 0.0 if self._playouts is None else playouts / self._playouts
        if self._seconds is None:
            return by_playouts
        return max(by_playouts, (self._clock() - self._began) / self._seconds)
