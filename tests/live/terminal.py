"""`covergames` in a real terminal: what it shows can be read, and keys can be typed."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path
from typing import Final

TIMEOUT_SECONDS: Final = 60.0
"""Longest time to draw a screen, or to end, on a busy machine."""

READ_PAUSE_SECONDS: Final = 0.02
"""How long `read` waits for output."""


class Terminal:
    """A pseudo-terminal that runs `covergames`."""

    def __init__(self, arguments: Sequence[str], data: Path, *, size: tuple[int, int] = (80, 24)) -> None:
        self._master, slave = pty.openpty()
        columns, lines = size
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = {**os.environ, "XDG_DATA_HOME": str(data), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
        for name in ("COLUMNS", "LINES", "LC_ALL", "LC_MESSAGES"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "covergames", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""

    def until(self, pattern: str) -> str:
        """Read until the pattern appears; return what was read."""
        new = ""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not re.search(pattern, new):
            ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"{pattern!r} did not appear in {new!r}"
            try:
                read_now = os.read(self._master, 65536)
            except OSError:
                read_now = b""
            assert read_now, f"the program ended without {pattern!r}: {new!r}"
            new += read_now.decode("utf-8", "replace")
        self.shown += new
        return new

    def read(self) -> str:
        """Return what has appeared by now, after a short wait; nothing once the program has ended."""
        if not select.select([self._master], [], [], READ_PAUSE_SECONDS)[0]:
            return ""
        try:
            new = os.read(self._master, 65536).decode("utf-8", "replace")
        except OSError:  # the program has ended
            self.process.wait()
            return ""
        self.shown += new
        return new

    def type(self, keys: str) -> None:
        """Type these keys."""
        os.write(self._master, keys.encode())

    def interrupt(self) -> None:
        """Send SIGINT, as Ctrl-C does."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.type("\n")  # just before it waits for keys, Python keeps an interrupt until there is one

    def ended(self) -> int:
        """Read the rest of the output, wait for the process and return its exit code."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))[0]:
            try:
                rest = os.read(self._master, 65536)
            except OSError:
                break
            if not rest:
                break
            self.shown += rest.decode("utf-8", "replace")
        return self.process.wait(timeout=TIMEOUT_SECONDS)

    def close(self) -> None:
        """Kill the process if it still runs, and close the terminal."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
