"""One open socket of a table. Messages to a slow reader wait in a bounded queue, so that no other client waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from covergames.game import Seat
from covergames.table import Actor

Send: TypeAlias = Callable[[bytes], Awaitable[None]]
"""Sends one message; returns when the transport can take another one, and raises when the client is gone."""

Write: TypeAlias = Callable[[bytes], bool]
"""Writes one message immediately if the transport can take it; returns False if `Send` has to send it."""

CLOSE_TIMEOUT_SECONDS: Final = 2.0
"""How long a client may take to read its goodbye."""


class Connection:
    """A client's socket, after its hello."""

    __slots__ = (
        "_backlog",
        "_queue",
        "_send",
        "_size",
        "_stop",
        "_write",
        "_writer",
        "address",
        "id",
        "is_closing",
        "who",
    )

    def __init__(
        self,
        id: str,  # noqa: A002
        who: Actor,
        *,
        write: Write,
        send: Send,
        stop: Callable[[], object],
        backlog: int,
        address: str = "",
    ) -> None:
        self.id = id
        """The worker's name and a number, unique among all connections."""
        self.who = who
        """Who sends commands over it."""
        self.address = address
        """Where it comes from; empty: unknown, as behind a Unix socket."""
        self.is_closing = False
        """Whether messages from it and to it are ignored."""
        self._write = write
        self._send = send
        self._stop = stop
        self._backlog = backlog
        self._queue: list[bytes] = []  # an empty deque takes ten times the memory
        self._size = 0
        self._writer: asyncio.Task[None] | None = None

    @property
    def seat(self) -> Seat | None:
        """The seat whose view it gets; None: a spectator's view."""
        return self.who if isinstance(self.who, int) else None

    def send(self, message: bytes) -> bool:
        """Send the message or queue it; return False if the queue exceeds the limit and the connection has to be aborted."""
        if self.is_closing:
            return True
        if self._size > self._backlog:
            return False
        self._put(message)
        return True

    def close(self, goodbye: bytes) -> None:
        """Send the queue and the goodbye, then close; a client that does not read them is cut off after a timeout."""
        if not self.is_closing:
            self._put(goodbye)
            self.is_closing = True
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_SECONDS, self._stop)

    def abort(self) -> None:
        """Close without sending the queue."""
        self.is_closing = True
        self._queue.clear()
        if self._writer is not None:
            self._writer.cancel()
        self._stop()

    async def drained(self) -> None:
        """Wait until the queue is sent, or cannot be sent."""
        while self._writer is not None:
            await asyncio.wait([self._writer])

    def _put(self, message: bytes) -> None:
        if self._writer is None:
            if self._write(message):
                return
            # The task exists only while messages wait: most connections never need one.
            self._writer = asyncio.create_task(self._send_all())
        self._queue.append(message)
        self._size += len(message)

    async def _send_all(self) -> None:
        try:
            while self._queue:
                message = self._queue.pop(0)
                self._size -= len(message)
                await self._send(message)
        except Exception:  # the connection is broken: the reading side notices that too
            self.is_closing = True
        finally:
            self._writer = None
        if self.is_closing:
            self._stop()
