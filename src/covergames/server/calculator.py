"""Long calculations, run in a worker process and cached.

Compiled code holds the GIL: a solver in a thread would stop the event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from covergames.server.worker_process import WorkerProcess, answer_all

MAX_CACHED_RESULTS: Final = 1000
"""Beyond this number the least recently used result is dropped."""
TIMEOUT_SECONDS: Final = 20.0
"""A calculation is given up after this time."""
MAX_WAITING_CALCULATIONS: Final = 50
"""Further calculations are refused."""
RETRY_DELAY_SECONDS: Final = 600.0
"""A failed calculation is not tried again before this time: one that times out holds up all others each time."""

_PROGRAM: Final = "from covergames.server.calculator import main; main()"

Result = TypeVar("Result")


class CalculationFailed(Exception):
    """There is no result: which function, and why."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A calculation, and the time of its request by the calculator's clock."""

    task: asyncio.Task[Any]
    at: float

    @property
    def has_failed(self) -> bool:
        return self.task.done() and (self.task.cancelled() or self.task.exception() is not None)


class Calculator:
    """One worker process, started at the first calculation, with a bounded queue and a cache."""

    def __init__(
        self,
        *,
        timeout: float = TIMEOUT_SECONDS,
        waiting: int = MAX_WAITING_CALCULATIONS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._process = WorkerProcess(_PROGRAM, timeout=timeout)
        self._most = waiting
        self._clock = clock
        self._running: set[asyncio.Task[Any]] = set()
        self._results: OrderedDict[Hashable, _Asked] = OrderedDict()

    async def of(self, function: Callable[..., Result], *arguments: Hashable) -> Result:
        """Return the function's result, shared by all who ask for it; a failure is shared until it may be retried.

        Raises:
            CalculationFailed: the function raised, died or timed out, or too many calculations wait.
        """
        question, now = (function, arguments), self._clock()
        asked = self._results.pop(question, None)
        if asked is None or (asked.has_failed and now >= asked.at + RETRY_DELAY_SECONDS):
            if len(self._running) >= self._most:
                raise CalculationFailed(f"{function.__qualname__} has to wait: {len(self._running)} others do")
            asked = _Asked(asyncio.create_task(self._calculate(function, arguments)), now)
            self._running.add(asked.task)
            asked.task.add_done_callback(self._running.discard)
        self._results[question] = asked
        if len(self._results) > MAX_CACHED_RESULTS:
            self._results.popitem(last=False)
        result: Result = await asyncio.shield(asked.task)
        return result

    async def close(self) -> None:
        """End the process; calculations that are under way fail."""
        await self._process.close()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _calculate(self, function: Callable[..., Any], arguments: tuple[Hashable, ...]) -> Any:
        answer = await self._process.ask((function, arguments))
        if answer.failure is not None:
            raise CalculationFailed(f"{function.__qualname__} failed: {answer.failure}")
        return answer.value


def main() -> None:
    """Run the worker process."""
    answer_all(_called)


def _called(question: tuple[Callable[..., Any], tuple[Hashable, ...]]) -> Any:
    function, arguments = question
    return function(*arguments)
