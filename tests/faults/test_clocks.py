"""Two servers with one PostgreSQL, whose machines disagree about the time."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import ExitStack, closing
from itertools import pairwise
from typing import Final

import pytest

from covergames import bots, coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.schema import read_options
from covergames.server.clock import boot_time
from covergames.server.configuration import Configuration
from covergames.server.store import open_store
from covergames.table import Stage, Table, decode, prove, record_of
from covergames.table.entries import Connected, Disconnected, StoodIn
from covergames.wire import SeatBot
from tests.faults.crashing_server import CrashingServer
from tests.live.postgres import Postgres
from tests.server.kit import UNLIMITED

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

AHEAD_SECONDS: Final = 60.0
"""How much the clock of the second server is ahead."""
DOUBT_SECONDS: Final = 20.0
"""How late a busy machine may set its clock, at most; far less than the difference."""
LEASE_SECONDS: Final = 20.0
"""A worker is taken for dead after two of them: never because the machine is busy, but at once by a clock that is ahead."""
TIMEOUT_SECONDS: Final = 300.0


async def play(first: Server, second: Server, *, seed: int) -> str:
    """Play a game of two people, one at each server, and a bot; return the table's name."""
    options = read_options(coverme, {"length": "shorter"}, 3)
    opened = await first.open_table(coverme, 3, options)
    ada = (await first.join(opened.table, "Ada", token=opened.host_token)).token
    bo = (await second.join(opened.table, "Bo")).token
    async with first.client(opened.table, ada) as host, second.client(opened.table, bo) as guest:
        await host.order(SeatBot(host.new_id(), Seat(2), "random", "Cy"))
        await guest.ready()
        while not host.mirror.table.seats[1].ready:  # the other server polls for news
            await host.news()
        await host.start()
        choose = bots.named(coverme, "random")
        results = await asyncio.gather(*(each.play(choose(random.Random(seed))) for each in (host, guest)))
    assert None not in results
    return opened.table


@pytest.mark.prove(sample=1, proof=10)
async def test_servers_whose_clocks_differ_by_a_minute_play_one_game(postgres: Postgres, quantity: int) -> None:
    """All entries have the time of the database, nobody is taken for absent, and no bot stands in for anybody."""
    database = postgres.empty_database()
    began = time.time()
    with ExitStack() as stack:
        urls = []
        for ahead in (0.0, AHEAD_SECONDS):
            configuration = Configuration(
                database=database,
                limits=UNLIMITED,
                poll_seconds=0.05,
                lease_seconds=LEASE_SECONDS,
                boot_seconds=boot_time() + ahead,
            )
            server = stack.enter_context(closing(CrashingServer(configuration)))
            server.start()
            urls.append(server.url)
        async with asyncio.timeout(TIMEOUT_SECONDS * quantity):
            pairs = [(Server(urls[seed % 2]), Server(urls[1 - seed % 2])) for seed in range(quantity)]
            tables = [await play(*pair, seed=seed) for seed, pair in enumerate(pairs)]
    store = await open_store(database)
    try:
        for table in tables:
            entries = [decode(stored.data) for stored in await store.entries(table)]
            assert Table.fold(table, entries).stage is Stage.OVER
            prove(record_of(table, entries))
            assert all(before.at <= after.at for before, after in pairwise(entries))
            assert began - DOUBT_SECONDS < entries[0].at / 1000
            assert entries[-1].at / 1000 < time.time() + DOUBT_SECONDS
            kinds = [type(entry.body) for entry in entries]
            assert kinds.count(Connected) == 2, "presence flaps"
            assert kinds.count(Disconnected) <= 2
            assert StoodIn not in kinds
    finally:
        await store.close()
