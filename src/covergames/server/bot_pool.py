"""Bots think in worker processes, never on the event loop.

All bots of a table think in the same process, so that a bot remembers its earlier decisions. A process that dies or hangs
is replaced. Its bots lose only what they remembered.
"""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

from covergames.server.bot_process import Question
from covergames.server.worker_process import WorkerProcess

_PROGRAM: Final = "from covergames.server.bot_process import main; main()"


class BotFailed(Exception):
    """A bot gave no answer: which, where, and why."""


class BotPool:
    """A few worker processes, each with the bots of some tables, started when first needed."""

    def __init__(self, processes: int, *, timeout: float) -> None:
        """Prepare that many processes; a bot that thinks longer than `timeout` seconds is killed."""
        self._processes = [WorkerProcess(_PROGRAM, timeout=timeout) for _ in range(processes)]

    async def ask(self, question: Question) -> Any:
        """Return the bot's decision.

        Raises:
            BotFailed: the bot raised, died or took too long.
        """
        process = self._processes[crc32(question.table.encode()) % len(self._processes)]
        answer = await process.ask(question)
        if answer.failure is not None:
            bot = f"bot {question.bot!r} at seat {question.seat} of table {question.table}"
            raise BotFailed(f"{bot} failed: {answer.failure}")
        return answer.value

    async def close(self) -> None:
        """Kill all processes, even while bots think, and wait for their end."""
        for process in self._processes:
            await process.close()
