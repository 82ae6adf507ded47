"""Attacks on a server, each from one address and without end.

python -m benchmarks.attacks.attacks NAME HOST PORT
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from covergames import coverup
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.record import Recording

ADDRESS: Final = "127.0.0.2"
"""The attacker's address; everybody else has another one."""
RETRY_SECONDS: Final = 0.05
"""The delay after a refused connection."""
CONNECTIONS: Final = 190
"""Connections at a time, just below the limit of sockets."""
HALF_OPEN_CONNECTIONS: Final = 1000
HEADER_BYTES: Final = 30_000_000
REPLAY_STEPS: Final = 2500
"""Steps of a record of a few hundred kB: its replay is a thousand times as long as a step."""
BOT_TABLES: Final = 60
DECKS_AT_ONCE: Final = 10


@dataclass(frozen=True, slots=True)
class Target:
    """The attacked server."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """Its URL."""
        return f"http://{self.host}:{self.port}"

    @contextlib.asynccontextmanager
    async def raw(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection to it."""
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(ADDRESS, 0))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    def http(self) -> httpx.AsyncClient:
        """Return a client that waits long for its answers."""
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
        return httpx.AsyncClient(base_url=self.url, transport=transport, timeout=600)

    @contextlib.asynccontextmanager
    async def socket(self, table: str, token: str | None = None) -> AsyncIterator[ClientConnection]:
        """A socket of a table that has said hello."""
        address = f"ws://{self.host}:{self.port}/api/tables/{table}/socket"
        async with connect(
            address, compression=None, max_size=None, local_addr=(ADDRESS, 0), close_timeout=RETRY_SECONDS
        ) as socket:
            await socket.send(_text(type="hello", token=token))
            yield socket

    async def open_table(self, game: str = "cover-me", players: int = 5) -> dict[str, str]:
        """Open a table; wait while the server refuses it."""
        async with self.http() as http:
            while True:
                body = {"arrangement": {"game": game, "players": players, "options": {}}}
                answer = await http.post("/api/tables", json=body)
                if answer.status_code == 201:
                    opened: dict[str, str] = answer.json()
                    return opened
                await asyncio.sleep(RETRY_SECONDS)


async def replays(target: Target) -> None:
    """Twenty large replays at a time, whose senders hang up."""
    body = _long_record()
    head = f"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()

    async def once() -> None:
        async with target.raw() as (_, writer):
            writer.write(head + body)
            await writer.drain()
            await asyncio.sleep(0.2)

    await _together(20, once)


async def headers(target: Target) -> None:
    """Fifty connections that send headers of 30 MB."""

    async def once() -> None:
        async with target.raw() as (_, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
            for _ in range(HEADER_BYTES // 65_536):
                writer.write(b"x" * 65_536)
                await writer.drain()

    await _together(50, once)


async def half_open(target: Target) -> None:
    """A thousand connections that begin a request and do not go on; those that are closed come back after a second."""

    async def once() -> None:
        async with target.raw() as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            with contextlib.suppress(OSError):
                await reader.read()
        await asyncio.sleep(1)

    await _together(HALF_OPEN_CONNECTIONS, once)


async def bots(target: Target) -> None:
    """Sixty tables with bots that think for five seconds; a person at each of them watches."""

    async def once() -> None:
        opened = await target.open_table()
        async with target.socket(opened["table"], opened["host_token"]) as socket:
            for seat in range(5):
                await socket.send(_text(type="seat_bot", id=f"b{seat}", seat=seat, bot="editor:5s", name=f"Bot {seat}"))
            await socket.send(_text(type="start", id="start"))
            await _drain(socket)

    await _together(BOT_TABLES, once)


async def decks(target: Target) -> None:
    """Ten hosts who change the deck of their table without pause; each change stores a whole deck."""
    deck = coverup.write_deck(coverup.house_deck())

    async def once() -> None:
        opened = await target.open_table("cover-up", 2)
        async with target.socket(opened["table"], opened["host_token"]) as socket:
            welcome = msgspec.json.decode(await socket.recv())
            listener = asyncio.create_task(_drain(socket))
            try:
                for number in itertools.count():
                    changed = {**deck, "name": f"deck {number}"}
                    arrangement = {"game": "cover-up", "players": 2, "options": {"deck": changed}}
                    settings = welcome["table"]["settings"]
                    await socket.send(
                        _text(type="arrange", id=f"a{number}", arrangement=arrangement, settings=settings)
                    )
            finally:
                listener.cancel()

    await _together(DECKS_AT_ONCE, once)


async def frames(target: Target) -> None:
    """WebSocket pings as fast as 190 connections can send them."""
    opened = await target.open_table()

    async def once() -> None:
        async with target.socket(opened["table"]) as socket:
            while True:
                await socket.ping(secrets.token_bytes(4))

    await _together(CONNECTIONS, once)


async def messages(target: Target) -> None:
    """Messages that are readable, and messages that are not, each connection at its full rate."""
    opened = await target.open_table()
    chance = random.Random(1)

    async def once() -> None:
        async with target.socket(opened["table"], opened["host_token"]) as socket:
            listener = asyncio.create_task(_drain(socket))
            try:
                for number in itertools.count():
                    text = _text(type="ping", n=number) if chance.random() < 0.5 else '{"type":"act","id":'
                    await socket.send(text)
                    await asyncio.sleep(0.02)
            finally:
                listener.cancel()

    await _together(CONNECTIONS, once)


async def tables(target: Target) -> None:
    """Ten clients who open public tables as fast as they can."""

    async def once() -> None:
        async with target.http() as http:
            while True:
                body = {"arrangement": {"game": "cover-me", "players": 2, "options": {}}, "settings": {"listed": True}}
                await http.post("/api/tables", json=body)

    await _together(10, once)


ATTACKS: Final[dict[str, Callable[[Target], Coroutine[Any, Any, None]]]] = {
    attack.__name__: attack for attack in (replays, headers, half_open, bots, decks, frames, messages, tables)
}


async def _together(count: int, once: Callable[[], Awaitable[None]]) -> None:
    """Do it again and again, that many at a time, however the server defends itself."""

    async def again() -> None:
        while True:
            with contextlib.suppress(OSError, WebSocketException, httpx.HTTPError, EOFError):
                await once()
            await asyncio.sleep(RETRY_SECONDS)

    await asyncio.gather(*(again() for _ in range(count)))


async def _drain(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


def _text(**message: Any) -> str:
    return msgspec.json.encode(message).decode()


def _long_record() -> bytes:
    recording = Recording.begin(coverup, ["Ada", "Bo"], coverup.Options(), RandomDealer(random.Random(1)))
    lays = [action for action in coverup.legal(recording.state, Seat(0)) if isinstance(action, coverup.Lay)]
    for step in range(REPLAY_STEPS):
        recording.act(Seat(0), lays[step % 2])
    return recording.record.encode()


if __name__ == "__main__":
    asyncio.run(ATTACKS[sys.argv[1]](Target(sys.argv[2], int(sys.argv[3]))))
