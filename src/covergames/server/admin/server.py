"""The server of the admin interface, in the event loop of each worker."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn

from covergames.server.admin.api import admin_app
from covergames.server.admin.operator import Operator
from covergames.server.admin.people import PeopleExchange

if TYPE_CHECKING:
    from covergames.server.registry import TableRegistry


@dataclass(frozen=True, slots=True)
class AdminSockets:
    """The sockets of one worker for administration."""

    listener: socket.socket
    """Listens on the private address; all workers of the machine share its port."""
    own: socket.socket | None = None
    """The Unix socket on which the worker answers the others; None: there are no others."""
    others: tuple[str, ...] = ()
    """The paths of the other workers' Unix sockets."""


class AdminServer:
    """Serves the admin interface as long as the worker serves players."""

    def __init__(self, registry: TableRegistry, sockets: AdminSockets) -> None:
        self._sockets = sockets
        self._exchange = PeopleExchange(registry, sockets.own, sockets.others)
        app = admin_app(registry, Operator(registry, self._exchange))
        self._server = _Server(
            uvicorn.Config(
                app,
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=1,
            )
        )
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to serve."""
        await self._exchange.open()
        self._task = asyncio.create_task(self._server.serve(sockets=[self._sockets.listener]), name="the admin server")

    async def close(self) -> None:
        """Answer the open requests, and stop."""
        await self._exchange.close()
        if self._task is not None:
            self._server.should_exit = True
            await self._task


class _Server(uvicorn.Server):
    """Uvicorn's server without signal handlers: the worker's server has them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
