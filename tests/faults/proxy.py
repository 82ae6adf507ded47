"""A network that does to messages what a test wants: a proxy between real clients and a real server.

TCP by itself can be cut, late or silent, but neither doubles nor reorders what it carries. So the proxy reads WebSocket
frames and does these two to whole ones, as a broken middlebox might. What does happen on any network is that an old
connection's bytes arrive after those of the connection that took its place: that is `Link.hold` and `Link.release`.
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

DELAY: Final = 0.1
"""Seconds by which a frame is late, or waits for the next one to overtake it."""
NARROW: Final = 4096
"""Bytes that wait in the proxy's own buffers: who does not read is noticed soon."""
_TEXT: Final = 0x1
_OPCODE: Final = 0x0F
_MASKED: Final = 0x80
_LENGTH: Final = 0x7F
_LONGER: Final = {126: 2, 127: 8}
"""How many bytes of length follow instead of a length itself."""


class Way(Enum):
    """Where a frame goes."""

    UP = auto()
    """To the server."""
    DOWN = auto()
    """To the client."""


class Fate(Enum):
    """What becomes of a frame."""

    PASS = auto()
    LATE = auto()
    """It, and what follows it, comes later."""
    TWICE = auto()
    AFTER_NEXT = auto()
    """The frame behind it overtakes it."""
    CUT_BEFORE = auto()
    """The connection breaks, and the frame is lost with it."""
    CUT_INSIDE = auto()
    """Half of it arrives."""
    CUT_AFTER = auto()
    """The connection breaks as soon as it has arrived."""
    STALL = auto()
    """Nothing passes any more in either direction, and neither end is told: to both the connection looks open."""


class Frame(NamedTuple):
    """One WebSocket frame."""

    raw: bytes
    """As it travels."""
    opcode: int
    text: str
    """What it says, if it is a message."""


Policy: TypeAlias = Callable[[Way, str], Fate]
"""Decides about every message."""


def calm(_way: Way, _text: str) -> Fate:
    """No faults."""
    return Fate.PASS


class Once:
    """The next message of that type has that fate; all others pass."""

    def __init__(self, kind: str, fate: Fate) -> None:
        self._words = f'"type":"{kind}"'
        self._fate = fate
        self.happened = False

    def __call__(self, _way: Way, text: str) -> Fate:
        if self.happened or self._words not in text:
            return Fate.PASS
        self.happened = True
        return self._fate


class Chance:
    """Each message has a fate by lot; the same seed draws the same lots."""

    def __init__(self, seed: int, shares: Mapping[Fate, float]) -> None:
        self._random = random.Random(seed)
        self._fates = [Fate.PASS, *shares]
        self._shares = [1 - sum(shares.values()), *shares.values()]

    def __call__(self, _way: Way, _text: str) -> Fate:
        return self._random.choices(self._fates, self._shares)[0]


class Proxy:
    """Listens on a free port and passes everything on, as far as its policy allows."""

    def __init__(self, url: str) -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port = int(port)
        self.policy: Policy = calm
        self.fates: Counter[Fate] = Counter()
        """What has become of all messages so far."""
        self.links: list[Link] = []
        """All connections that there ever were, the latest last."""
        self.url = ""
        self._tasks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def passing(self) -> AsyncIterator[Proxy]:
        """While it listens."""
        listener = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=NARROW)
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

    def fate(self, way: Way, text: str) -> Fate:
        """What becomes of a message."""
        fate = self.policy(way, text)
        self.fates[fate] += 1
        return fate

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
        narrow.settimeout(0)
        try:
            await asyncio.get_running_loop().sock_connect(narrow, (self._host, self._port))
            upstream = await asyncio.open_connection(sock=narrow, limit=NARROW)
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
        self._ends = {Way.UP: (client[0], server[1]), Way.DOWN: (server[0], client[1])}
        self._open = {way: asyncio.Event() for way in Way}
        for way in Way:
            self.release(way)

    def hold(self, *ways: Way) -> None:
        """Let nothing pass there, nor read it."""
        for way in ways:
            self._open[way].clear()

    def release(self, *ways: Way) -> None:
        """Let it pass again."""
        for way in ways:
            self._open[way].set()

    def cut(self) -> None:
        """Break the connection; what is under way is lost."""
        for _, writer in self._ends.values():
            writer.transport.abort()
        self.release(*Way)

    async def carry(self) -> None:
        """Until either end closes it."""
        try:
            await asyncio.gather(*(self._carry(way) for way in Way))
        finally:
            self._part()

    async def _carry(self, way: Way) -> None:
        reader, writer = self._ends[way]
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await self._write(way, await reader.readuntil(b"\r\n\r\n"))
            while True:
                await self._open[way].wait()
                await self._meet(way, await read_frame(reader))
        await self._open[way].wait()
        writer.close()

    async def _meet(self, way: Way, frame: Frame) -> None:
        """A frame meets its fate."""
        fate = self._proxy.fate(way, frame.text) if frame.opcode == _TEXT else Fate.PASS
        match fate:
            case Fate.PASS:
                await self._write(way, frame.raw)
            case Fate.LATE:
                await asyncio.sleep(DELAY)
                await self._write(way, frame.raw)
            case Fate.TWICE:
                await self._write(way, frame.raw + frame.raw)
            case Fate.AFTER_NEXT:
                await self._write(way, await self._following(way) + frame.raw)
            case Fate.CUT_BEFORE:
                self.cut()
            case Fate.CUT_INSIDE:
                await self._write(way, frame.raw[: len(frame.raw) // 2])
                self._part()
            case Fate.CUT_AFTER:
                await self._write(way, frame.raw)
                self._part()
            case Fate.STALL:
                self.hold(*Way)
            case _:
                assert_never(fate)

    async def _following(self, way: Way) -> bytes:
        """The next frame, or nothing if there is none for a while."""
        reader, _ = self._ends[way]
        try:
            begun = await asyncio.wait_for(reader.read(1), DELAY)
        except TimeoutError:
            return b""
        return (await read_frame(reader, begun)).raw

    async def _write(self, way: Way, data: bytes) -> None:
        _, writer = self._ends[way]
        await self._open[way].wait()
        if writer.is_closing():
            raise ConnectionResetError("it was cut while this frame waited")
        writer.write(data)
        await writer.drain()

    def _part(self) -> None:
        """Close both ends: what was written before still arrives."""
        for _, writer in self._ends.values():
            writer.close()


async def read_frame(reader: asyncio.StreamReader, begun: bytes = b"") -> Frame:
    """The next frame, of which these bytes have been read already."""
    raw = begun + await reader.readexactly(2 - len(begun))
    opcode, length, is_masked = raw[0] & _OPCODE, raw[1] & _LENGTH, bool(raw[1] & _MASKED)
    if length in _LONGER:
        raw += await reader.readexactly(_LONGER[length])
        length = int.from_bytes(raw[2:], "big")
    mask = await reader.readexactly(4) if is_masked else bytes(4)
    payload = await reader.readexactly(length)
    said = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)) if opcode == _TEXT else b""
    return Frame(raw + (mask if is_masked else b"") + payload, opcode, said.decode())
