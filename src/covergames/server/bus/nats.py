"""A bus between processes and machines: a NATS server."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from nats.aio.client import Client
from nats.errors import Error

from covergames.server.bus.listeners import Listeners
from covergames.server.log import BUS_CONNECTED, BUS_DISCONNECTED, BUS_FAILED, BUS_NEWS_UNREADABLE, BUS_RECONNECTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from nats.aio.msg import Msg

    from covergames.server.bus.bus import Listener

SUBJECT: Final = "covergames.news"
PING_INTERVAL_SECONDS: Final = 5
"""How often to ping the server; after two unanswered pings it counts as unavailable."""
MAX_MESSAGE_BYTES: Final = 200
"""Longest valid message."""


class NatsBus:
    """Connects in the background, and reconnects after an outage. News that is published meanwhile is lost."""

    def __init__(self, address: str, *, reconnect_delay_seconds: float = 1.0) -> None:
        """Connect to ``nats://HOST:PORT``, and try again after each delay until the server answers."""
        self._listeners = Listeners()
        self._client: Client | None = None
        """None until the background task has started to connect."""
        self._last_error = ""
        self._connecting = asyncio.create_task(
            self._connect(address, reconnect_delay_seconds), name="connecting to the bus"
        )

    @property
    def is_connected(self) -> bool:
        """Whether the bus is connected to the server."""
        return self._client is not None and self._client.is_connected and self._connecting.done()

    async def publish(self, table: str, sequence: int) -> None:
        """Notify the other workers, if the server is available."""
        if self._client is None or not self.is_connected:
            return
        with contextlib.suppress(Error):  # the connection broke between the two lines
            await self._client.publish(SUBJECT, f"{sequence} {table}".encode())

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener with all news from now on; the returned function unsubscribes it."""
        return self._listeners.add(listener)

    async def close(self) -> None:
        """Flush, and disconnect."""
        self._listeners.clear()
        self._connecting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._connecting
        if self._client is not None:  # nats-py fails to close a client that has not started to connect
            await self._client.close()

    async def _connect(self, address: str, reconnect_delay_seconds: float) -> None:
        self._client = client = Client()
        await client.connect(
            address,
            name="covergames",
            no_echo=True,
            ping_interval=PING_INTERVAL_SECONDS,
            max_outstanding_pings=2,
            max_reconnect_attempts=-1,
            reconnect_time_wait=reconnect_delay_seconds,  # type: ignore[arg-type]  # typed int, passed to asyncio.sleep
            error_cb=self._on_error,
            disconnected_cb=self._on_disconnect,
            reconnected_cb=self._on_reconnect,
        )
        await client.subscribe(SUBJECT, cb=self._on_message)
        BUS_CONNECTED()

    async def _on_message(self, message: Msg) -> None:
        try:
            sequence, table = message.data[:MAX_MESSAGE_BYTES].decode().split(" ", 1)
            news = table, int(sequence)
        except ValueError:
            BUS_NEWS_UNREADABLE(news=repr(message.data[:MAX_MESSAGE_BYTES]))
            return
        self._listeners.notify(*news)

    async def _on_error(self, error: Exception) -> None:
        message = str(error) or type(error).__name__
        if message != self._last_error:  # log it once, not at every attempt
            BUS_FAILED(reason=message)
        self._last_error = message

    async def _on_disconnect(self) -> None:
        BUS_DISCONNECTED()

    async def _on_reconnect(self) -> None:
        self._last_error = ""
        BUS_RECONNECTED()
