"""Long calculations, run in worker processes with limits of time and memory, in a fair order, and cached.

Compiled code holds the GIL: a solver in a thread would stop the event loop. And only a process can be killed when its client
hangs up, or when it takes too much time or memory.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from covergames.server.configuration import Limits
from covergames.server.fair_queue import FairQueue, QueueFull
from covergames.server.limits import limit_key
from covergames.server.worker_process import OnReport, WorkerProcess, answer_all

PROCESSES: Final = 2
"""One client has one of them at most, so that a long calculation does not keep others waiting."""
MAX_CACHED_RESULTS: Final = 1000
"""Beyond this number the least recently used result is dropped."""
RETRY_DELAY_SECONDS: Final = 600.0
"""A failed calculation is not tried again before this time: one that times out takes up a process each time."""

Result = TypeVar("Result")


class CalculationFailed(Exception):
    """There is no result: which function, and why."""


class CalculationLimits(NamedTuple):
    """What a calculator may use."""

    processes: int
    seconds: int
    """That a calculation may take."""
    memory: int
    """MiB of address space of a process."""
    most_waiting: int
    """Calculations of one client that may wait."""

    @classmethod
    def of(cls, limits: Limits) -> CalculationLimits:
        """Return the limits of replays, records, puzzles and hints."""
        return cls(PROCESSES, limits.calculation_seconds, limits.calculation_memory, limits.calculations)


@dataclass(slots=True)
class _Asked:
    """A calculation, the time of its first request by the calculator's clock, and how many wait for it."""

    task: asyncio.Task[Any]
    at: float
    waiting: int = 0

    @property
    def has_failed(self) -> bool:
        return self.task.done() and (self.task.cancelled() or self.task.exception() is not None)


class CalculatorProcess:
    """A process that a client has for one turn."""

    def __init__(self, process: WorkerProcess) -> None:
        self._process = process

    async def run(
        self, function: Callable[..., Result], *arguments: object, on_report: OnReport = lambda _value: None
    ) -> Result:
        """Return the function's result. If the caller is cancelled, the process is killed.

        Raises:
            CalculationFailed: the function raised, died, or took too much time or memory.
        """
        answer = await self._process.ask((function, arguments), on_report)
        if answer.failure is not None:
            raise CalculationFailed(f"{function.__qualname__} failed: {answer.failure}")
        result: Result = answer.value
        return result


class Calculator:
    """A few worker processes, started when first needed, behind a fair queue, and a cache of results."""

    def __init__(
        self, limits: CalculationLimits, *, is_idle: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        code = program(limits.memory)
        self._processes = [
            WorkerProcess(code, timeout=limits.seconds, is_idle=is_idle) for _ in range(limits.processes)
        ]
        self._queue = FairQueue(limits.processes, most_waiting=limits.most_waiting, most_at_once=1)
        self._clock = clock
        self._results: OrderedDict[Hashable, _Asked] = OrderedDict()

    async def of(self, function: Callable[..., Result], *arguments: Hashable, client: str = "") -> Result:
        """Return the function's result, shared by all who ask for it; a failure is shared until it may be retried.

        `client` is the address of who asks. If everybody who waits for the result is cancelled, so is the calculation.

        Raises:
            CalculationFailed: the function raised, died, or took too much time or memory.
            QueueFull: too many calculations of the client wait.
        """
        question, now = (function, arguments), self._clock()
        asked = self._results.pop(question, None)
        if asked is None or (asked.has_failed and now >= asked.at + RETRY_DELAY_SECONDS):
            asked = _Asked(asyncio.create_task(self.run(function, *arguments, client=client)), now)
        self._results[question] = asked
        if len(self._results) > MAX_CACHED_RESULTS:
            self._results.popitem(last=False)
        asked.waiting += 1
        try:
            result: Result = await asyncio.shield(asked.task)
        except QueueFull:
            self._forget(question, asked)
            raise
        finally:
            asked.waiting -= 1
            if not asked.waiting and not asked.task.done():
                asked.task.cancel()
                self._forget(question, asked)
        return result

    async def run(self, function: Callable[..., Result], *arguments: object, client: str = "") -> Result:
        """Return the function's result, which is not cached. If the caller is cancelled, the process is killed.

        Raises:
            CalculationFailed: the function raised, died, or took too much time or memory.
            QueueFull: too many calculations of the client wait.
        """
        async with self.turn(client) as process:
            return await process.run(function, *arguments)

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[CalculatorProcess]:
        """Wait until it is the client's turn, and lend it a process: what the calculation needs is read only then.

        Raises:
            QueueFull: too many calculations of the client wait.
        """
        async with self._queue.turn(limit_key(client)) as slot:
            yield CalculatorProcess(self._processes[slot])

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop all calculations for as long as the context lasts."""
        stopped = [process for process in self._processes if process.pause()]
        try:
            yield
        finally:
            for process in stopped:
                process.resume()

    async def close(self) -> None:
        """End the processes; calculations that are under way fail."""
        for process in self._processes:
            await process.close()
        tasks = [asked.task for asked in self._results.values()]
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, question: Hashable, asked: _Asked) -> None:
        if self._results.get(question) is asked:
            del self._results[question]


def program(mebibytes: int) -> str:
    """Return the program of a worker process with that much address space."""
    return f"from covergames.server.calculator import main; main({mebibytes << 20})"


def main(memory: int) -> None:
    """Run the worker process, with that many bytes of address space."""
    answer_all(_called, memory=memory)


def _called(question: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    function, arguments = question
    return function(*arguments)
