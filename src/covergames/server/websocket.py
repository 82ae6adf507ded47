"""Uvicorn's WebSocket protocol, with direct writes, bounded and limited reads, and a timeout for closing.

It subclasses a class that uvicorn does not document: pyproject.toml pins uvicorn, and tests/server/test_websocket.py checks
every attribute that is used here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.protocol import State

from covergames.server.connection import CLOSE_TIMEOUT_SECONDS, Write
from covergames.server.frames import FrameCounter

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

    from covergames.server.limits import AddressBudget

READ_CHUNK_BYTES: Final = 4096
"""Bytes that are parsed from one socket before the event loop serves other sockets."""
READ_CHUNK_FRAMES: Final = 8
"""Frames that are parsed from one socket before the event loop serves other sockets."""
FINAL_TEXT: Final = 0x81
"""The first byte of a frame that contains a whole text."""
EXTENSION: Final = "covergames"
"""The key of a `WebSocketProtocol` among the extensions of an ASGI scope."""


class MessageQueue:
    """A queue with one reader; asyncio's needs ten times the memory."""

    __slots__ = ("_arrived", "_messages")

    def __init__(self) -> None:
        self._messages: list[ASGIReceiveEvent] = []
        self._arrived: asyncio.Future[None] | None = None
        """Done when a message arrives; None: nobody waits for one."""

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """Return the next message, and wait for it if there is none."""
        while not self._messages:
            self._arrived = asyncio.get_running_loop().create_future()
            try:
                await self._arrived
            finally:
                self._arrived = None
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Return whether no message waits."""
        return not self._messages


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, with seven differences.

    Direct writes: the server writes a text without an ASGI message, which would pass through half a dozen coroutines and be
    decoded and encoded on the way. Texts that are written in one turn of the event loop are sent together, because waking the
    reader costs more than the bytes.

    Bounded reads: the protocol parses a chunk at a time, and the next one when the application has read its messages
    (backpressure). Otherwise thousands of messages of one client would be parsed in one go, while all others wait.

    Limited reads: frames of every kind and their bytes are charged to the budget of the client's address before they are parsed.
    While the address is in debt, its sockets wait.

    Less memory: an open socket needs neither the headers of its request nor those of the response, and a smaller queue.

    Quiet errors: nothing that a client sends is logged.

    Close timeout: a transport sends its buffer before it closes. If the client does not read, it would stay open for ever,
    with its buffer. So it is aborted after a timeout.

    Shutdown: a socket that its client is closing does not keep the server from stopping in an orderly way.
    """

    _is_flushing = False
    """Whether the next turn of the event loop sends what was written."""
    budget: AddressBudget | None = None
    """The budget of the client's address; None: the application has not set it."""
    _paid = 0
    """How many of the unparsed bytes are charged."""
    _debt: asyncio.TimerHandle | None = None
    """The timer until the address has paid for these bytes."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue = MessageQueue()  # type: ignore[assignment]
        self._unparsed = bytearray()
        """Received bytes that wait until the application has read the messages before them."""
        self._frames = FrameCounter()

    async def run_asgi(self) -> None:
        """Run the application, then abort the transport if the client does not read its last messages in time."""
        self.scope["extensions"][EXTENSION] = {"protocol": self}
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(CLOSE_TIMEOUT_SECONDS, self.transport.abort)

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application; forget the headers of the request when it is accepted."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            for head in (self.request, self.response):
                head.headers.clear()  # the parser keeps the request
            del self.request, self.response
            self.scope["headers"] = ()

    def write(self, text: bytes) -> bool:
        """Write one text; return False if the buffer is full or the socket is not open, and the text has to be sent."""
        if not (self.handshake_complete and self.writable.is_set() and self.conn.state is State.OPEN):
            return False
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        self.conn.writes += (_header(len(text)), text)
        if not self._is_flushing:
            self._is_flushing = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Send what was written in the last turn of the event loop: an update and the answer go together."""
        self._is_flushing = False
        data = b"".join(self.conn.data_to_send())
        if self.budget is not None:
            self.budget.bytes_out.charge(len(data))
        self.transport.write(data)

    def data_received(self, data: bytes) -> None:
        """Parse the bytes, or keep them until the application has read the messages before them."""
        if not self.handshake_initiated:
            super().data_received(data)  # the request that the HTTP protocol has read
            return
        self._unparsed += data
        self._parse_more()

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application. A text that is not UTF-8 closes the connection.

        Uvicorn would log a traceback for each such text: anybody could fill the disk with them.
        """
        is_text = self.curr_msg_data_type == "text" and not self.close_sent
        if is_text and not all(map(bytes.isascii, self.frames)):
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                if self.budget is not None:
                    self.budget.frames.penalise(self.budget.unreadable)
                self.frames = []
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for the address to pay."""
        if self._debt is not None:
            self._debt.cancel()
        super().connection_lost(exc)

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message, and parse more bytes if it was the last one."""
        message = await self.queue.get()
        self._parse_more()
        return message

    def _parse_more(self) -> None:
        """Parse one chunk if the application has read all messages; pause the transport while messages or bytes wait."""
        if self.transport.is_closing():
            return
        is_free = self.queue.empty() or self.close_sent
        if self._unparsed and is_free and self._is_paid():
            data = bytes(self._unparsed[: self._paid])
            del self._unparsed[: self._paid]
            self._paid = 0
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

    def _is_paid(self) -> bool:
        """Return whether the next chunk may be parsed; charge it first, and set a timer if the address is in debt."""
        if self._paid:
            return self._debt is None
        self._paid, frames = self._frames.cut(bytes(self._unparsed[:READ_CHUNK_BYTES]), READ_CHUNK_FRAMES)
        if self.budget is None:
            return True
        budget = self.budget
        waits = budget.frames.charge(frames), budget.bytes_in.charge(self._paid), budget.bytes_out.charge(0)
        if max(waits) > 0:
            self._debt = self.loop.call_later(max(waits), self._on_paid)
        return self._debt is None

    def _on_paid(self) -> None:
        self._debt = None
        self._parse_more()

    def shutdown(self) -> None:
        """Close the socket because the server stops. Uvicorn's own method fails if the client has begun to close it."""
        if self.handshake_complete and self.conn.state is not State.OPEN:
            self.transport.close()
        else:
            super().shutdown()

    def keepalive_timeout(self) -> None:
        """Abort the transport of a client that did not answer a ping."""
        super().keepalive_timeout()
        self.transport.abort()


def _header(size: int) -> bytes:
    """Return what precedes a text of that many bytes in its frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((FINAL_TEXT, size))
    if size < 1 << 16:
        return bytes((FINAL_TEXT, 126, size >> 8, size & 0xFF))
    return bytes((FINAL_TEXT, 127)) + size.to_bytes(8, "big")


def direct_write(scope: Mapping[str, Any]) -> Write:
    """Return the function that writes directly to the socket of that scope; on another server, one that never can."""
    protocol = _protocol(scope)
    return _cannot_write if protocol is None else protocol.write


def limit_reads(scope: Mapping[str, Any], budget: AddressBudget) -> None:
    """Charge what the socket of that scope reads and writes to a budget; on another server, do nothing."""
    protocol = _protocol(scope)
    if protocol is not None:
        protocol.budget = budget


def _protocol(scope: Mapping[str, Any]) -> WebSocketProtocol | None:
    extension = (scope.get("extensions") or {}).get(EXTENSION)
    return None if extension is None else extension["protocol"]


def _cannot_write(_text: bytes) -> bool:
    return False
