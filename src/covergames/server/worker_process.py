"""A process that answers one question after another, so that long work does not block the event loop.

Questions and answers are pickled, each behind its length, and travel over a socket pair that is the process's standard
input and output. Python's own output goes to standard error there. Before an answer there may be reports of progress.
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
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from covergames.server.lifetime import end_with_parent

LENGTH_BYTES: Final = 4
READ_BYTES: Final = 1 << 16
NICENESS: Final = 10
"""How much worker processes give way to the process that answers messages, also while they start."""
IDLE_NICENESS: Final = 19
"""The lowest priority that there is."""
STOPPED_OR_ENDED: Final = frozenset("TtZX")
"""Linux's letters for processes that are stopped or traced, or have ended."""

INTERRUPT: Final = signal.SIGTERM if sys.platform == "win32" else signal.SIGUSR1
"""Asks a process to answer as soon as it can."""

OnReport: TypeAlias = Callable[[Any], None]
"""Is called with everything that a process reports before its answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The value, or why there is none."""

    value: Any
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class _Report:
    """What the process says before its answer."""

    value: Any


class WorkerProcess:
    """One process, started at the first question and replaced after it died or hung; questions wait their turn."""

    def __init__(self, program: str, *, timeout: float, is_idle: bool = False) -> None:
        """Set up a process that runs a Python program, which calls `answer_all`; `timeout` is in seconds.

        An idle process gets only the processor time that nothing else wants. The program is not a module for ``-m``: run as ``__main__``, its classes would differ from those unpickled here.
        """
        self._program = program
        self._timeout = timeout
        self._is_idle = is_idle
        self._child: _Child | None = None
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def ask(self, question: object, on_report: OnReport = lambda _value: None) -> Answer:
        """Return the answer. A process that does not answer in time is killed."""
        async with self._turn:
            if self._is_closed:
                return Answer(None, "the server is closing")
            if self._child is None:
                self._child = _Child(self._program, is_idle=self._is_idle)
            try:
                async with asyncio.timeout(self._timeout):
                    return await self._child.exchange(question, on_report)
            except TimeoutError:
                failure = f"no answer within {self._timeout:g} s"
            except (EOFError, ConnectionError):
                failure = "its process died"
            except BaseException:  # cancelled: half an answer may have been read
                await self._end()
                raise
            await self._end()
            return Answer(None, failure)

    def interrupt(self) -> None:
        """Send `INTERRUPT` to the process; only one that has installed a handler survives it."""
        if self._child is not None:
            self._child.interrupt()

    def pause(self) -> bool:
        """Stop the process if it works, until `resume`; return whether it was running."""
        return self._child is not None and self._turn.locked() and self._child.stop()

    def resume(self) -> None:
        """Let the stopped process work on."""
        if self._child is not None:
            self._child.go_on()

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

    def __init__(self, program: str, *, is_idle: bool) -> None:
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(0)
        try:
            with theirs:
                command = [sys.executable, "-c", program]
                self._process = subprocess.Popen(
                    command, stdin=theirs.fileno(), stdout=theirs.fileno(), start_new_session=is_idle
                )
            with contextlib.suppress(OSError):  # it has ended already
                if is_idle:
                    _set_idle(self._process.pid)
                else:
                    own = os.getpriority(os.PRIO_PROCESS, 0)
                    os.setpriority(os.PRIO_PROCESS, self._process.pid, own + NICENESS)
        except BaseException:
            self._socket.close()
            raise

    async def exchange(self, question: object, on_report: OnReport) -> Answer:
        """Send a question and read its answer, and the reports before it.

        Raises:
            EOFError: the process ended, or `hang_up` was called.
            ConnectionError: the process ended with the question unread.
        """
        await asyncio.get_running_loop().sock_sendall(self._socket, _packed(question))
        data = bytearray()
        while isinstance(said := await self._unpacked(data), _Report):
            on_report(said.value)
        return said

    async def _unpacked(self, data: bytearray) -> Answer | _Report:
        """Read until `data` has a whole message, and take the message out of it."""
        loop = asyncio.get_running_loop()
        while len(data) < LENGTH_BYTES or len(data) < (end := _end(data)):
            read = await loop.sock_recv(self._socket, READ_BYTES)
            if not read:
                raise EOFError
            data += read
        said: Answer | _Report = pickle.loads(bytes(data[LENGTH_BYTES:end]))
        del data[:end]
        return said

    def interrupt(self) -> None:
        """Send the process a signal, unless it has ended."""
        self._process.send_signal(INTERRUPT)

    def stop(self) -> bool:
        """Stop the process; return False if it is stopped already, by somebody who wants it to stay so, or if it has ended."""
        if sys.platform != "linux" or _state_of(self._process.pid) in STOPPED_OR_ENDED:
            return False
        self._process.send_signal(signal.SIGSTOP)
        return True

    def go_on(self) -> None:
        """Continue the stopped process."""
        self._process.send_signal(signal.SIGCONT)

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


def _state_of(pid: int) -> str:
    """Return the letter of Linux for the state of a process; ``X``: there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except OSError:
        return "X"


def _set_idle(pid: int) -> None:
    """Give a process that has its own session only the processor time that nothing else wants.

    Linux may divide the processor among sessions first (autogroup): in the server's session the process would use up the
    server's share.
    """
    os.setpriority(os.PRIO_PROCESS, pid, IDLE_NICENESS)
    if sys.platform == "linux":
        os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))
        Path(f"/proc/{pid}/autogroup").write_text(str(IDLE_NICENESS), "ascii")


def answer_all(answer: Callable[[Any], Any], *, memory: int | None = None) -> None:
    """Answer questions until the server closes the socket; this is what a worker process runs.

    `memory` limits its address space in bytes: what needs more fails with a `MemoryError`.
    """
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    end_with_parent(sys.stdin.fileno())
    global _answers
    _answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with contextlib.suppress(ConnectionError):
        while head := sys.stdin.buffer.read(LENGTH_BYTES):
            question = pickle.loads(sys.stdin.buffer.read(int.from_bytes(head, "big")))
            _say(_tried(answer, question))


_answers: IO[bytes] | None = None
"""Where a worker process writes its answers."""


def report(value: object) -> None:
    """Send a report about the question that this worker process works on."""
    _say(_Report(value))


def _say(what: Answer | _Report) -> None:
    assert _answers is not None, "this is not a worker process"
    _answers.write(_packed(what))
    _answers.flush()


def _tried(answer: Callable[[Any], Any], question: Any) -> Answer:
    try:
        return Answer(answer(question))
    except Exception as error:
        return Answer(None, f"{type(error).__name__}: {error}")


def _packed(value: object) -> bytes:
    """Return the pickled value behind its length."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def _end(data: bytearray) -> int:
    """Return where the first message in the data ends."""
    return LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "big")
