"""Bots think in worker processes, never on the event loop, in a fair order and within a budget of their table's opener.

A bot that remembers its earlier decisions stays in one process. All others think in any process that is free, so that the bots of
one table use all cores. A process that dies or hangs is replaced. Its bots lose only what they remembered.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from typing import Any, Final

from covergames.bots import UnknownBot, remembers
from covergames.games import game_named
from covergames.server.bot_process import MAX_BOTS, BotKey, Question
from covergames.server.fair_queue import FairQueue
from covergames.server.thinking import ThinkingBudgets
from covergames.server.worker_process import WorkerProcess

BUSY_SECONDS: Final = 1.0
"""How long a bot may think while others wait for a process."""
BUSY_TABLES: Final = 3
"""Tables for each process whose bots may wait, all of one opener, before bots think shorter."""
SPENT_SECONDS: Final = 0.2
"""How long a bot may think if the opener of its table has spent the budget: as long as the strongest bot does by default."""

_PROGRAM: Final = "from covergames.server.bot_process import main; main()"


class BotFailed(Exception):
    """A bot gave no answer: which, where, and why."""


class BotPool:
    """A few worker processes in which bots think, started when first needed.

    Openers take turns, and so do the tables of one opener. Those who have spent their budget come last.
    """

    def __init__(
        self,
        processes: int,
        *,
        timeout: float,
        thinking: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare that many processes.

        Args:
            processes: how many.
            timeout: a bot that thinks longer than this many seconds is killed.
            thinking: the seconds a minute that the bots of one opener may think at full length.
            clock: measures how long they think.
        """
        self._clock = clock
        self._budgets = ThinkingBudgets(thinking, clock)
        self._processes = [WorkerProcess(_PROGRAM, timeout=timeout) for _ in range(processes)]
        self._queue = FairQueue(processes, rank=self._budgets.is_spent)
        self._homes: OrderedDict[BotKey, int] = OrderedDict()
        """The process of each bot that remembers, the least recently asked bot first."""
        self._next_home = cycle(range(processes))
        self._running: set[asyncio.Task[None]] = set()

    async def ask(self, question: Question, opener: str = "") -> Any:
        """Return the bot's decision.

        If the caller is cancelled, a bot that waits is not asked any more. One that thinks goes on, because to stop it the
        process would have to be killed, with the memory of all its bots.

        Raises:
            BotFailed: the bot raised, died or took too long.
        """
        decision: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._answer(question, opener, decision))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await decision

    async def close(self) -> None:
        """Kill all processes, even while bots think, and wait for their end."""
        for process in self._processes:
            await process.close()
        await asyncio.gather(*self._running)

    async def _answer(self, question: Question, opener: str, decision: asyncio.Future[Any]) -> None:
        """Ask the bot when it is its turn, and set the decision, or why there is none."""
        async with self._queue.turn(opener, question.table, slot=self._home(question)) as process:
            if decision.done():  # the table does not need it any more
                return
            seconds = self._most_seconds(opener)
            began = self._clock()
            answer = await self._processes[process].ask(replace(question, most_seconds=seconds))
            self._budgets.spend(opener, self._clock() - began)
        if decision.done():
            return
        if answer.failure is None:
            decision.set_result(answer.value)
        else:
            bot = f"bot {question.bot!r} at seat {question.seat} of table {question.table}"
            decision.set_exception(BotFailed(f"{bot} failed: {answer.failure}"))

    def _home(self, question: Question) -> int | None:
        """Return the process of a bot that remembers; None: any process will do."""
        try:
            if not remembers(game_named(question.game), question.bot):
                return None
        except UnknownBot:  # any process reports it
            return None
        home = self._homes.pop(question.key, None)
        self._homes[question.key] = home = next(self._next_home) if home is None else home
        if len(self._homes) > MAX_BOTS * len(self._processes):
            self._homes.popitem(last=False)
        return home

    def _most_seconds(self, opener: str) -> float | None:
        """Return how long the next bot of the opener may think; None: as long as it wants."""
        if self._budgets.is_spent(opener):
            return SPENT_SECONDS
        is_busy = self._queue.waiting_lanes >= BUSY_TABLES * len(self._processes)
        return BUSY_SECONDS if is_busy or self._queue.has_others(opener) else None
