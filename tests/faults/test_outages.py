"""What a server needs is gone for a while: it says so, loses nothing that it acknowledged, and games go on afterwards."""

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
from covergames.wire import Mute, Refused, Told
from tests.faults.mortal import BUSY, MortalServer
from tests.faults.rivals import Rivals
from tests.faults.witness import Witness, check_all
from tests.live.nats import Nats
from tests.live.postgres import Postgres

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TABLES: Final = 3
ENOUGH: Final = 3
"""How often somebody is refused before the trouble may end."""
TIMEOUT_SECONDS: Final = 180.0
"""Seconds after which something that should happen has not, on a busy machine."""


@contextmanager
def running(database: str, **changes: object) -> Iterator[MortalServer]:
    """A server process."""
    server = MortalServer(Configuration(database=database, limits=BUSY, lease_seconds=0.5, **changes))  # type: ignore[arg-type]
    server.start()
    try:
        yield server
    finally:
        server.close()


async def until(is_so: Callable[[], bool], *tasks: asyncio.Task[str]) -> None:
    """Until it is so; what fails meanwhile fails here."""
    while not is_so():
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.01)


@asynccontextmanager
async def games_at(server: MortalServer, database: str) -> AsyncIterator[None]:
    """Games that are well under way; afterwards they go on to their end, and everything is as it was promised."""
    witnesses = [Witness(Server(server.url), number) for number in range(TABLES)]
    games = [asyncio.create_task(witness.play()) for witness in witnesses]
    await until(lambda: all(witness.heard > 50 for witness in witnesses), *games)
    assert sum(witness.refused["try-again"] for witness in witnesses) == 0
    yield
    assert not any(game.done() for game in games)
    tables = await asyncio.gather(*games)
    await check_all(database, [(witness, [table]) for witness, table in zip(witnesses, tables, strict=True)])


@asynccontextmanager
async def told_to_try_again(server: MortalServer) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Somebody who wants something when the answer is called for, and gets it in the end, once; others get no table."""
    refusals: list[str] = []

    def hear(told: Told) -> None:
        if isinstance(told, Refused):
            refusals.append(told.code)

    at = Server(server.url)
    opened = await at.open_table(coverme, 3, coverme.Options())
    joined = await at.join(opened.table, "Ada", token=opened.host_token)
    async with at.client(opened.table, joined.token, listener=hear) as client:
        await until(lambda: client.mirror.table.seats[0].present)
        wanted: list[asyncio.Task[int]] = []

        async def ask() -> None:
            wanted.append(asyncio.create_task(client.say("is anybody there?")))
            await until(lambda: len(refusals) >= ENOUGH)
            assert set(refusals) == {"try-again"}
            with pytest.raises(Refusal, match="try-again"):
                await at.open_table(coverme, 3, coverme.Options())

        yield ask
        (said,) = wanted
        assert not said.done()
        await said
        assert [message.text for message in client.mirror.chat] == ["is anybody there?"]


async def test_a_full_disk(tmp_path: Path) -> None:
    """The server may not make any file longer, nor write over it: to it that is a disk without space."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with running(database) as server:
        async with asyncio.timeout(TIMEOUT_SECONDS), games_at(server, database), told_to_try_again(server) as ask:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
            await ask()
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@pytest.mark.prove(sample=2, proof=10)
async def test_a_database_that_is_gone_for_seconds(postgres: Postgres, quantity: int) -> None:
    """Crashed, and started again after so many seconds."""
    database = postgres.empty_database()
    with running(database) as server:
        async with asyncio.timeout(TIMEOUT_SECONDS), games_at(server, database), told_to_try_again(server) as ask:
            await asyncio.to_thread(postgres.stop)
            try:
                back = asyncio.get_running_loop().time() + quantity
                await ask()
                await asyncio.sleep(max(0, back - asyncio.get_running_loop().time()))
            finally:
                await asyncio.to_thread(postgres.start)


@asynccontextmanager
async def listening(nats: Nats, news: set[int]) -> AsyncIterator[None]:
    """Write down which entries there is news of."""
    bus = NatsBus(nats.address)
    bus.subscribe(lambda _table, sequence: news.add(sequence))
    try:
        yield
    finally:
        await bus.close()


async def test_a_bus_that_is_gone(nats: Nats, tmp_path: Path) -> None:
    """Players at two servers play on while it is, refused nothing, and both servers use it again when it is back."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    news: set[int] = set()
    with (
        running(database, bus=nats.address, poll_seconds=0.1) as one,
        running(database, bus=nats.address, poll_seconds=0.1) as two,
    ):
        async with (
            asyncio.timeout(TIMEOUT_SECONDS),
            listening(nats, news),
            Rivals(database, [one.url, two.url], each=1) as rivals,
        ):
            await rivals.decide(10)
            assert rivals.clients[0].mirror.sequence in news
            nats.stop()
            try:
                await rivals.decide(10)
            finally:
                nats.start()
            muted = False
            for host in [client for client in rivals.clients if client.seat == 0]:
                own: set[int] = set()
                while own.isdisjoint(news):
                    muted = not muted
                    own.add(await host.order(Mute(host.new_id(), Seat(1), muted)))
            await rivals.check()
