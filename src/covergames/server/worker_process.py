"""A process that answers one question after another, so that long work does not block the event loop.

Questions and answers are pickled, each behind its length, and travel over a socket pair that is the process's standard
input and output. Python's own output goes to standard error there.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, Final

from covergames.server.lifetime import end_with_parent

LENGTH_BYTES: Final = 4
READ_BYTES: Final = 1 << 16
NICENESS: Final = 10
"""How much worker processes give way to the process that answers messages, also while they start."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The value, or why there is none."""

    value: Any
    failure: str | None = None


class WorkerProcess:
    """One process, started at the first question and replaced after it died or hung; questions wait their turn."""

    def __init__(self, program: str, *, timeout: float) -> None:
        """Set up a process that runs a Python program, which calls `answer_all`; `timeout` is in seconds.

        The program is not a module for ``-m``: run as ``__main__``, its classes would differ from those unpickled here.
        """
        self._program = program
        self._timeout = timeout
        self._child: _Child | None = None
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def ask(self, question: object) -> Answer:
        """Return the answer. A process that does not answer in time is killed."""
        async with self._turn:
            if self._is_closed:
                return Answer(None, "the server is closing")
            if self._child is None:
                self._child = _Child(self._program)
            try:
                async with asyncio.timeout(self._timeout):
                    return await self._child.exchange(question)
            except TimeoutError:
                failure = f"no answer within {self._timeout:g} s"
            except (EOFError, ConnectionError):
                failure = "its process died"
            except BaseException:  # cancelled: half an answer may have been read
                await self._end()
                raise
            await self._end()
            return Answer(None, failure)

    async def close(self) -> None:
        """Kill the process, even while it works, and wait for its end."""
        self._is_closed = True
        if self._child is not None:
            self._child.hang_up()
        async with self._turn:
            await self._end()

    async def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child.end()


class _Child:
    """A running process and our end of its socket pair.

    Both are plain resources without an asyncio transport: a cancelled task cannot leave either of them half open.
    """

    def __init__(self, program: str) -> None:
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(0)
        try:
            with theirs:
                command = [sys.executable, "-c", program]
                self._process = subprocess.Popen(command, stdin=theirs.fileno(), stdout=theirs.fileno())
            with contextlib.suppress(OSError):  # it has ended already
                own = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, self._process.pid, own + NICENESS)
        except BaseException:
            self._socket.close()
            raise

    async def exchange(self, question: object) -> Answer:
        """Send a question and read its answer.

        Raises:
            EOFError: the process ended, or `hang_up` was called.
            ConnectionError: the process ended with the question unread.
        """
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(self._socket, _packed(question))
        data = bytearray()
        while len(data) < LENGTH_BYTES or len(data) < LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "big"):
            read = await loop.sock_recv(self._socket, READ_BYTES)
            if not read:
                raise EOFError
            data += read
        answer: Answer = pickle.loads(memoryview(data)[LENGTH_BYTES:])
        return answer

    def hang_up(self) -> None:
        """Kill the process and end a running `exchange` with an `EOFError`."""
        self._process.kill()
        with contextlib.suppress(OSError):  # the process has ended by itself
            self._socket.shutdown(socket.SHUT_RDWR)

    async def end(self) -> None:
        """Kill the process, close the socket and wait for the end of the process."""
        self._process.kill()
        self._socket.close()
        await asyncio.to_thread(self._process.wait)


def answer_all(answer: Callable[[Any], Any], *, memory: int | None = None) -> None:
    """Answer questions until the server closes the socket; this is what a worker process runs.

    `memory` limits its address space in bytes: what needs more fails with a `MemoryError`.
    """
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    end_with_parent(sys.stdin.fileno())
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with contextlib.suppress(ConnectionError):
        while head := sys.stdin.buffer.read(LENGTH_BYTES):
            question = pickle.loads(sys.stdin.buffer.read(int.from_bytes(head, "big")))
            answers.write(_packed(_tried(answer, question)))
            answers.flush()


def _tried(answer: Callable[[Any], Any], question: Any) -> Answer:
    try:
        return Answer(answer(question))
    except Exception as error:
        return Answer(None, f"{type(error).__name__}: {error}")


def _packed(value: object) -> bytes:
    """Return the pickled value behind its length."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data
