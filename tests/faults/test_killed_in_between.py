"""A server that is killed during a command: before the commit, and between the commit and the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from covergames import coverme
from covergames.client import Server
from covergames.schema import read_options
from covergames.server.configuration import Configuration
from covergames.server.store import open_store
from covergames.table import Entry, Table, decode
from covergames.wire import Act, Order, Say, Start
from tests.faults.crashing_server import CRASH_PREFIX, CrashingServer, CrashPlan, CrashPoint
from tests.server.kit import UNLIMITED

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture(params=list(CrashPoint), ids=lambda crash_point: str(crash_point.value))
def crash_point(request: pytest.FixtureRequest) -> CrashPoint:
    """When the server is killed."""
    found = request.param
    assert isinstance(found, CrashPoint)
    return found


@pytest.fixture
def server(database: str, crash_point: CrashPoint, tmp_path: Path) -> Iterator[CrashingServer]:
    """A running server that every command with the prefix kills at that point."""
    crashing = CrashingServer(
        Configuration(database=database, limits=UNLIMITED), crash_plan=CrashPlan(crash_point, tmp_path)
    )
    crashing.start()
    yield crashing
    crashing.close()


async def stored_entries(database: str, table: str) -> list[Entry]:
    """All entries of the table in the database."""
    store = await open_store(database)
    try:
        return [decode(stored.data) for stored in await store.entries(table)]
    finally:
        await store.close()


async def test_a_command_that_crashes_its_server_is_executed_once(
    server: CrashingServer, database: str, crash_point: CrashPoint
) -> None:
    """Before the commit nothing is stored, after it everything; the client sends it again with the same id."""
    at = Server(server.url)
    opened = await at.open_table(coverme, 2, read_options(coverme, {"start": 0}, 2))
    tokens = [
        (await at.join(opened.table, name, token=token)).token
        for name, token in (("Ada", opened.host_token), ("Bo", None))
    ]
    async with at.client(opened.table, tokens[0]) as ada, at.client(opened.table, tokens[1]) as bo:
        await bo.ready()

        async def check_survives(order: Order) -> None:
            answer = asyncio.create_task(ada.order(order))
            await asyncio.to_thread(server.wait)
            before = await stored_entries(database, opened.table)
            assert (order.id in [entry.command for entry in before]) == (crash_point is CrashPoint.BEFORE_ANSWER)
            assert not answer.done()
            server.start()
            sequence = await answer
            after = await stored_entries(database, opened.table)
            assert after[: len(before)] == before
            assert [entry.sequence for entry in after if entry.command == order.id] == [sequence]
            while bo.mirror.sequence < ada.mirror.sequence:
                await bo.news()

        await check_survives(Start(f"{CRASH_PREFIX}-start"))
        view = ada.view()
        assert view is not None
        action = ada.mirror.codec.action.encode(view.legal[0])
        await check_survives(Act(f"{CRASH_PREFIX}-act", ada.mirror.sequence, action))
        await check_survives(Say(f"{CRASH_PREFIX}-say", "still here?"))
        table = Table.fold(opened.table, await stored_entries(database, opened.table))
        for client in (ada, bo):
            assert client.view() == table.game_view(client.seat)
            assert [message.text for message in client.mirror.chat] == ["still here?"]
