"""News of tables passes between workers, and nothing fails when the bus is unavailable."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import pytest
from nats.aio.client import Client

from covergames.server.bus import BadAddress, Bus, MemoryBus, NatsBus, open_bus
from covergames.server.bus.nats import SUBJECT
from tests.live.nats import Nats

pytestmark = pytest.mark.anyio

TIMEOUT_SECONDS = 60


class Heard:
    """A listener that stores the news, and can be waited for."""

    def __init__(self, bus: Bus) -> None:
        self.news: list[tuple[str, int]] = []
        self._more = asyncio.Event()
        self.leave = bus.subscribe(self._receive)

    def _receive(self, table: str, sequence: int) -> None:
        self.news.append((table, sequence))
        self._more.set()

    async def until(self, table: str, sequence: int) -> None:
        """Wait until this news has arrived."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while (table, sequence) not in self.news:
                self._more.clear()
                await self._more.wait()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


async def publish_until_received(bus: Bus, heard: Heard, table: str) -> None:
    """Publish until it is received: a bus that has just connected may not know all subscriptions yet."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (table, 1) not in heard.news:
            await bus.publish(table, 1)
            await asyncio.sleep(0.01)


@pytest.fixture(params=["memory", pytest.param("nats", marks=pytest.mark.slow)])
async def workers(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Bus, Bus]]:
    """The buses of two workers; in one process they share one."""
    if request.param == "memory":
        shared = await open_bus(None)
        yield shared, shared
        await shared.close()
        return
    address = request.getfixturevalue("nats").address
    one, two = await open_bus(address), await open_bus(address)
    await until(lambda: one.is_connected and two.is_connected)
    heard = Heard(two)
    await publish_until_received(one, heard, "are you there?")
    heard.leave()
    yield one, two
    await one.close()
    await two.close()


async def test_news_reach_every_listener_of_the_other_worker_in_order(workers: tuple[Bus, Bus]) -> None:
    """A table may have any name."""
    one, two = workers
    first, second = Heard(two), Heard(two)
    news = [("table", 7), ("table", 8), ("a table in Malmö", 1), ("table", 9)]
    for table, sequence in news:
        await one.publish(table, sequence)
    for heard in (first, second):
        await heard.until("table", 9)
        assert heard.news == news


async def test_an_unsubscribed_listener_receives_nothing_more(workers: tuple[Bus, Bus]) -> None:
    """The others do; unsubscribing twice is allowed."""
    one, two = workers
    leaving, staying = Heard(two), Heard(two)
    await one.publish("table", 1)
    await staying.until("table", 1)
    leaving.leave()
    leaving.leave()
    await one.publish("table", 2)
    await staying.until("table", 2)
    assert leaving.news == [("table", 1)]


async def test_a_listener_may_unsubscribe_while_it_is_called(workers: tuple[Bus, Bus]) -> None:
    """The others receive everything."""
    one, two = workers
    leave = two.subscribe(lambda *_: leave())
    staying = Heard(two)
    await one.publish("table", 1)
    await one.publish("table", 2)
    await staying.until("table", 2)
    assert staying.news == [("table", 1), ("table", 2)]


@pytest.mark.slow
async def test_an_outage_of_the_bus(nats: Nats, caplog: pytest.LogCaptureFixture) -> None:
    """During it, publishing does nothing; afterwards new news is delivered, lost news is not."""
    caplog.set_level(logging.INFO)
    one, two = (NatsBus(nats.address, reconnect_delay_seconds=0.05) for _ in range(2))
    heard = Heard(two)
    await until(lambda: one.is_connected and two.is_connected)
    await publish_until_received(one, heard, "before")
    nats.stop()
    try:
        await until(lambda: not one.is_connected and not two.is_connected)
        for sequence in range(1000):
            await one.publish("meanwhile", sequence)
    finally:
        nats.start()
    await until(lambda: one.is_connected and two.is_connected)
    await publish_until_received(one, heard, "after")
    assert {table for table, _ in heard.news} == {"before", "after"}
    assert "disconnected from the bus: news from other workers is delayed" in caplog.messages
    assert "reconnected to the bus" in caplog.messages
    await one.close()
    await two.close()


@pytest.mark.slow
async def test_a_worker_may_start_before_the_bus(nats: Nats) -> None:
    """It connects as soon as the bus is available."""
    nats.stop()
    try:
        early = NatsBus(nats.address, reconnect_delay_seconds=0.05)
        heard = Heard(early)
        await early.publish("table", 1)
        assert not early.is_connected
    finally:
        nats.start()
    await until(lambda: early.is_connected)
    other = NatsBus(nats.address)
    await until(lambda: other.is_connected)
    await publish_until_received(other, heard, "at last")
    await early.close()
    await other.close()


@pytest.mark.slow
async def test_a_bus_that_never_connected_can_be_closed(nats: Nats) -> None:
    """Closing does not wait."""
    nats.stop()
    try:
        never = NatsBus(nats.address)
        await asyncio.sleep(0)  # it starts to connect
        await never.close()
        assert not never.is_connected
        await never.publish("table", 1)
    finally:
        nats.start()


async def test_a_bus_can_be_closed_before_it_starts_to_connect() -> None:
    """A server opens and closes its bus once to check the address, before the event loop runs anything else."""
    bus = await open_bus("nats://127.0.0.1:4222")
    await bus.close()
    assert not bus.is_connected


@pytest.mark.slow
async def test_unreadable_news_is_ignored(nats: Nats, caplog: pytest.LogCaptureFixture) -> None:
    """The next news is delivered."""
    bus, other = NatsBus(nats.address), NatsBus(nats.address)
    heard = Heard(bus)
    await until(lambda: bus.is_connected and other.is_connected)
    stranger = Client()
    await stranger.connect(nats.address)
    for nonsense in (b"", b"table", b"x table", b"\xff\xfe 1", b"9" * 5000):
        await stranger.publish(SUBJECT, nonsense)
    await stranger.close()
    await publish_until_received(other, heard, "table")
    assert set(heard.news) == {("table", 1)}
    assert len({message for message in caplog.messages if message.startswith("unreadable news")}) == 5
    await bus.close()
    await other.close()


@pytest.mark.parametrize("address", ["redis://localhost", "nats:", "nats://localhost:port", "localhost:4222", ""])
async def test_other_addresses_are_refused(address: str) -> None:
    """The error shows an example of an address."""
    with pytest.raises(BadAddress, match="is not the URL of a NATS server: write nats://HOST:PORT"):
        await open_bus(address)


async def test_without_an_address_the_bus_is_in_this_process() -> None:
    """Nothing has to be set up."""
    assert isinstance(await open_bus(None), MemoryBus)
