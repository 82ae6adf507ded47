"""A minimal WebSocket client: the driver should use little of the processor that it shares with the server."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from typing import Final, TypeAlias, cast

TextHandler: TypeAlias = Callable[[bytes], None]
"""Called with each received text."""

TEXT: Final = 1
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
NO_MASK: Final = bytes(4)
"""The key with which a client masks its frames; this one leaves the bytes unchanged."""


class SocketLost(Exception):
    """The socket could not be opened, or the server closed it."""


class Socket(asyncio.Protocol):
    """One connection. It answers pings, and expects that the server does not fragment messages."""

    def __init__(self, on_text: TextHandler) -> None:
        self.on_text = on_text
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_closing = False
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, host: str, port: int, path: str, on_text: TextHandler) -> Socket:
        """Return an open socket.

        Raises:
            SocketLost: the server refused it.
        """
        _, socket = await asyncio.get_running_loop().create_connection(lambda: cls(on_text), host, port)
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
        """Close the socket without waiting for an answer."""
        self.is_closing = True
        if self._transport is not None:
            self._write(_frame(CLOSE, b""))
            self._transport.close()

    # Methods of asyncio.Protocol.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's class is not a subclass

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(SocketLost(f"the socket was not opened: {error or bytes(self._buffer[:200])!r}"))
        elif not self.is_closing:
            raise SocketLost(f"the server closed a socket in use: {error}")

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self.opened.done() or self._is_accepted():
            while (frame := self._next_frame()) is not None:
                self._take(*frame)

    def _is_accepted(self) -> bool:
        """Return whether the server has accepted the WebSocket."""
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
        """Return the kind and content of the next complete frame; None: it is not complete."""
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
            self.on_text(content)
        elif kind == PING:
            self._write(_frame(PONG, content))
        elif kind == CLOSE and self._transport is not None:
            self._transport.close()

    def _write(self, data: bytes) -> None:
        if self._transport is None:
            raise SocketLost("the socket is closed")
        self._transport.write(data)


def _frame(kind: int, content: bytes) -> bytes:
    """Return a client's frame with up to 65,535 bytes."""
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([0x80 | kind]) + length + NO_MASK + content
