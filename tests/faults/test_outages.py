"""Outages of disk, database and bus: the server says so, loses nothing that it acknowledged, and games continue afterwards."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import pytest

from covergames import coverme
from covergames.client import Refusal, Server
from covergames.game import Seat
from covergames.server.bus import NatsBus
from covergames.server.configuration import Configuration
from covergames.wire import Mute, Refused, ServerMessage
from tests.faults.crashing_server import CrashingServer
from tests.faults.racing_clients import RacingClients
from tests.faults.witness import Witness, check_all
from tests.live.nats import Nats
from tests.live.postgres import Postgres
from tests.server.kit import UNLIMITED

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TABLES: Final = 3
MIN_REFUSALS: Final = 3
"""How many refusals the client gets before the outage may end."""
TIMEOUT_SECONDS: Final = 180.0
"""How long a test may take on a busy machine."""


@contextmanager
def running(database: str, **changes: object) -> Iterator[CrashingServer]:
    """Run a server process."""
    server = CrashingServer(Configuration(database=database, limits=UNLIMITED, lease_seconds=0.5, **changes))  # type: ignore[arg-type]
    server.start()
    try:
        yield server
    finally:
        server.close()


async def until(is_so: Callable[[], bool], *tasks: asyncio.Task[str]) -> None:
    """Wait until the condition holds; an error in a task fails here."""
    while not is_so():
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.01)


@asynccontextmanager
async def games_at(server: CrashingServer, database: str) -> AsyncIterator[None]:
    """Run games during the block; afterwards they go on to their end, and everything acknowledged is stored."""
    witnesses = [Witness(Server(server.url), number) for number in range(TABLES)]
    games = [asyncio.create_task(witness.play()) for witness in witnesses]
    await until(lambda: all(witness.heard > 50 for witness in witnesses), *games)
    assert sum(witness.refused["try-again"] for witness in witnesses) == 0
    assert not any(game.done() for game in games)
    yield
    tables = await asyncio.gather(*games)
    await check_all(database, [(witness, [table]) for witness, table in zip(witnesses, tables, strict=True)])


@asynccontextmanager
async def client_that_retries(server: CrashingServer) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """A client whose command is refused during the outage and executed once afterwards; no table can be opened meanwhile."""
    refusals: list[str] = []

    def receive(message: ServerMessage) -> None:
        if isinstance(message, Refused):
            refusals.append(message.code)

    at = Server(server.url)
    opened = await at.open_table(coverme, 3, coverme.Options())
    joined = await at.join(opened.table, "Ada", token=opened.host_token)
    async with at.client(opened.table, joined.token, listener=receive) as client:
        await until(lambda: client.mirror.table.seats[0].present)
        wanted: list[asyncio.Task[int]] = []

        async def ask() -> None:
            wanted.append(asyncio.create_task(client.say("is anybody there?")))
            await until(lambda: len(refusals) >= MIN_REFUSALS)
            assert set(refusals) == {"try-again"}
            with pytest.raises(Refusal, match="try-again"):
                await at.open_table(coverme, 3, coverme.Options())
            assert not wanted[0].done()

        yield ask
        (said,) = wanted
        await said
        assert [message.text for message in client.mirror.chat] == ["is anybody there?"]


async def test_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files acts like a full disk."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with running(database) as server:
        async with asyncio.timeout(TIMEOUT_SECONDS), games_at(server, database), client_that_retries(server) as ask:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
            await ask()
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@pytest.mark.prove(sample=2, proof=10)
async def test_a_database_outage_of_some_seconds(postgres: Postgres, quantity: int) -> None:
    """PostgreSQL crashes and restarts."""
    database = postgres.empty_database()
    with running(database) as server:
        async with asyncio.timeout(TIMEOUT_SECONDS), games_at(server, database), client_that_retries(server) as ask:
            await asyncio.to_thread(postgres.stop)
            try:
                back = asyncio.get_running_loop().time() + quantity
                await ask()
                await asyncio.sleep(max(0, back - asyncio.get_running_loop().time()))
            finally:
                await asyncio.to_thread(postgres.start)


@asynccontextmanager
async def listening(nats: Nats, news: set[int]) -> AsyncIterator[None]:
    """Collect the sequence numbers of all news."""
    bus = NatsBus(nats.address)
    bus.subscribe(lambda _table, sequence: news.add(sequence))
    try:
        yield
    finally:
        await bus.close()


async def test_an_outage_of_the_bus(nats: Nats, tmp_path: Path) -> None:
    """Players at two servers play on without any refusal, and both servers use the bus again afterwards."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    news: set[int] = set()
    with (
        running(database, bus=nats.address, poll_seconds=0.1) as one,
        running(database, bus=nats.address, poll_seconds=0.1) as two,
    ):
        async with (
            asyncio.timeout(TIMEOUT_SECONDS),
            listening(nats, news),
            RacingClients(database, [one.url, two.url], each=1) as racing,
        ):
            await racing.decide(10)
            while racing.clients[0].mirror.sequence not in news:
                await asyncio.sleep(0.01)  # the bus delivers asynchronously
            nats.stop()
            try:
                await racing.decide(10)
            finally:
                nats.start()
            muted = False
            for host in [client for client in racing.clients if client.seat == 0]:
                own: set[int] = set()
                while own.isdisjoint(news):
                    muted = not muted
                    own.add(await host.order(Mute(host.new_id(), Seat(1), muted)))
            await racing.check()
