"""A server in a process of its own, and what it costs the machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from typing import Final

from benchmarks.load.limits import ALLOWED

PATIENCE: Final = 60
"""Seconds that a server may take to end."""
ECHO: Final[tuple[str, ...]] = (sys.executable, "-P", str(Path(__file__).with_name("echo.py")))
"""Command of the echo server; it starts from any folder, so it is named by its file."""


class ServerFailed(Exception):
    """A server that did not start, or ended by itself; the text is what it said."""


def server_command(database: str) -> tuple[str, ...]:
    """``covergames serve`` on a free port, without the limits for one address: all guests come from one."""
    limits = [word for limit in ALLOWED for word in ("--limit", limit)]
    program = "from covergames.cli import main; main()"
    return (sys.executable, "-c", program, "serve", "--port", "0", "--database", database, *limits)


class ServerProcess:
    """A process that says where it serves on standard error."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._said: deque[str] = deque(maxlen=1000)
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._said.append(line)
            if found := re.search(r"serving on http://([\d.]+):(\d+)", line):
                self.host, self.port = found[1], int(found[2])
                break
        else:
            self._process.wait(PATIENCE)
            self._process.stderr.close()
            raise self._failure()
        # Whatever else it says must not fill a pipe that nobody reads.
        self._listener = threading.Thread(target=self._said.extend, args=(self._process.stderr,), daemon=True)
        self._listener.start()

    def stop(self) -> None:
        """SIGTERM, and wait."""
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._listener.join()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def check(self) -> None:
        """Raise `ServerFailed` unless it runs."""
        if self._process.poll() is not None:
            raise self._failure()

    def _failure(self) -> ServerFailed:
        return ServerFailed("".join(self._said).removeprefix("covergames: "))

    @property
    def processor_seconds(self) -> float:
        """The processor time that it has used, in all its threads, for itself and in the kernel."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """The bytes of memory that it holds."""
        return int(self._proc("statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def _proc(self, name: str) -> str:
        self.check()
        return Path(f"/proc/{self._process.pid}/{name}").read_text("ascii")
