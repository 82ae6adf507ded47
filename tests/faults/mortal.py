"""A server process that is killed again and again; it starts in a moment, for it is forked from one that has imported all.

It is what ``covergames serve`` starts as a worker, on the product's own event loop.
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
from covergames.server.configuration import Configuration, Limits
from covergames.server.store import Store, StoredEntry, Summary, open_store
from covergames.server.workers import run_worker
from covergames.table import decode

BUSY: Final = Limits(connections=10**6, requests=10**6, request_burst=10**6, messages=10**6, burst=10**6)
"""All guests come from one address, and hurry."""
PRELOADED: Final = [
    "covergames.server.store.migrate",
    "covergames.server.store.postgresql",
    "litestar.plugins.pydantic",
    "tests.faults.mortal",
    "uvloop",
]
"""What a server would import when it starts."""
FATAL: Final = "fatal"
"""How the ids of commands begin that a server does not survive."""


class Moment(Enum):
    """When a server dies of a fatal command."""

    UNKEPT = "checked, and not kept"
    UNTOLD = "kept, and told to nobody"


@dataclass(frozen=True)
class Death:
    """How a server dies, once of each fatal command."""

    moment: Moment
    folder: Path
    """Where it is remembered what has been died of."""

    def come(self, command: str) -> None:
        """SIGKILL, unless this command has been died of before."""
        mark = self.folder / f"died of {command}"
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


def work_and_die(configuration: Configuration, listener: socket.socket, death: Death) -> None:
    """A worker as any other, except that its way to the database is deadly."""

    async def open_deadly(address: str) -> Store:
        store = await open_store(address)
        append = store.append

        async def append_and_die(table: str, added: Sequence[StoredEntry], summary: Summary) -> bool:
            commands = [decode(entry.data).command or "" for entry in added]
            fatal = next((command for command in commands if command.startswith(FATAL)), None)
            if fatal is not None and death.moment is Moment.UNKEPT:
                death.come(fatal)
            is_kept = await append(table, added, summary)
            if fatal is not None and is_kept:
                death.come(fatal)
            return is_kept

        store.append = append_and_die  # type: ignore[method-assign]
        return store

    registry.open_store = open_deadly  # type: ignore[attr-defined]
    run_worker(configuration, listener)


class MortalServer:
    """The port is held here, so that clients find the next one where they lost the last."""

    def __init__(self, configuration: Configuration, *, death: Death | None = None) -> None:
        self._configuration = configuration
        self._death = death
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
        self._process: BaseProcess | None = None

    @property
    def url(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    @property
    def pid(self) -> int:
        """Its number, while it runs."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def start(self) -> None:
        """Whatever comes before it is ready waits."""
        if self._death is None:
            self._process = self._context.Process(target=run_worker, args=(self._configuration, self._listener))
        else:
            arguments = self._configuration, self._listener, self._death
            self._process = self._context.Process(target=work_and_die, args=arguments)
        self._process.start()

    def kill(self) -> None:
        """SIGKILL."""
        assert self._process is not None
        self._process.kill()
        self.wait()

    def wait(self) -> None:
        """Until it is dead, of SIGKILL."""
        assert self._process is not None
        self._process.join()
        assert self._process.exitcode == -signal.SIGKILL
        self._process.close()
        self._process = None

    def close(self) -> None:
        """For good."""
        if self._process is not None:
            self.kill()
        self._listener.close()
