"""A WebSocket as light as can be, so that the driver leaves the machine to the server that it measures."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from typing import Final, TypeAlias, cast

Heard: TypeAlias = Callable[[bytes], None]
"""Is given every text that arrives."""

TEXT: Final = 1
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
NO_MASK: Final = bytes(4)
"""A client has to mask what it sends. With this key the bytes stay as they are, and the server unmasks them all the same."""


class SocketLost(Exception):
    """A socket that was not opened, or came to its end although it was needed."""


class Socket(asyncio.Protocol):
    """One connection: texts out, texts in, pings answered. Frames come whole, for our servers divide none."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_closing = False
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, host: str, port: int, path: str, heard: Heard) -> Socket:
        """A socket that is ready to be used, or `SocketLost`."""
        _, socket = await asyncio.get_running_loop().create_connection(lambda: cls(heard), host, port)
        key = b64encode(bytes(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        )
        socket._write("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        await socket.opened
        return socket

    def send(self, text: bytes) -> None:
        """Send one text."""
        self._write(_frame(TEXT, text))

    def close(self) -> None:
        """Leave without waiting for an answer."""
        self.is_closing = True
        if self._transport is not None:
            self._write(_frame(CLOSE, b""))
            self._transport.close()

    # What the event loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's own class is no subclass of it

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(SocketLost(f"the socket was not opened: {error or bytes(self._buffer[:200])!r}"))
        elif not self.is_closing:
            raise SocketLost(f"the server ended a socket that was in use: {error}")

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self.opened.done() or self._is_accepted():
            while (frame := self._next_frame()) is not None:
                self._take(*frame)

    def _is_accepted(self) -> bool:
        """Whether the answer to the request is there, and is yes."""
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(SocketLost(f"the socket was not opened: {bytes(self._buffer[:400])!r}"))
            self.close()
            return False
        self._buffer = bytearray(rest)
        self.opened.set_result(None)
        return True

    def _next_frame(self) -> tuple[int, bytes] | None:
        """The next frame's kind and content, once it is there as a whole."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4]), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10]), 10
        if len(buffer) < start + size:
            return None
        content = bytes(buffer[start : start + size])
        kind = buffer[0] & 15
        del buffer[: start + size]
        return kind, content

    def _take(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self.heard(content)
        elif kind == PING:
            self._write(_frame(PONG, content))
        elif kind == CLOSE and self._transport is not None:
            self._transport.close()

    def _write(self, data: bytes) -> None:
        if self._transport is None:
            raise SocketLost("the socket is closed")
        self._transport.write(data)


def _frame(kind: int, content: bytes) -> bytes:
    """A frame of a client, with up to 65,535 bytes."""
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([0x80 | kind]) + length + NO_MASK + content
