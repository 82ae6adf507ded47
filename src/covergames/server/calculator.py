"""Functions that would hold up everybody else, calculated in a process of their own, and remembered.

Compiled code does not let other threads run: a solver in a thread would stop the event loop as if it were on it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from covergames.server.desk import Desk, answer_all

REMEMBERED: Final = 1000
"""How many results are kept; the ones that nobody has asked for longest make room."""
PATIENCE: Final = 20.0
"""Seconds after which a calculation is given up."""
WAITING: Final = 50
"""How many calculations may wait; whoever comes then is told to come again."""

_PROGRAM: Final = "from covergames.server.calculator import main; main()"

Result = TypeVar("Result")


class CalculationFailed(Exception):
    """No result: which function, and why."""


class Calculator:
    """One process, started when it is first needed."""

    def __init__(self, *, patience: float = PATIENCE, waiting: int = WAITING) -> None:
        self._desk = Desk(_PROGRAM, patience=patience)
        self._most = waiting
        self._waiting = 0
        self._results: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()

    async def of(self, function: Callable[..., Result], *arguments: Hashable) -> Result:
        """The function's result, or `CalculationFailed`; whoever asks the same meanwhile or later shares it."""
        question = (function, arguments)
        task = self._results.pop(question, None)
        if task is None or _has_failed(task):
            task = asyncio.create_task(self._calculate(function, arguments))
        self._results[question] = task
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)
        result: Result = await asyncio.shield(task)
        return result

    async def close(self) -> None:
        """End the process."""
        await self._desk.close()

    async def _calculate(self, function: Callable[..., Any], arguments: tuple[Hashable, ...]) -> Any:
        if self._waiting >= self._most:
            raise CalculationFailed(f"{function.__qualname__} has to wait: {self._waiting} others do")
        self._waiting += 1
        try:
            answer = await self._desk.ask((function, arguments))
        finally:
            self._waiting -= 1
        if answer.failure is not None:
            raise CalculationFailed(f"{function.__qualname__} failed: {answer.failure}")
        return answer.value


def _has_failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def main() -> None:
    """Calculate until nobody asks any more."""
    answer_all(_called)


def _called(question: tuple[Callable[..., Any], tuple[Hashable, ...]]) -> Any:
    function, arguments = question
    return function(*arguments)
