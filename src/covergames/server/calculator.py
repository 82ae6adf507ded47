"""Functions that would hold up everybody else, calculated in a process of their own, and remembered.

Compiled code does not let other threads run: a solver in a thread would stop the event loop as if it were on it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from covergames.server.worker_process import WorkerProcess, answer_all

REMEMBERED: Final = 1000
"""How many results are kept; the ones that nobody has asked for longest make room."""
PATIENCE: Final = 20.0
"""Seconds after which a calculation is given up."""
WAITING: Final = 50
"""How many calculations may wait; whoever comes then is told to come again."""

FORGIVEN_AFTER: Final = 600.0
"""Seconds until what has failed is tried again: what takes too long would hold up all others each time."""

_PROGRAM: Final = "from covergames.server.calculator import main; main()"

Result = TypeVar("Result")


class CalculationFailed(Exception):
    """No result: which function, and why."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A calculation that was asked for, and when, by the calculator's clock."""

    task: asyncio.Task[Any]
    at: float

    @property
    def has_failed(self) -> bool:
        return self.task.done() and (self.task.cancelled() or self.task.exception() is not None)


class Calculator:
    """One process, started when it is first needed."""

    def __init__(
        self, *, patience: float = PATIENCE, waiting: int = WAITING, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._process = WorkerProcess(_PROGRAM, patience=patience)
        self._most = waiting
        self._waiting = 0
        self._clock = clock
        self._results: OrderedDict[Hashable, _Asked] = OrderedDict()

    async def of(self, function: Callable[..., Result], *arguments: Hashable) -> Result:
        """The function's result, or `CalculationFailed`; whoever asks the same meanwhile or later shares it.

        A failure is shared for a while, too.
        """
        question, now = (function, arguments), self._clock()
        asked = self._results.pop(question, None)
        if asked is None or (asked.has_failed and now >= asked.at + FORGIVEN_AFTER):
            if self._waiting >= self._most:
                raise CalculationFailed(f"{function.__qualname__} has to wait: {self._waiting} others do")
            self._waiting += 1
            asked = _Asked(asyncio.create_task(self._calculate(function, arguments)), now)
        self._results[question] = asked
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)
        result: Result = await asyncio.shield(asked.task)
        return result

    async def close(self) -> None:
        """End the process."""
        await self._process.close()

    async def _calculate(self, function: Callable[..., Any], arguments: tuple[Hashable, ...]) -> Any:
        try:
            answer = await self._process.ask((function, arguments))
        finally:
            self._waiting -= 1
        if answer.failure is not None:
            raise CalculationFailed(f"{function.__qualname__} failed: {answer.failure}")
        return answer.value


def main() -> None:
    """Calculate until nobody asks any more."""
    answer_all(_called)


def _called(question: tuple[Callable[..., Any], tuple[Hashable, ...]]) -> Any:
    function, arguments = question
    return function(*arguments)
