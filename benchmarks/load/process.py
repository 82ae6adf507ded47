"""A server in a child process, with its processor time and memory."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from typing import Final

from benchmarks.load.limits import SERVER_LIMITS

STOP_TIMEOUT_SECONDS: Final = 60
ECHO: Final[tuple[str, ...]] = (sys.executable, "-P", str(Path(__file__).with_name("echo.py")))
"""Command of the echo server; it starts from any folder, so it is named by its file."""


class ServerFailed(Exception):
    """The server did not start, or ended; the message is what it printed."""


def server_command(database: str, workers: int) -> tuple[str, ...]:
    """Return the command of ``covergames serve`` on a free port, without limits for one address: all clients share one."""
    limits = [word for limit in SERVER_LIMITS for word in ("--limit", limit)]
    program = "from covergames.cli import main; main()"
    options = ("--port", "0", "--database", database, "--workers", str(workers), *limits)
    return (sys.executable, "-c", program, "serve", *options)


class ServerProcess:
    """A process that prints its address on standard error."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._printed: deque[str] = deque(maxlen=1000)
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._printed.append(line)
            if found := re.search(r"serving on http://([\d.]+):(\d+)", line):
                self.host, self.port = found[1], int(found[2])
                break
        else:
            self._process.wait(STOP_TIMEOUT_SECONDS)
            self._process.stderr.close()
            raise self._failure()
        # Read the rest too, or the process would block on a full pipe.
        self._reader = threading.Thread(target=self._printed.extend, args=(self._process.stderr,), daemon=True)
        self._reader.start()

    def stop(self) -> None:
        """Send SIGTERM and wait for the end."""
        self._process.terminate()
        self._process.wait(STOP_TIMEOUT_SECONDS)
        self._reader.join()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def check(self) -> None:
        """Check that the process runs.

        Raises:
            ServerFailed: it has ended.
        """
        if self._process.poll() is not None:
            raise self._failure()

    def _failure(self) -> ServerFailed:
        return ServerFailed("".join(self._printed).removeprefix("covergames: "))

    @property
    def processor_seconds(self) -> float:
        """The processor time, user and system, of the process and of all that it has started."""
        self.check()
        return processor_seconds(self._process.pid)

    @property
    def children(self) -> list[int]:
        """The processes that it has started."""
        self.check()
        return children(self._process.pid)

    @property
    def memory(self) -> int:
        """The resident memory of the process and of all that it has started, in bytes."""
        self.check()
        return _memory_of_family(self._process.pid)


def processor_seconds(pid: int) -> float:
    """Return the processor time, user and system, of a process and of all that it has started."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    own_and_ended = sum(map(int, fields[11:15]))  # its own time, and that of children that have ended
    seconds = own_and_ended / os.sysconf("SC_CLK_TCK")
    for child in children(pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            seconds += processor_seconds(child)
    return seconds


def _memory_of_family(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        family = children(pid)
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") + sum(map(_memory_of_family, family))


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task")
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text("ascii").split()]
