"""A server in another process, which can be killed and restarted."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sysconfig
import threading
import urllib.request
from collections import deque
from pathlib import Path
from typing import Final

TIMEOUT_SECONDS: Final = 60
"""How long a server may take to start or to end on a busy machine."""
PROGRAM: Final = Path(sysconfig.get_path("scripts")) / "covergames"


class ServerProcess:
    """``covergames serve``, with its output; it keeps its port when it restarts."""

    def __init__(self, database: str, *arguments: str, host: str = "127.0.0.1", port: int = 0) -> None:
        self.said: deque[str] = deque(maxlen=10_000)
        self._database = database
        self._arguments = arguments
        self._host = host
        self._port = port
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"http://{self._host}:{self._port}"

    @property
    def pid(self) -> int:
        """The process id, while it runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until the server answers."""
        address = ("--host", self._host, "--port", str(self._port))
        arguments = ["serve", *address, "--database", self._database, *self._arguments]
        self._process = subprocess.Popen([PROGRAM, *arguments], stderr=subprocess.PIPE, text=True)
        stderr = self._process.stderr
        assert stderr is not None
        for line in stderr:
            self.said.append(line)
            if found := re.search(r"serving on http://[\d.]+:(\d+)", line):
                self._port = int(found[1])
                break
        else:
            raise AssertionError(f"the server did not start: {''.join(self.said)}")
        # Read the rest of its output, so that the pipe does not fill up.
        self._listener = threading.Thread(target=self.said.extend, args=(stderr,), daemon=True)
        self._listener.start()
        for _ in range(TIMEOUT_SECONDS):
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen(f"{self.url}/api/health", timeout=TIMEOUT_SECONDS),
            ):
                return
        raise AssertionError(f"the server does not answer: {''.join(self.said)}")

    def is_ready(self) -> bool:
        """Return whether the server can write to its database."""
        try:
            with urllib.request.urlopen(f"{self.url}/api/ready", timeout=TIMEOUT_SECONDS):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        """Send SIGKILL, so that it can write nothing more."""
        assert self._process is not None
        self._process.kill()
        self._end()

    def stop(self) -> int:
        """Send SIGTERM; its exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        process, self._process = self._process, None
        assert process is not None
        assert process.stderr is not None
        code = process.wait(timeout=TIMEOUT_SECONDS)
        self._listener.join()
        process.stderr.close()
        return code

    @property
    def is_running(self) -> bool:
        """Whether it was started and not stopped since."""
        return self._process is not None
