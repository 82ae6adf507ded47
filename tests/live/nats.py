"""A real NATS server for tests, which can be stopped and restarted."""

from __future__ import annotations

import re
import subprocess
import sysconfig
import threading
from collections import deque
from pathlib import Path


class Nats:
    """A server on a port that was free; it keeps the port when it restarts."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self._host = host
        self._port = -1  # any
        self.start()

    @property
    def address(self) -> str:
        """The URL for clients."""
        return f"nats://{self._host}:{self._port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        program = Path(sysconfig.get_path("scripts")) / "nats-server"
        self._process = subprocess.Popen(
            [program, "--addr", self._host, "--port", str(self._port)], stderr=subprocess.PIPE, text=True
        )
        assert self._process.stderr is not None
        said = []
        for line in self._process.stderr:
            said.append(line)
            if listening := re.search(r"Listening for client connections on [\d.]+:(\d+)", line):
                self._port = int(listening[1])
            if "Server is ready" in line:
                break
        else:
            raise AssertionError(f"nats-server: {''.join(said)}")
        # Read the rest of its output, so that the pipe does not fill up.
        self._reader = threading.Thread(target=deque, args=(self._process.stderr, 0), daemon=True)
        self._reader.start()

    def stop(self) -> None:
        """Kill the server, so that clients lose their connection."""
        self._process.kill()
        self._reader.join()
        self._process.communicate()
