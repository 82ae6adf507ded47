"""Bots think in worker processes, never on the event loop, in a fair order and within a budget of their table's opener.

A bot that remembers its earlier decisions stays in one process. All others think in any process that is free, so that the bots of
one table use all cores. A `SharingBot` also thinks in processes that would be idle; these are recalled as soon as another bot needs one.
A process that dies or hangs is replaced. Its bots lose only what they remembered.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import cycle
from typing import Any, Final

from covergames.bots import UnknownBot, can_share, remembers
from covergames.games import game_named
from covergames.server.bot_process import MAX_BOTS, BotKey, Question
from covergames.server.fair_queue import FairQueue
from covergames.server.thinking import ThinkingBudgets
from covergames.server.worker_process import Answer, WorkerProcess

BUSY_SECONDS: Final = 1.0
"""How long a bot may think while others wait for a process."""
BUSY_TABLES: Final = 3
"""Tables for each process whose bots may wait, all of one opener, before bots think shorter."""
SPENT_SECONDS: Final = 0.2
"""How long a bot may think if the opener of its table has spent the budget: as long as the strongest bot does by default."""

PROGRAM: Final = "from covergames.server.bot_process import main; main()"
"""The program of a worker process in which bots think."""


class BotFailed(Exception):
    """A bot gave no answer: which, where, and why."""


class _Part:
    """A part of a decision, in a process that is lent for it."""

    def __init__(self, process: WorkerProcess, question: Question) -> None:
        self._process = process
        self._is_recalled = False
        self.has_begun = False
        self.answer: asyncio.Task[Answer] = asyncio.create_task(process.ask(question, self._note))

    def recall(self) -> None:
        """End the part; its answer then comes at once, if it has begun."""
        self._is_recalled = True
        if self.has_begun and not self.answer.done():
            self._process.interrupt()

    def _note(self, _begun: object) -> None:
        self.has_begun = True
        if self._is_recalled:
            self._process.interrupt()


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
        self._processes = [WorkerProcess(PROGRAM, timeout=timeout) for _ in range(processes)]
        self._queue = FairQueue(processes, rank=self._budgets.is_spent, recall=lambda slot: self._parts[slot].recall())
        self._parts: dict[int, _Part] = {}
        """What the processes that are lent work on."""
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
        await asyncio.gather(*self._running, *[part.answer for part in self._parts.values()])

    async def _answer(self, question: Question, opener: str, decision: asyncio.Future[Any]) -> None:
        """Ask the bot when it is its turn, and set the decision, or why there is none."""
        async with self._queue.turn(opener, question.table, slot=self._home(question)) as process:
            if decision.done():  # the table does not need it any more
                return
            seconds = self._most_seconds(opener)
            began = self._clock()
            answer = await self._answer_of(self._processes[process], replace(question, most_seconds=seconds), opener)
            self._budgets.spend(opener, self._clock() - began)
        if decision.done():
            return
        if answer.failure is None:
            decision.set_result(answer.value)
        else:
            bot = f"bot {question.bot!r} at seat {question.seat} of table {question.table}"
            decision.set_exception(BotFailed(f"{bot} failed: {answer.failure}"))

    async def _answer_of(self, process: WorkerProcess, question: Question, opener: str) -> Answer:
        """Return the answer of the process, found together with idle ones if the bot's decisions can be shared."""
        if not self._can_share(question, opener):
            return await process.ask(question)
        await asyncio.sleep(0)  # bots that are asked at the same moment take their processes first
        others = self._share(question, opener)
        if not others:
            return await process.ask(question)
        own = await process.ask(replace(question, is_part=True))
        for part in others:
            part.recall()
        answers = [own, *[await part.answer for part in others if part.has_begun]]
        if own.failure is not None:
            return own
        found = [answer.value for answer in answers if answer.failure is None]
        return await process.ask(replace(question, parts=found))

    def _can_share(self, question: Question, opener: str) -> bool:
        """Return whether idle processes may think about the question too."""
        try:
            return not self._budgets.is_spent(opener) and can_share(game_named(question.game), question.bot)
        except UnknownBot:  # the process reports it
            return False

    def _share(self, question: Question, opener: str) -> list[_Part]:
        """Begin parts of the decision in all idle processes, and return them; none while other bots wait."""
        begun = []
        for slot in self._queue.lend():
            part = self._parts[slot] = _Part(self._processes[slot], replace(question, is_part=True))
            part.answer.add_done_callback(partial(self._give_back, slot, opener, self._clock()))
            begun.append(part)
        return begun

    def _give_back(self, slot: int, opener: str, began: float, _answer: asyncio.Task[Answer]) -> None:
        """Free a process that was lent, and count its seconds."""
        del self._parts[slot]
        self._budgets.spend(opener, self._clock() - began)
        self._queue.give_back(slot)

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
