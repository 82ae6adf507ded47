"""One open socket: what is to be sent waits in a bounded queue, so that nobody waits for a slow reader."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from covergames.game import Seat
from covergames.table import Actor

Send: TypeAlias = Callable[[bytes], Awaitable[None]]
"""Sends one message; returns once there is room for another, and raises when the other end is gone."""

Write: TypeAlias = Callable[[bytes], bool]
"""Writes one message at once, if there is room for it; False: it has to be sent."""

CLOSE_TIMEOUT_SECONDS: Final = 2.0
"""Seconds that a goodbye has to be read."""


class Connection:
    """What the server knows of a socket, from its hello to its end."""

    __slots__ = ("_backlog", "_queue", "_send", "_size", "_stop", "_write", "_writer", "id", "is_closing", "who")

    def __init__(
        self,
        id: str,  # noqa: A002
        who: Actor,
        *,
        write: Write,
        send: Send,
        stop: Callable[[], object],
        backlog: int,
    ) -> None:
        self.id = id
        """The worker and a number: no two connections share it."""
        self.who = who
        """On whose behalf it asks."""
        self.is_closing = False
        """Whether nothing more is accepted from it or for it."""
        self._write = write
        self._send = send
        self._stop = stop
        self._backlog = backlog
        self._queue: deque[bytes] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None

    @property
    def seat(self) -> Seat | None:
        """Whose eyes it sees with; None: a spectator's."""
        return self.who if isinstance(self.who, int) else None

    def send(self, message: bytes) -> bool:
        """Have the message sent; False if more bytes wait already than may: the connection has to go."""
        if self.is_closing:
            return True
        if self._size > self._backlog:
            return False
        self._put(message)
        return True

    def close(self, goodbye: bytes) -> None:
        """Send what waits and the goodbye, then end it; whoever does not read is not waited for."""
        if not self.is_closing:
            self._put(goodbye)
            self.is_closing = True
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_SECONDS, self._stop)

    def abort(self) -> None:
        """End it at once, and send nothing of what waits."""
        self.is_closing = True
        self._queue.clear()
        if self._writer is not None:
            self._writer.cancel()
        self._stop()

    async def drained(self) -> None:
        """Until all that waits is sent, or cannot be."""
        while self._writer is not None:
            await asyncio.wait([self._writer])

    def _put(self, message: bytes) -> None:
        if self._writer is None:
            if self._write(message):
                return
            # A task only while there is something that has to wait: most never have one.
            self._writer = asyncio.create_task(self._send_all())
        self._queue.append(message)
        self._size += len(message)

    async def _send_all(self) -> None:
        try:
            while self._queue:
                message = self._queue.popleft()
                self._size -= len(message)
                await self._send(message)
        except Exception:  # whatever a broken connection raises: whoever reads from it notices as well
            self.is_closing = True
        finally:
            self._writer = None
        if self.is_closing:
            self._stop()
