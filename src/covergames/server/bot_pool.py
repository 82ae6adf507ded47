"""Bots think in processes of their own, never where messages are answered.

All bots of one table think in the same process, so that whatever a bot remembers is still there at its next decision.
A process that dies or hangs is replaced, and takes nothing but memories along: its bots are made anew.
"""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

from covergames.server.bot_process import Question
from covergames.server.worker_process import WorkerProcess

_PROGRAM: Final = "from covergames.server.bot_process import main; main()"


class BotFailed(Exception):
    """A bot that gave no answer: which, where, and why."""


class BotPool:
    """A few processes, each with the bots of some tables; started when they are first needed."""

    def __init__(self, processes: int, *, patience: float) -> None:
        self._processes = [WorkerProcess(_PROGRAM, patience=patience) for _ in range(processes)]

    async def ask(self, question: Question) -> Any:
        """The bot's decision, or `BotFailed` if it raised, died, or took too long."""
        worker_process = self._processes[crc32(question.table.encode()) % len(self._processes)]
        answer = await worker_process.ask(question)
        if answer.failure is not None:
            who = f"bot {question.bot!r} at seat {question.seat} of table {question.table}"
            raise BotFailed(f"{who} failed: {answer.failure}")
        return answer.value

    async def close(self) -> None:
        """End all processes, even if a bot would think on for ever."""
        for worker_process in self._processes:
            await worker_process.close()
