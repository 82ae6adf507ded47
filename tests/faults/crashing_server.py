"""A server process for tests that kill it; it is forked from a process that has imported everything, so that it starts fast.

It runs the worker that ``covergames serve`` starts, on the same event loop.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from covergames.server import registry
from covergames.server.admin.server import AdminSockets
from covergames.server.configuration import Configuration
from covergames.server.store import Store, StoredEntry, Summary, open_store
from covergames.server.workers import run_worker
from covergames.table import decode

PRELOADED: Final = [
    "covergames.server.store.migrate",
    "covergames.server.store.postgresql",
    "litestar.plugins.pydantic",
    "tests.faults.crashing_server",
    "uvloop",
]
"""What a server imports when it starts."""
CRASH_PREFIX: Final = "fatal"
"""The beginning of the ids of commands that crash a server."""


class CrashPoint(Enum):
    """When a command crashes the server."""

    BEFORE_COMMIT = "before the commit"
    BEFORE_ANSWER = "after the commit, before the answer"


@dataclass(frozen=True)
class CrashPlan:
    """Crashes the server once for each command whose id starts with `CRASH_PREFIX`."""

    crash_point: CrashPoint
    folder: Path
    """A folder for a file for each command that has crashed the server."""

    def crash_once(self, command: str) -> None:
        """Send SIGKILL to this process, unless this command has crashed it before."""
        mark = self.folder / f"crashed by {command}"
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


def run_crashing_worker(configuration: Configuration, listener: socket.socket, crash_plan: CrashPlan) -> None:
    """Run a worker that crashes when it stores such a command."""

    async def open_crashing_store(address: str, key_file: Path | None = None) -> Store:
        store = await open_store(address, key_file)
        append = store.append

        async def append_and_crash(table: str, added: Sequence[StoredEntry], summary: Summary | None) -> bool:
            commands = [decode(entry.data).command or "" for entry in added]
            fatal = next((command for command in commands if command.startswith(CRASH_PREFIX)), None)
            if fatal is not None and crash_plan.crash_point is CrashPoint.BEFORE_COMMIT:
                crash_plan.crash_once(fatal)
            is_stored = await append(table, added, summary)
            if fatal is not None and is_stored:
                crash_plan.crash_once(fatal)
            return is_stored

        store.append = append_and_crash  # type: ignore[method-assign]
        return store

    registry.open_store = open_crashing_store  # type: ignore[attr-defined]
    run_worker(configuration, listener)


class CrashingServer:
    """A server process on a port that this process keeps open, so that clients find the restarted server."""

    def __init__(self, configuration: Configuration, *, crash_plan: CrashPlan | None = None) -> None:
        self._configuration = configuration
        self._death = crash_plan
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
        self._admin = socket.create_server(("127.0.0.1", 0))
        self._process: BaseProcess | None = None

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    @property
    def admin_url(self) -> str:
        """The URL of its metrics; a server with a crash plan has none."""
        return f"http://127.0.0.1:{self._admin.getsockname()[1]}"

    @property
    def pid(self) -> int:
        """The process id, while it runs."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process; connections wait until it is ready."""
        if self._death is None:
            sockets = self._listener, AdminSockets(self._admin)
            self._process = self._context.Process(target=run_worker, args=(self._configuration, *sockets))
        else:
            arguments = self._configuration, self._listener, self._death
            self._process = self._context.Process(target=run_crashing_worker, args=arguments)
        self._process.start()

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        assert self._process is not None
        self._process.kill()
        self.wait()

    def wait(self) -> None:
        """Wait until SIGKILL has ended the process."""
        assert self._process is not None
        self._process.join()
        assert self._process.exitcode == -signal.SIGKILL
        self._process.close()
        self._process = None

    def close(self) -> None:
        """Kill the process if it runs, and close the port."""
        if self._process is not None:
            self.kill()
        self._listener.close()
        self._admin.close()
