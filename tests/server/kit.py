"""A real server on a free port, and guests that send and read raw messages."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.load.limits import SERVER_LIMITS
from covergames.server.admin.server import AdminSockets
from covergames.server.configuration import Configuration, Limits
from covergames.server.workers import Server

UNLIMITED: Final = Limits().with_values(SERVER_LIMITS)
"""For tests in which all clients share one address and send fast."""
TIMEOUT_SECONDS = 60.0
"""How long to wait for something that should happen."""


@dataclass
class Served:
    """A running server."""

    url: str
    server: Server
    http: httpx.AsyncClient
    admin_url: str = ""
    """The address of the admin interface."""
    guests: list[Guest] = field(default_factory=list)
    """All sockets that were opened; `close` closes them."""

    async def open(self, game: str = "cover-me", players: int = 3, **more: Any) -> Host:
        """Open a table."""
        arrangement = {"game": game, "players": players, "options": more.pop("options", {})}
        answer = await self.http.post("/api/tables", json={"arrangement": arrangement, **more})
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        return Host(self, opened["table"], opened["host_token"])

    async def socket(self, table: str, token: str | None = None, **options: Any) -> Guest:
        """Connect to a table, and send hello."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        guest = Guest(await connect(address, compression=None, max_size=None, **options))
        self.guests.append(guest)
        await guest.send(type="hello", token=token)
        return guest

    async def close(self) -> None:
        """Cut all sockets that are still open."""
        for guest in self.guests:
            await guest.cut()

    async def stop(self) -> None:
        """Stop the server, as SIGTERM does."""
        self.server.should_exit = True


@dataclass
class Host:
    """The person who opened a table."""

    served: Served
    table: str
    token: str

    async def sit(self, name: str, *, token: str | None = None, **more: Any) -> tuple[int, str]:
        """Take a seat; its number and its token."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        answer = await self.served.http.post(
            f"/api/tables/{self.table}/seats", json={"name": name, **more}, headers=headers
        )
        assert answer.status_code == 201, answer.text
        joined = answer.json()
        return joined["seat"], joined["token"]

    async def seated(self, *names: str) -> list[Guest]:
        """Seat the host and others, each with a socket that has received its welcome."""
        guests = []
        for number, name in enumerate(names):
            _, token = await self.sit(name, token=self.token if number == 0 else None)
            guest = await self.served.socket(self.table, token)
            await guest.heard("welcome")
            guest.token = token
            guests.append(guest)
        return guests


@dataclass
class Guest:
    """One socket, with everything that it received."""

    connection: ClientConnection
    token: str = ""
    heard_so_far: list[dict[str, Any]] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    numbers: int = 0

    async def send(self, **message: Any) -> None:
        """Send one message."""
        await self.connection.send(msgspec.json.encode(message).decode())

    async def order(self, type: str, **message: Any) -> dict[str, Any]:  # noqa: A002
        """Send a command; its answer, `done` or `refused`."""
        self.numbers += 1
        name = message.pop("id", f"{self.token[:4]}{self.numbers}")
        await self.send(type=type, id=name, **message)
        while True:
            answer = await self.heard("done", "refused")
            if answer["id"] == name:
                return answer

    async def heard(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            message = await self.next()
            if message["type"] in types:
                return message

    async def next(self) -> dict[str, Any]:
        """The next message of any type."""
        frame = await asyncio.wait_for(self.connection.recv(), TIMEOUT_SECONDS)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = msgspec.json.decode(frame)
        self.heard_so_far.append(message)
        return message

    async def until(self, **table: Any) -> dict[str, Any]:
        """The next update whose table has these values."""
        while True:
            message = await self.heard("update", "welcome")
            if "table" in message and all(message["table"][name] == value for name, value in table.items()):
                return message

    async def end(self) -> list[dict[str, Any]]:
        """All messages until the server closes the connection."""
        said = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                said.append(await self.next())
        return said

    async def close(self) -> None:
        """Close the socket without a close frame."""
        await self.connection.close()

    async def cut(self) -> None:
        """Break the connection, without the closing handshake."""
        self.connection.transport.abort()
        await self.connection.wait_closed()


@contextlib.asynccontextmanager
async def serving(folder: Path, **changes: Any) -> AsyncIterator[Served]:
    """Run a server in this process, with a database in that folder.

    `people` has the Unix socket on which it answers other workers, and the paths of theirs.
    """
    database = changes.pop("database", f"sqlite:///{folder / 'tables.sqlite3'}")
    between_workers = changes.pop("people", ())
    configuration = Configuration(database=database, **changes)
    listener, private = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))
    url, admin_url = (f"http://127.0.0.1:{each.getsockname()[1]}" for each in (listener, private))
    server = Server(configuration, AdminSockets(private, *between_workers))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started and not running.done():
            await asyncio.sleep(0.01)
        async with httpx.AsyncClient(base_url=url, timeout=TIMEOUT_SECONDS) as http:
            served = Served(url, server, http, admin_url)
            try:
                yield served
            finally:
                await served.close()
    finally:
        server.should_exit = True
        await running
