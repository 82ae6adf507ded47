"""A real NATS server for tests, that can be stopped and started again."""

from __future__ import annotations

import json
import subprocess
import sysconfig
import tempfile
import threading
from collections import deque
from pathlib import Path


class Nats:
    """A server at a port that was free, and stays the same when it comes back."""

    def __init__(self) -> None:
        self._port = -1
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> str:
        """What a client connects to."""
        return f"nats://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        program = Path(sysconfig.get_path("scripts")) / "nats-server"
        with tempfile.TemporaryDirectory(prefix="nats-") as folder:
            arguments = ("--addr", "127.0.0.1", "--port", str(self._port), "--ports_file_dir", folder)
            self._process = subprocess.Popen([program, *arguments], stderr=subprocess.PIPE)
            said = []
            assert self._process.stderr is not None
            for line in self._process.stderr:
                said.append(line)
                if b"Server is ready" in line:
                    break
            else:
                raise AssertionError(f"nats-server: {b''.join(said).decode()}")
            # Whatever else it says must not fill a pipe that nobody reads.
            threading.Thread(target=deque, args=(self._process.stderr, 0), daemon=True).start()
            (ports,) = Path(folder).glob("*.ports")
            address = json.loads(ports.read_text("utf-8"))["nats"][0]
            self._port = int(address.rpartition(":")[2])

    def stop(self) -> None:
        """Kill it: clients notice that the connection is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
