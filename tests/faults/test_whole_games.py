"""Whole games on a network that fails at random: every picture that anybody ever had was the right one."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from covergames import bots, coverme, coverup
from covergames.client import Client
from covergames.game import Result, Seat
from covergames.games import AnyGame
from covergames.table import Table
from covergames.wire import Done, Told
from tests.faults.proxy import Chance, Fate, Proxy, calm
from tests.faults.sitting import HEARTBEAT_SECONDS, RATE, Sitting
from tests.server.kit import serving

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning"),
]

SEED = 5
"""Draws every fault among the first hundred messages."""
TIMEOUT_SECONDS = 300.0
"""Seconds after which a game that should have ended has not, on a busy machine."""
SHARES = {
    Fate.LATE: 0.03,
    Fate.TWICE: 0.03,
    Fate.AFTER_NEXT: 0.03,
    Fate.CUT_BEFORE: 0.01,
    Fate.CUT_INSIDE: 0.01,
    Fate.CUT_AFTER: 0.01,
    Fate.STALL: 0.005,
}


@dataclass
class Onlooker:
    """Somebody with a client, playing or not, who remembers everything."""

    sitting: Sitting
    seat: Seat | None
    acknowledged: list[Done] = field(default_factory=list)
    """What the server said about commands that are kept."""
    pictures: dict[int, Any] = field(default_factory=dict)
    """The game as this client had it, by sequence number."""

    def client(self, url: str) -> Client:
        return self.sitting.client(self.seat, url, listener=self._hear)

    async def watch(self, client: Client) -> None:
        """For ever."""
        while True:
            self.pictures[client.mirror.sequence] = client.view()
            await client.news()

    async def play(self, client: Client, bot: str) -> Result | None:
        """To the end; the host waits for the others first."""
        if self.seat == 0:
            while not all(place.ready for place in client.mirror.table.seats[1:]):
                await client.news()
            await client.start()
        return await client.play(bots.named(self.sitting.game, bot)(random.Random(self.seat)))

    def _hear(self, told: Told) -> None:
        if isinstance(told, Done):
            self.acknowledged.append(told)


@pytest.mark.parametrize(
    ("game", "players", "options", "bot"),
    [
        (coverme, 3, {"length": "shorter"}, "random"),
        (coverup, 2, {"hourglass": 10, "round_limit": 60}, "quick"),
    ],
    ids=["cover-me", "cover-up"],
)
async def test_a_game_on_a_bad_network(
    tmp_path: Path, game: AnyGame, players: int, options: dict[str, Any], bot: str
) -> None:
    """All come to the same end, nothing was done twice, and all that was acknowledged is there."""
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=RATE, heartbeat_seconds=HEARTBEAT_SECONDS) as served,
        Proxy(served.url).passing() as proxy,
        AsyncExitStack() as stack,
    ):
        sitting = await Sitting.at(served, game, players, **options)
        view_cache = [Onlooker(sitting, seat) for seat in (*map(Seat, range(players)), None)]
        proxy.policy = Chance(SEED, SHARES)
        clients = [await stack.enter_async_context(onlooker.client(proxy.url)) for onlooker in view_cache]
        mirror = [
            asyncio.create_task(onlooker.watch(client)) for onlooker, client in zip(view_cache, clients, strict=True)
        ]
        results = await asyncio.gather(
            *(view_cache[seat].play(clients[seat], bot) for seat in range(players)),
        )
        proxy.policy = calm
        for client in clients:
            await sitting.until_told(client)
        for watcher in mirror:
            watcher.cancel()
        assert results == [game.result(sitting.table.state)] * players
        assert proxy.fates.keys() >= SHARES.keys(), "some fault did not happen"
        await check(sitting, view_cache)


async def check(sitting: Sitting, view_cache: list[Onlooker]) -> None:
    """What was said is so, and what was shown was so."""
    entries = await sitting.entries()
    for onlooker in view_cache:
        for done in onlooker.acknowledged:
            assert entries[done.sequence - 1].command == done.id
    table = Table.fold(sitting.table.id, entries[:1])
    for entry in entries[1:]:
        table.absorb(entry)
        for onlooker in view_cache:
            if onlooker.pictures.get(table.sequence) is not None:
                assert onlooker.pictures[table.sequence] == table.game_view(onlooker.seat)
