"""Bots think in processes of their own, never where messages are answered.

All bots of one table think in the same process, so that whatever a bot remembers is still there at its next decision.
A process that dies or hangs is replaced, and takes nothing but memories along: its bots are made anew.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any, Final
from zlib import crc32

from covergames.server.thinker import HEAD, Answer, Question, pack

_MAIN: Final = "from covergames.server.thinker import main; main()"
"""Not ``-m``: run as ``__main__``, the module's classes would not be those that are unpickled here."""


class BotFailed(Exception):
    """A bot that gave no answer: which, where, and why."""


class Thinkers:
    """A few processes, each with the bots of some tables; started when they are first needed."""

    def __init__(self, processes: int, *, patience: float) -> None:
        self._desks = [_Desk(patience) for _ in range(processes)]

    async def ask(self, question: Question) -> Any:
        """The bot's decision, or `BotFailed` if it raised, died, or took too long."""
        desk = self._desks[crc32(question.table.encode()) % len(self._desks)]
        answer = await desk.ask(question)
        if answer.failure is not None:
            who = f"bot {question.bot!r} at seat {question.seat} of table {question.table}"
            raise BotFailed(f"{who} failed: {answer.failure}")
        return answer.action

    async def close(self) -> None:
        """End all processes, even if a bot would think on for ever."""
        for desk in self._desks:
            await desk.close()


class _Desk:
    """One process and the questions that wait for it."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def ask(self, question: Question) -> Answer:
        async with self._turn:
            if self._is_closed:
                return Answer(None, "the server is closing")
            try:
                return await asyncio.wait_for(self._exchange(question), self._patience)
            except TimeoutError:
                await self._end()
                return Answer(None, f"no answer within {self._patience:g} s")
            except (EOFError, ConnectionError):
                await self._end()
                return Answer(None, "its process died")
            except asyncio.CancelledError:
                await self._end()  # half an answer may be in the pipe
                raise

    async def _exchange(self, question: Question) -> Answer:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(sys.executable, "-c", _MAIN, stdin=PIPE, stdout=PIPE)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(pack(question))
        await process.stdin.drain()
        head = await process.stdout.readexactly(HEAD)
        answer: Answer = pickle.loads(await process.stdout.readexactly(int.from_bytes(head, "big")))
        return answer

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def close(self) -> None:
        self._is_closed = True
        await self._end()
