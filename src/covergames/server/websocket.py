"""A socket that writes texts at once, and whose end does not wait for whoever does not read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from covergames.server.connection import CLOSE_TIMEOUT_SECONDS, Write

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

READ_CHUNK_BYTES: Final = 4096
"""Bytes that are read from one socket before the others have their turn."""
EXTENSION: Final = "covergames.write"
"""Where an application finds a socket's `write`, among the extensions of its scope."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's, with three differences.

    A text of ours may be written without the detour of an ASGI message: through half a dozen coroutines, to be decoded and encoded
    on the way, which costs more than all else about it. Texts are sent when the event loop next comes by, all that there are at
    once: each time that a sleeping reader has to be woken costs more than the bytes.

    What comes is read a little at a time, and no further before that is dealt with. A client that sends thousands of messages at
    once would else have all of them taken apart in one go, while everybody waits.

    What was not read is given up a moment after the end. A transport that is closed first sends what waits. If the other end
    is there and does not read, that is never: the connection would be forgotten by everybody and yet stay open, with all that
    waits for it.
    """

    _is_flushing = False
    """Whether what was written will be sent in a moment."""
    _unparsed = b""
    """What has come and waits for what came before it."""

    async def run_asgi(self) -> None:
        """The conversation, and then a moment for its last words."""
        self.scope["extensions"][EXTENSION] = {"write": self.write}
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(CLOSE_TIMEOUT_SECONDS, self.transport.abort)

    def write(self, text: bytes) -> bool:
        """Write one text; False if that cannot be: it has to be sent, which waits until there is room, or says why not."""
        if not (self.handshake_complete and self.writable.is_set() and self.conn.state is State.OPEN):
            return False
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        self.conn.writes.append(_frame(text))
        if not self._is_flushing:
            self._is_flushing = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Send what was written since the event loop last came by: an update and the answer go together."""
        self._is_flushing = False
        self.transport.write(b"".join(self.conn.data_to_send()))

    def data_received(self, data: bytes) -> None:
        """Read it, or the beginning of it."""
        self._unparsed += data
        self._parse_more()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; only when it was the last is more read."""
        message = await self.queue.get()
        self._parse_more()
        return message

    def _parse_more(self) -> None:
        """Read a little, if nothing waits for the application; no more comes from the network while anything does."""
        if self.transport.is_closing():
            return
        is_free = self.queue.empty() or self.close_sent
        if self._unparsed and is_free:
            data, self._unparsed = self._unparsed[:READ_CHUNK_BYTES], self._unparsed[READ_CHUNK_BYTES:]
            super().data_received(data)
            is_free = self.queue.empty() or self.close_sent
            if self._unparsed and is_free:
                self.loop.call_soon(self._parse_more)
        is_paused = bool(self._unparsed) or not is_free
        if is_paused != self.read_paused and not self.transport.is_closing():
            self.read_paused = is_paused
            if is_paused:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def keepalive_timeout(self) -> None:
        """The client has not said that it is there."""
        super().keepalive_timeout()
        self.transport.abort()


@lru_cache(maxsize=16)
def _frame(text: bytes) -> bytes:
    """The text as it goes over the wire; what many are told is put into a frame once."""
    return Frame(Opcode.TEXT, text).serialize(mask=False)


def direct_write(scope: Mapping[str, Any]) -> Write:
    """How to write at once to the socket of that scope; on a server that has no way to, it never is."""
    extension = (scope.get("extensions") or {}).get(EXTENSION)
    return _cannot_write if extension is None else extension["write"]


def _cannot_write(_text: bytes) -> bool:
    return False
