"""Whole games over the wire, with bots in this process and bots of the server."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from covergames import bots, coverme, coverup
from covergames.client import Client, Server
from covergames.client import Refusal as ClientRefusal
from covergames.game import Result, Seat
from covergames.games import AnyGame
from covergames.record import replay
from covergames.schema import read_options
from covergames.server.clock import Clock
from covergames.table import prove
from covergames.wire import Rematch, SeatBot
from tests.cases import by_target
from tests.server.kit import Served, serving
from tests.terminal.coverme.kit import VARIANTS

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning"),
]

CLOCK_RATE = 30.0
"""The speed of the clock of Cover Up's tables; 1.0 is real time."""


class OnlineGame:
    """One table with people, who are bots in this process, and bots of the server."""

    def __init__(self, served: Served, game: AnyGame, players: int, options: dict[str, Any], *, rate: float = 1.0):
        self.server = Server(served.url)
        self.game = game
        self.players = players
        self.options = options
        self.rate = rate
        self.clock = Clock(rate)
        self.table = ""
        self.tokens: list[str] = []

    def client(self, table: str, token: str) -> Client:
        """A client whose clock runs as fast as the server's."""
        address = f"ws{self.server.url.removeprefix('http')}/api/tables/{table}/socket"
        return Client(
            address,
            token,
            clock=lambda: self.clock.now() / 1000,
            wait=lambda seconds: asyncio.sleep(seconds / self.rate),
        )

    async def play(self, *, people: int, bot: str) -> Result:
        """Play the game from joining to the end; all players saw the same result."""
        opened = await self.server.open_table(
            self.game, self.players, read_options(self.game, self.options, self.players)
        )
        self.table = opened.table
        for number in range(people):
            joined = await self.server.join(
                self.table, f"Person {number}", nonce=f"n{number}", token=opened.host_token if number == 0 else None
            )
            self.tokens.append(joined.token)
        results = await asyncio.gather(*(self._attend(number, people, bot) for number in range(people)))
        assert all(result == results[0] for result in results)
        assert results[0] is not None
        return results[0]

    async def _attend(self, number: int, people: int, bot: str) -> Result | None:
        async with self.client(self.table, self.tokens[number]) as client:
            if number == 0:
                for seat in range(people, self.players):
                    await client.order(SeatBot(client.new_id(), Seat(seat), bot, f"Bot {seat}"))
                while not all(place.ready for place in client.mirror.table.seats[1:]):
                    await client.news()
                await client.start()
            return await client.play(bots.named(self.game, bot)(random.Random(number)))


async def check_record(online: OnlineGame, result: Result) -> None:
    """Check that the record replays to the same result, and that its shuffles are proven."""
    record = await online.server.record(online.table)
    assert record.result is not None
    assert (tuple(record.result.scores), tuple(record.result.places)) == (result.scores, result.places)
    *_, last = replay(record)
    assert online.game.result(last.state) == result
    prove(record)


@pytest.mark.parametrize("variant", by_target(VARIANTS, every=3))
@pytest.mark.slow
async def test_cover_me_in_every_variant(tmp_path: Path, variant: str) -> None:
    """Half of the players are clients, half are bots of the server."""
    players, options = VARIANTS[variant]
    async with serving(tmp_path) as served:
        online = OnlineGame(served, coverme, players, options)
        result = await online.play(people=(players + 1) // 2, bot="random")
        await check_record(online, result)


@pytest.mark.parametrize(
    ("players", "options"),
    by_target(
        [
            pytest.param(6, {"round_limit": 60, "hourglass": 10}),
            pytest.param(2, {}),
            pytest.param(3, {"assist": True, "hourglass": 20}),
        ],
        every=3,
    ),
)
@pytest.mark.slow
async def test_cover_up_in_real_time(tmp_path: Path, players: int, options: dict[str, Any]) -> None:
    """Countdowns, sand and round limits follow the server's clock, which runs at thirty times the speed."""
    async with serving(tmp_path, clock_rate=CLOCK_RATE) as served:
        online = OnlineGame(served, coverup, players, options, rate=CLOCK_RATE)
        result = await online.play(people=(players + 1) // 2, bot="beginner")
        await check_record(online, result)


@pytest.mark.slow
async def test_a_rematch_seats_the_same_players(tmp_path: Path) -> None:
    """At another table, with the same tokens and bots; a repeated command opens no second table."""
    async with serving(tmp_path) as served:
        online = OnlineGame(served, coverme, 3, {"length": "shorter"})
        await online.play(people=2, bot="random")
        async with (
            online.client(online.table, online.tokens[0]) as host,
            online.client(online.table, online.tokens[1]) as guest,
        ):
            await host.say("Again?")  # once it is answered, the host counts as present
            with pytest.raises(ClientRefusal, match="not-yours"):
                await guest.order(Rematch(guest.new_id()))
            command = Rematch(host.new_id())
            assert await host.order(command) == await host.order(command)
            another = host.mirror.table.rematch
        assert another is not None
        for seat, token in enumerate(online.tokens):
            async with online.client(another, token) as client:
                assert client.seat == seat
                assert [place.name for place in client.mirror.table.seats] == ["Person 0", "Person 1", "Bot 2"]
                assert client.mirror.table.rematch_of == online.table
