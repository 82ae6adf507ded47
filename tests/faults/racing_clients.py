"""Clients of the same seats at different servers that send decisions at the same time."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Final

from covergames import coverme
from covergames.client import Client, Refusal, Server
from covergames.game import Seat
from covergames.server.store import open_store
from covergames.table import Table, decode
from covergames.table.entries import Acted

PLAYERS: Final = 2


class RacingClients:
    """One table for two; each seat has several connections to every server."""

    def __init__(self, database: str, urls: list[str], *, each: int, key_file: Path | None = None) -> None:
        self._database = database
        self._key_file = key_file
        self._servers = [Server(url) for url in urls]
        self._each = each
        self._stack = AsyncExitStack()
        self.clients: list[Client] = []
        self.table = ""
        self.won: dict[int, Seat] = {}
        """The winning seat by sequence number."""
        self.outcomes: Counter[str] = Counter()
        """The number of commands by outcome: done, or the code of the refusal."""

    async def __aenter__(self) -> RacingClients:
        home = self._servers[0]
        opened = await home.open_table(coverme, PLAYERS, coverme.Options())
        self.table = opened.table
        ada = (await home.join(self.table, "Ada", token=opened.host_token)).token
        tokens = [ada, await self._take_last_seat()]
        for server in self._servers:
            for token in [*(token for token in tokens for _ in range(self._each)), None]:
                self.clients.append(await self._stack.enter_async_context(server.client(self.table, token)))
        host, guest = (next(client for client in self.clients if client.seat == seat) for seat in range(PLAYERS))
        await guest.ready()
        while not all(seat.ready for seat in host.mirror.table.seats[1:]):
            await host.news()  # another worker has stored it
        await host.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def _take_last_seat(self) -> str:
        """Let many clients ask for the last seat at all servers; one gets it."""
        wanting = (self._servers[number % len(self._servers)].join(self.table, f"Bo {number}") for number in range(6))
        got = await asyncio.gather(*wanting, return_exceptions=True)
        tokens = [answer.token for answer in got if not isinstance(answer, BaseException)]
        refusals = [answer.code for answer in got if isinstance(answer, Refusal)]
        assert len(tokens) == 1, got
        assert refusals == ["full"] * (len(got) - 1), got
        return tokens[0]

    async def decide(self, times: int) -> None:
        """Race this often, or until the game is over: all connections of all seats to act send different decisions at once."""
        for _ in range(times):
            await self._all_synced()
            racing = [(client, view.legal) for client in self.clients if (view := client.view()) and view.legal]
            if not racing:
                return
            seen = self.clients[0].mirror.sequence
            answers = await asyncio.gather(
                *(client.act(legal[place % len(legal)], seen=seen) for place, (client, legal) in enumerate(racing)),
                return_exceptions=True,
            )
            winners = []
            for (client, _), answer in zip(racing, answers, strict=True):
                if isinstance(answer, Refusal):
                    assert answer.code in ("stale", "illegal") or answer.reason == "the game is over", answer
                    self.outcomes[answer.code] += 1
                    continue
                assert isinstance(answer, int), answer
                assert client.seat is not None
                assert answer not in self.won, f"{self.won[answer]} and {client.seat} have both won {answer}"
                self.won[answer] = client.seat
                self.outcomes["done"] += 1
                winners.append(client.seat)
            assert sorted(winners) == sorted({client.seat for client, _ in racing if client.seat is not None})

    async def check(self) -> None:
        """Check that the winning decisions are stored, and that all clients at all servers see the same table."""
        await self._all_synced()
        store = await open_store(self._database, self._key_file)
        entries = [decode(stored.data) for stored in await store.entries(self.table)]
        await store.close()
        assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
        decided = {entry.sequence: entry.body.seat for entry in entries if isinstance(entry.body, Acted)}
        assert decided == self.won
        table = Table.fold(self.table, entries)
        for client in self.clients:
            assert client.mirror.sequence == table.sequence
            assert client.view() == table.game_view(client.seat)
            assert client.mirror.table == table.view()
            assert client.mirror.chat == table.chat

    async def _all_synced(self) -> None:
        """Wait until all clients have received the same number of entries."""
        while len({client.mirror.sequence for client in self.clients}) > 1:
            behind = min(self.clients, key=lambda client: client.mirror.sequence)
            await behind.news()
