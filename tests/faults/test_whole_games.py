"""Whole games on a network that fails at random: every view that a client ever had was right."""

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
from covergames.wire import Done, ServerMessage
from tests.cases import by_target
from tests.faults.live_table import CLOCK_RATE, HEARTBEAT_SECONDS, LiveTable
from tests.faults.proxy import Fault, Proxy, RandomFaults, no_faults
from tests.server.kit import serving

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning"),
]

SEED = 5
"""With this seed every fault hits one of the first hundred messages."""
TIMEOUT_SECONDS = 300.0
"""How long a game may take on a busy machine."""
SHARES = {
    Fault.LATE: 0.03,
    Fault.TWICE: 0.03,
    Fault.AFTER_NEXT: 0.03,
    Fault.CUT_BEFORE: 0.01,
    Fault.CUT_INSIDE: 0.01,
    Fault.CUT_AFTER: 0.01,
    Fault.STALL: 0.005,
}


@dataclass
class RecordingClient:
    """A client of a player or a spectator that records everything."""

    live: LiveTable
    seat: Seat | None
    acknowledged: list[Done] = field(default_factory=list)
    """The acknowledgements of the server."""
    views: dict[int, Any] = field(default_factory=dict)
    """The client's view of the game by sequence number."""

    def client(self, url: str) -> Client:
        return self.live.client(self.seat, url, listener=self._receive)

    async def watch(self, client: Client) -> None:
        """Record the view after every change, for ever."""
        while True:
            self.views[client.mirror.sequence] = client.view()
            await client.news()

    async def play(self, client: Client, bot: str) -> Result | None:
        """Play to the end; the host waits for the others first."""
        if self.seat == 0:
            while not all(place.ready for place in client.mirror.table.seats[1:]):
                await client.news()
            await client.start()
        return await client.play(bots.named(self.live.game, bot)(random.Random(self.seat)))

    def _receive(self, message: ServerMessage) -> None:
        if isinstance(message, Done):
            self.acknowledged.append(message)


@pytest.mark.parametrize(
    ("game", "players", "options", "bot"),
    by_target(
        [
            pytest.param(coverup, 2, {"hourglass": 10, "round_limit": 60}, "quick", id="cover-up"),
            pytest.param(coverme, 3, {"length": "shorter"}, "random", id="cover-me"),
        ],
        every=2,
    ),
)
async def test_a_game_on_a_bad_network(
    tmp_path: Path, game: AnyGame, players: int, options: dict[str, Any], bot: str
) -> None:
    """All players see the same result, no command was executed twice, and everything acknowledged is stored."""
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=CLOCK_RATE, heartbeat_seconds=HEARTBEAT_SECONDS) as served,
        Proxy(served.url).running() as proxy,
        AsyncExitStack() as stack,
    ):
        live = await LiveTable.opened(served, game, players, **options)
        recorders = [RecordingClient(live, seat) for seat in (*map(Seat, range(players)), None)]
        proxy.policy = RandomFaults(SEED, SHARES)
        clients = [await stack.enter_async_context(recorder.client(proxy.url)) for recorder in recorders]
        watching = [
            asyncio.create_task(recorder.watch(client)) for recorder, client in zip(recorders, clients, strict=True)
        ]
        results = await asyncio.gather(
            *(recorders[seat].play(clients[seat], bot) for seat in range(players)),
        )
        proxy.policy = no_faults
        for client in clients:
            await live.until_synced(client)
        for watcher in watching:
            watcher.cancel()
        assert results == [game.result(live.table.state)] * players
        assert proxy.faults.keys() >= SHARES.keys(), "some fault did not happen"
        await check(live, recorders)


async def check(live: LiveTable, recorders: list[RecordingClient]) -> None:
    """Check that everything acknowledged is stored, and that every recorded view was right."""
    entries = await live.entries()
    for recorder in recorders:
        for done in recorder.acknowledged:
            assert entries[done.sequence - 1].command == done.id
    table = Table.fold(live.table.id, entries[:1])
    for entry in entries[1:]:
        table.absorb(entry)
        for recorder in recorders:
            if recorder.views.get(table.sequence) is not None:
                assert recorder.views[table.sequence] == table.game_view(recorder.seat)
