"""A connection to a server's table for a program without an event loop: the loop runs in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from typing import TYPE_CHECKING, TypeVar

from covergames.wire import Update

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import TracebackType
    from typing import Any

    from covergames.client import Client, Server
    from covergames.wire import Event, TableMirror, Told

Answer = TypeVar("Answer")


class Line:
    """A client of one seat, which may be asked from any thread."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        self._news: deque[Event] = deque()
        self._loop: asyncio.AbstractEventLoop
        self._hung_up: asyncio.Event
        self._has_loop = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self.client: Client = server.client(table, token, listener=self._hear)

    def __enter__(self) -> Line:
        self._thread.start()
        self._has_loop.wait()
        try:
            self.do(self.client.__aenter__())
        except BaseException:
            self._hang_up()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self.do(self.client.__aexit__(kind, error, traceback))
        finally:
            self._hang_up()

    @property
    def mirror(self) -> TableMirror:
        """The table as the server told it last."""
        return self.client.mirror

    def do(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Have the client do something, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def view(self) -> Any:
        """The game as the seat sees it; None: it has not begun."""
        return self.do(self._view())

    def wait(self) -> None:
        """Until the server tells anything."""
        self.do(self.client.news())

    def heard(self) -> list[Event]:
        """What has happened in the game since this was last asked, as the seat saw it."""
        events = []
        while self._news:
            events.append(self._news.popleft())
        return events

    def _hear(self, told: Told) -> None:
        if isinstance(told, Update):
            self._news.extend(told.events or ())

    async def _view(self) -> Any:
        return self.client.view()

    async def _run(self) -> None:
        """Keep the loop running until `_hang_up`; `asyncio.run` then cancels what is left."""
        self._loop = asyncio.get_running_loop()
        self._hung_up = asyncio.Event()
        self._has_loop.set()
        await self._hung_up.wait()

    def _hang_up(self) -> None:
        self._loop.call_soon_threadsafe(self._hung_up.set)
        self._thread.join()
