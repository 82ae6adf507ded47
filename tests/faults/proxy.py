"""A network with faults: a proxy between real clients and a real server.

TCP connections can break, delay and stall, but they neither duplicate nor reorder data. So the proxy reads WebSocket frames
and duplicates or reorders whole frames, as a broken middlebox might. On any network the bytes of an old connection may arrive
after those of the connection that replaced it: `Link.hold` and `Link.release` do that.
"""

from __future__ import annotations

import asyncio
import random
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

DELAY_SECONDS: Final = 0.1
"""How late a delayed frame is, or how long it waits for the next one to overtake it."""
BUFFER_BYTES: Final = 4096
"""Small buffers, so that the server soon notices a client that does not read."""
_TEXT: Final = 0x1
_OPCODE: Final = 0x0F
_MASKED: Final = 0x80
_LENGTH: Final = 0x7F
_EXTENDED_LENGTH_BYTES: Final = {126: 2, 127: 8}
"""The bytes of the extended length for these values of the length field."""


class Direction(Enum):
    """The direction of a frame."""

    UP = auto()
    """To the server."""
    DOWN = auto()
    """To the client."""


class Fault(Enum):
    """What happens to a frame."""

    PASS = auto()
    LATE = auto()
    """The frame and those after it are delayed."""
    TWICE = auto()
    AFTER_NEXT = auto()
    """The next frame overtakes it."""
    CUT_BEFORE = auto()
    """The connection breaks before the frame."""
    CUT_INSIDE = auto()
    """The connection breaks after half of the frame."""
    CUT_AFTER = auto()
    """The connection breaks after the frame."""
    STALL = auto()
    """Nothing passes any more in either direction, while both ends take the connection for open."""


class Frame(NamedTuple):
    """One WebSocket frame."""

    raw: bytes
    """The bytes on the wire."""
    opcode: int
    text: str
    """Its text, if it is a text frame."""


Policy: TypeAlias = Callable[[Direction, str], Fault]
"""Draws the fault of every message."""


def no_faults(_direction: Direction, _text: str) -> Fault:
    """Let every message pass."""
    return Fault.PASS


class OneFault:
    """The fault hits the next message of that type; all others pass."""

    def __init__(self, kind: str, fault: Fault) -> None:
        self._words = f'"type":"{kind}"'
        self._fault = fault
        self.happened = False

    def __call__(self, _direction: Direction, text: str) -> Fault:
        if self.happened or self._words not in text:
            return Fault.PASS
        self.happened = True
        return self._fault


class RandomFaults:
    """A fault is drawn for each message; equal seeds draw equal faults."""

    def __init__(self, seed: int, shares: Mapping[Fault, float]) -> None:
        self._random = random.Random(seed)
        self._faults = [Fault.PASS, *shares]
        self._shares = [1 - sum(shares.values()), *shares.values()]

    def __call__(self, _direction: Direction, _text: str) -> Fault:
        return self._random.choices(self._faults, self._shares)[0]


class Proxy:
    """Listens on a free port, and forwards everything with the faults of its policy."""

    def __init__(self, url: str) -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port = int(port)
        self.policy: Policy = no_faults
        self.faults: Counter[Fault] = Counter()
        """The number of messages by fault."""
        self.links: list[Link] = []
        """All connections so far, the latest last."""
        self.url = ""
        self._tasks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Proxy]:
        """Listen during the block."""
        listener = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=BUFFER_BYTES)
        self.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            listener.close()
            for link in self.links:
                link.cut()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def fault(self, direction: Direction, text: str) -> Fault:
        """Draw and count the fault of a message."""
        fault = self.policy(direction, text)
        self.faults[fault] += 1
        return fault

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
        narrow.settimeout(0)
        try:
            await asyncio.get_running_loop().sock_connect(narrow, (self._host, self._port))
            upstream = await asyncio.open_connection(sock=narrow, limit=BUFFER_BYTES)
        except BaseException:
            narrow.close()
            writer.transport.abort()
            raise
        link = Link(self, client=(reader, writer), server=upstream)
        self.links.append(link)
        await link.carry()


Stream: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Link:
    """One connection through the proxy, in both directions."""

    def __init__(self, proxy: Proxy, *, client: Stream, server: Stream) -> None:
        self._proxy = proxy
        self._ends = {Direction.UP: (client[0], server[1]), Direction.DOWN: (server[0], client[1])}
        self._open = {direction: asyncio.Event() for direction in Direction}
        for direction in Direction:
            self.release(direction)

    def hold(self, *directions: Direction) -> None:
        """Stop reading and forwarding in these directions."""
        for direction in directions:
            self._open[direction].clear()

    def release(self, *directions: Direction) -> None:
        """Forward again in these directions."""
        for direction in directions:
            self._open[direction].set()

    def cut(self) -> None:
        """Break the connection; data under way is lost."""
        for _, writer in self._ends.values():
            writer.transport.abort()
        self.release(*Direction)

    async def carry(self) -> None:
        """Forward until either end closes."""
        try:
            await asyncio.gather(*(self._carry(direction) for direction in Direction))
        finally:
            self._close()

    async def _carry(self, direction: Direction) -> None:
        reader, writer = self._ends[direction]
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await self._write(direction, await reader.readuntil(b"\r\n\r\n"))
            while True:
                await self._open[direction].wait()
                await self._forward(direction, await read_frame(reader))
        await self._open[direction].wait()
        writer.close()

    async def _forward(self, direction: Direction, frame: Frame) -> None:
        """Forward a frame with the fault that the policy draws."""
        fault = self._proxy.fault(direction, frame.text) if frame.opcode == _TEXT else Fault.PASS
        match fault:
            case Fault.PASS:
                await self._write(direction, frame.raw)
            case Fault.LATE:
                await asyncio.sleep(DELAY_SECONDS)
                await self._write(direction, frame.raw)
            case Fault.TWICE:
                await self._write(direction, frame.raw + frame.raw)
            case Fault.AFTER_NEXT:
                await self._write(direction, await self._next_frame(direction) + frame.raw)
            case Fault.CUT_BEFORE:
                self.cut()
            case Fault.CUT_INSIDE:
                await self._write(direction, frame.raw[: len(frame.raw) // 2])
                self._close()
            case Fault.CUT_AFTER:
                await self._write(direction, frame.raw)
                self._close()
            case Fault.STALL:
                self.hold(*Direction)
            case _:
                assert_never(fault)

    async def _next_frame(self, direction: Direction) -> bytes:
        """The next frame, or nothing if there is none for a while."""
        reader, _ = self._ends[direction]
        try:
            begun = await asyncio.wait_for(reader.read(1), DELAY_SECONDS)
        except TimeoutError:
            return b""
        return (await read_frame(reader, begun)).raw

    async def _write(self, direction: Direction, data: bytes) -> None:
        _, writer = self._ends[direction]
        await self._open[direction].wait()
        if writer.is_closing():
            raise ConnectionResetError("the connection was cut while this frame waited")
        writer.write(data)
        await writer.drain()

    def _close(self) -> None:
        """Close both ends after what was written."""
        for _, writer in self._ends.values():
            writer.close()


async def read_frame(reader: asyncio.StreamReader, begun: bytes = b"") -> Frame:
    """The next frame; `begun` is what was read of it already."""
    raw = begun + await reader.readexactly(2 - len(begun))
    opcode, length, is_masked = raw[0] & _OPCODE, raw[1] & _LENGTH, bool(raw[1] & _MASKED)
    if length in _EXTENDED_LENGTH_BYTES:
        raw += await reader.readexactly(_EXTENDED_LENGTH_BYTES[length])
        length = int.from_bytes(raw[2:], "big")
    mask = await reader.readexactly(4) if is_masked else bytes(4)
    payload = await reader.readexactly(length)
    text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)) if opcode == _TEXT else b""
    return Frame(raw + (mask if is_masked else b"") + payload, opcode, text.decode())
