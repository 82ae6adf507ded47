"""A bus between processes and machines: a NATS server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from nats.aio.client import Client
from nats.errors import Error

from covergames.server.bus.listeners import Listeners

if TYPE_CHECKING:
    from collections.abc import Callable

    from nats.aio.msg import Msg

    from covergames.server.bus.bus import Listener

SUBJECT: Final = "covergames.news"
PING_INTERVAL_SECONDS: Final = 5
"""Seconds; a server that has not answered two of them is gone."""
MAX_MESSAGE_BYTES: Final = 200
"""Bytes of the longest news that can be true."""

log = logging.getLogger(__name__)


class NatsBus:
    """Connects in the background, and again whenever the server was gone. What is published meanwhile is not kept."""

    def __init__(self, address: str, *, reconnect_delay_seconds: float = 1.0) -> None:
        """Connect to ``nats://HOST:PORT``, trying again after so many seconds for as long as it takes."""
        self._listeners = Listeners()
        self._client: Client | None = None
        """None until the background task has started to connect."""
        self._last_error = ""
        self._connecting = asyncio.create_task(
            self._connect(address, reconnect_delay_seconds), name="connecting to the bus"
        )

    @property
    def is_connected(self) -> bool:
        """Whether the server answered when last heard of."""
        return self._client is not None and self._client.is_connected and self._connecting.done()

    async def publish(self, table: str, sequence: int) -> None:
        """Tell the other workers, if the server is there."""
        if self._client is None or not self.is_connected:
            return
        with contextlib.suppress(Error):  # it went away between the two lines
            await self._client.publish(SUBJECT, f"{sequence} {table}".encode())

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """From now on tell this listener all news; calling what is returned ends it."""
        return self._listeners.add(listener)

    async def close(self) -> None:
        """Send what is on its way, and leave."""
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
            reconnect_time_wait=reconnect_delay_seconds,  # type: ignore[arg-type]  # said to be int, handed to asyncio.sleep
            error_cb=self._on_error,
            disconnected_cb=self._on_disconnect,
            reconnected_cb=self._on_reconnect,
        )
        await client.subscribe(SUBJECT, cb=self._on_message)
        log.info("the bus answers")

    async def _on_message(self, message: Msg) -> None:
        try:
            sequence, table = message.data[:MAX_MESSAGE_BYTES].decode().split(" ", 1)
            news = table, int(sequence)
        except ValueError:
            log.warning("news that nobody can read: %r", message.data[:MAX_MESSAGE_BYTES])
            return
        self._listeners.notify(*news)

    async def _on_error(self, error: Exception) -> None:
        message = str(error) or type(error).__name__
        if message != self._last_error:  # once, not with every attempt
            log.warning("the bus: %s", message)
        self._last_error = message

    async def _on_disconnect(self) -> None:
        log.warning("the bus is gone; news from other workers comes late until it is back")

    async def _on_reconnect(self) -> None:
        self._last_error = ""
        log.info("the bus is back")
