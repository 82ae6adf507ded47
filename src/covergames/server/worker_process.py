"""A process that answers questions one after the other, so that whatever takes long is done elsewhere than the messages.

Questions and answers are pickled, each behind its length; whatever is printed over there goes to standard error.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, Final

HEAD: Final = 4
"""The bytes of a length."""
NICENESS: Final = 5
"""Whatever is done there gives way to answering messages."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was asked for, or why there is no telling."""

    value: Any
    failure: str | None = None


class WorkerProcess:
    """One process, started at the first question, and the questions that wait for it; if it dies or hangs it is replaced."""

    def __init__(self, program: str, *, patience: float) -> None:
        """The program is Python's, and calls `answer_all`.

        It is not a module for ``-m``: run as ``__main__``, its classes would not be those that are unpickled here.
        """
        self._program = program
        self._patience = patience
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def ask(self, question: object) -> Answer:
        """The answer, when it is this question's turn."""
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

    async def _exchange(self, question: object) -> Answer:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", self._program, stdin=PIPE, stdout=PIPE
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(_packed(question))
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
        """End the process, even if it would think on for ever."""
        self._is_closed = True
        await self._end()


def answer_all(answer: Callable[[Any], Any]) -> None:
    """What a desk's process does: answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server, which ends this in good order
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(NICENESS)
    while head := sys.stdin.buffer.read(HEAD):
        question = pickle.loads(sys.stdin.buffer.read(int.from_bytes(head, "big")))
        answers.write(_packed(_tried(answer, question)))
        answers.flush()


def _tried(answer: Callable[[Any], Any], question: Any) -> Answer:
    try:
        return Answer(answer(question))
    except Exception as error:
        return Answer(None, f"{type(error).__name__}: {error}")


def _packed(value: object) -> bytes:
    """The value behind its length."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(HEAD, "big") + data
