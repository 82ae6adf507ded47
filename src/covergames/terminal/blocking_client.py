"""A synchronous client of a server's table: the asynchronous one runs in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from typing import TYPE_CHECKING, TypeVar

from msgspec import UNSET, Raw

from covergames.table.seats import StoodInFor
from covergames.wire import Update

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import TracebackType
    from typing import Any

    from covergames.client import Client, ConnectionFailed, Server
    from covergames.game import Seat
    from covergames.wire import Order, ServerMessage, TableMirror, Witness

Answer = TypeVar("Answer")


class BlockingClient:
    """A player's connection to a table; every call waits for its answer.

    Use it as a context manager. A call raises `Refusal` if the server refuses the command, and `ConnectionFailed` if the
    connection has ended for good.
    """

    def __init__(self, server: Server, table: str, token: str, *, witness: Witness | None = None) -> None:
        self.table_id = table
        self._events: deque[Raw] = deque()
        self._waited_for = 0
        self._loop: asyncio.AbstractEventLoop
        self._stopped: asyncio.Event
        self._has_loop = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run_loop()), daemon=True)
        self._client: Client = server.client(table, token, listener=self._receive, witness=witness)

    def __enter__(self) -> BlockingClient:
        self._thread.start()
        self._has_loop.wait()
        try:
            self._run(self._client.__aenter__())
        except BaseException:
            self._stop_loop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self._run(self._client.__aexit__(kind, error, traceback))
        finally:
            self._stop_loop()

    @property
    def mirror(self) -> TableMirror:
        """The table, as the server's latest message describes it."""
        return self._client.mirror

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        seat = self._client.seat
        assert seat is not None, "the token belongs to a player"
        return seat

    @property
    def end(self) -> ConnectionFailed | None:
        """Why the connection has ended for good; None: it has not."""
        return self._client.end

    @property
    def is_replaced(self) -> bool:
        """Whether a bot plays for the player, who was away or left."""
        return self.mirror.table.seats[self.seat].stood_in_for in (StoodInFor.AWAY, StoodInFor.LEFT)

    def now(self) -> int:
        """Return the server's time, in milliseconds since 1970."""
        return self._client.now()

    def view(self) -> Any | None:
        """Return the player's view of the game; None: the game has not begun."""
        return self._run(self._view())

    def act(self, action: Any) -> None:
        """Send a decision."""
        self._run(self._client.act(action))

    def send(self, order: Order) -> None:
        """Send any other command."""
        self._run(self._client.order(order))

    def new_id(self) -> str:
        """Return an unused id for a command."""
        return self._client.new_id()

    def ready(self) -> None:
        """Say that the player is ready to begin."""
        self._run(self._client.ready())

    def start(self) -> None:
        """Start the game, as the host."""
        self._run(self._client.start())

    def take_back(self) -> None:
        """Take the seat back from the bot that stood in."""
        self._run(self._client.take_back())

    def wait(self) -> None:
        """Wait until the table has changed since the last call returned.

        The server does not wait for this thread: a change may arrive after the caller has read the table and before this
        call. The call then returns at once, since no other change may follow.
        """
        self._run(self._wait())

    def events(self) -> list[Any]:
        """Return the game's events since the last call, as the player saw them."""
        codec, events = self.mirror.codec, []
        while self._events:
            events += codec.events.decode(self._events.popleft())
        return events

    def _receive(self, message: ServerMessage) -> None:
        if isinstance(message, Update) and message.events is not UNSET:
            self._events.append(message.events)

    def _run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Run a coroutine in the client's thread and wait for its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _view(self) -> Any | None:
        return self._client.view()

    async def _wait(self) -> None:
        while self._client.changes == self._waited_for:
            await self._client.news()
        self._waited_for = self._client.changes

    async def _run_loop(self) -> None:
        """Keep the loop running until `_stop_loop`; `asyncio.run` then cancels the remaining tasks."""
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        self._has_loop.set()
        await self._stopped.wait()

    def _stop_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()
