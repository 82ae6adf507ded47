"""A table of a real server with its players, and checks that every client is in sync and every command was executed once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from covergames.client import Client, Refusal, Server
from covergames.client.client import Listener
from covergames.games import AnyGame
from covergames.schema import read_options
from covergames.server.clock import Clock
from covergames.server.session import TableSession
from covergames.table import Entry, Table, decode
from tests.server.kit import Served

CLOCK_RATE: Final = 30.0
"""The speed of the tables' clock; 1.0 is real time."""
TIMEOUT_SECONDS: Final = 120.0
"""How long something may take on a busy machine."""
HEARTBEAT_SECONDS: Final = 0.25
"""How often a silent connection is pinged."""


class LiveTable:
    """One table, with the server's session and its players' tokens."""

    def __init__(self, served: Served, game: AnyGame, session: TableSession, tokens: list[str]) -> None:
        self.served = served
        self.game = game
        self.session = session
        self.tokens = tokens
        self._clock = Clock(CLOCK_RATE)

    @classmethod
    async def opened(cls, served: Served, game: AnyGame, players: int, **options: Any) -> LiveTable:
        """Open a table and seat people in all seats."""
        server = Server(served.url)
        opened = await server.open_table(game, players, read_options(game, options, players))
        tokens = []
        for seat in range(players):
            host = opened.host_token if seat == 0 else None
            tokens.append((await server.join(opened.table, f"Person {seat}", token=host)).token)
        return cls(served, game, await served.server.application.registry.session(opened.table), tokens)

    @property
    def table(self) -> Table:
        """The table as the server has it."""
        return self.session.table

    def client(
        self,
        seat: int | None,
        url: str | None = None,
        *,
        listener: Listener = lambda _message: None,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> Client:
        """A client for a seat or a spectator, connected to the server or to a proxy at that URL."""
        address = (url or self.served.url).replace("http", "ws", 1)
        return Client(
            f"{address}/api/tables/{self.table.id}/socket",
            None if seat is None else self.tokens[seat],
            clock=lambda: self._clock.now() / 1000,
            wait=lambda seconds: asyncio.sleep(seconds / CLOCK_RATE),
            listener=listener,
            reconnect_timeout=TIMEOUT_SECONDS * CLOCK_RATE,
            heartbeat=heartbeat,
        )

    @asynccontextmanager
    async def begun(self, url: str, *, heartbeat: float = HEARTBEAT_SECONDS) -> AsyncIterator[tuple[Client, Client]]:
        """Start the game; seat 0 connects through that URL, seat 1 directly."""
        async with self.client(0, url, heartbeat=heartbeat) as ada, self.client(1, heartbeat=heartbeat) as bo:
            await bo.ready()
            await ada.start()
            await self.until_synced(ada)
            await self.until_synced(bo)
            yield ada, bo

    async def decide(self, client: Client) -> int:
        """Send the first legal decision of that client, after the countdown."""
        while True:
            view = client.view()
            assert view is not None
            try:
                return await client.act(view.legal[0])
            except Refusal as refusal:
                if refusal.code != "countdown":
                    raise
                assert self.table.round_start is not None
                await client.wait_until(self.table.round_start)

    async def until_synced(self, client: Client) -> None:
        """Wait until the client has received every entry, and check its mirror."""
        while client.mirror.sequence != self.table.sequence:
            await client.news()
        self.check(client)

    def check(self, client: Client) -> None:
        """Check that the client's mirror equals the table."""
        mirror, table = client.mirror, self.table
        assert client.view() == (None if table.state is None else table.game_view(client.seat))
        assert mirror.table == table.view()
        assert mirror.chat[-len(table.chat) :] == table.chat

    async def entries(self) -> list[Entry]:
        """All stored entries, of which no command has two."""
        stored = await self.served.server.application.registry.store.entries(self.table.id)
        entries = [decode(each.data) for each in stored]
        commands = Counter(entry.command for entry in entries if entry.command is not None)
        assert max(commands.values()) == 1, f"executed more than once: {commands.most_common(1)}"
        return entries
