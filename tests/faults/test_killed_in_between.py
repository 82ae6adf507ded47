"""A server that dies at the worst moments of a command: between check and keep, and between keep and tell."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from covergames import coverme
from covergames.client import Server
from covergames.server.configuration import Configuration
from covergames.server.store import open_store
from covergames.table import Entry, Table, decode
from covergames.wire import Act, Order, Say, Start
from tests.faults.mortal import BUSY, FATAL, Death, Moment, MortalServer

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture(params=list(Moment), ids=lambda moment: str(moment.value))
def moment(request: pytest.FixtureRequest) -> Moment:
    """When it dies."""
    found = request.param
    assert isinstance(found, Moment)
    return found


@pytest.fixture
def server(database: str, moment: Moment, tmp_path: Path) -> Iterator[MortalServer]:
    """Running, and dies of every fatal command at that moment."""
    mortal = MortalServer(Configuration(database=database, limits=BUSY), death=Death(moment, tmp_path))
    mortal.start()
    yield mortal
    mortal.close()


async def kept(database: str, table: str) -> list[Entry]:
    """What is in the database, whoever serves it or not."""
    store = await open_store(database)
    try:
        return [decode(stored.data) for stored in await store.entries(table)]
    finally:
        await store.close()


async def test_a_command_that_its_server_does_not_survive(server: MortalServer, database: str, moment: Moment) -> None:
    """What was kept is there and what was not is not; sent again under the same id, it has happened once."""
    at = Server(server.url)
    opened = await at.open_table(coverme, 2, coverme.read_options({"start": 0}, 2))
    tokens = [
        (await at.join(opened.table, name, token=token)).token
        for name, token in (("Ada", opened.host_token), ("Bo", None))
    ]
    async with at.client(opened.table, tokens[0]) as ada, at.client(opened.table, tokens[1]) as bo:
        await bo.ready()

        async def survive(order: Order) -> None:
            answer = asyncio.create_task(ada.order(order))
            await asyncio.to_thread(server.wait)
            before = await kept(database, opened.table)
            assert (order.id in [entry.command for entry in before]) == (moment is Moment.UNTOLD)
            assert not answer.done()
            server.start()
            sequence = await answer
            after = await kept(database, opened.table)
            assert after[: len(before)] == before
            assert [entry.sequence for entry in after if entry.command == order.id] == [sequence]
            while bo.mirror.sequence < ada.mirror.sequence:
                await bo.news()

        await survive(Start(f"{FATAL}-start"))
        view = ada.view()
        assert view is not None
        action = ada.mirror.codec.write_action(view.legal[0])
        await survive(Act(f"{FATAL}-act", ada.mirror.sequence, action))
        await survive(Say(f"{FATAL}-say", "still here?"))
        table = Table.fold(opened.table, await kept(database, opened.table))
        for client in (ada, bo):
            assert client.view() == table.game_view(client.seat)
            assert [message.text for message in client.mirror.chat] == ["still here?"]
