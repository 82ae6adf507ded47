"""A server process that is killed again and again; it starts in a moment, for it is forked from one that has imported all."""

from __future__ import annotations

import multiprocessing
import socket
from multiprocessing.process import BaseProcess
from typing import Final

from covergames.server.configuration import Configuration
from covergames.server.workers import work

PRELOADED: Final = [
    "covergames.server.workers",
    "covergames.server.store.migrate",
    "litestar.plugins.pydantic",
    "uvloop",
]
"""What a server would import when it starts."""


class MortalServer:
    """The port is held here, so that clients find the next one where they lost the last."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
        self._process: BaseProcess | None = None

    @property
    def url(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def start(self) -> None:
        """Whatever comes before it is ready waits."""
        self._process = self._context.Process(target=work, args=(self._configuration, self._listener))
        self._process.start()

    def kill(self) -> None:
        """SIGKILL."""
        assert self._process is not None
        self._process.kill()
        self._process.join()
        self._process.close()
        self._process = None

    def close(self) -> None:
        """For good."""
        if self._process is not None:
            self.kill()
        self._listener.close()
