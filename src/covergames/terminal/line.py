"""A connection to a server's table for a program that has no event loop of its own: it runs in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from typing import TYPE_CHECKING, TypeVar

from msgspec import UNSET, Raw

from covergames.wire import Update

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import TracebackType
    from typing import Any

    from covergames.client import Client, Server
    from covergames.wire import TableMirror, Told

Answer = TypeVar("Answer")


class Line:
    """A client of one seat, which may be asked from any thread."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        self._news: deque[Raw] = deque()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.client: Client = server.client(table, token, listener=self._hear)

    def __enter__(self) -> Line:
        self._thread.start()
        try:
            self.do(self.client.__aenter__())
        except BaseException:
            self._hang_up()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.do(self.client.__aexit__(kind, error, traceback))
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

    def heard(self) -> list[Any]:
        """What has happened in the game since this was last asked, as the seat saw it."""
        events: list[Any] = []
        while self._news:
            events += self.mirror.codec.events.decode(self._news.popleft())
        return events

    def _hear(self, told: Told) -> None:
        if isinstance(told, Update) and told.events is not UNSET:
            self._news.append(told.events)

    async def _view(self) -> Any:
        return self.client.view()

    def _hang_up(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
