"""Connections that are there and are not: silent, unread, late, too many at once, or in too much of a hurry."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from covergames import coverme, coverup
from covergames.coverup import Lay, Lift
from covergames.server.configuration import Limits
from covergames.table import Code, Refusal
from covergames.table.seats import REMEMBERED, Person
from covergames.table.validation import CONNECTIONS
from tests.faults.proxy import NARROW, Proxy, Way
from tests.faults.sitting import HEARTBEAT_SECONDS, RATE, TIMEOUT_SECONDS, Sitting
from tests.server.kit import serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

REFUSAL = Refusal(Code.STALE, "")
NO_HEARTBEAT_SECONDS = 1000.0
"""Seconds that no test lasts."""
ANY = 10**9
"""More than any test asks for."""
BUFFERS = 256 * 1024
"""More bytes than the kernel and the event loop keep for a connection with small buffers."""


def connections_of(sitting: Sitting, seat: int) -> tuple[str, ...]:
    """Those that the table believes to be open."""
    person = sitting.table.seats[seat]
    assert isinstance(person, Person)
    return person.connections


async def test_a_silent_connection_is_ended_at_both_ends(tmp_path: Path) -> None:
    """The player comes back on another one, and the table does not believe in the old one for ever."""
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=RATE, heartbeat_seconds=HEARTBEAT_SECONDS) as served,
        Proxy(served.url).passing() as proxy,
    ):
        sitting = await Sitting.at(served, coverme, 2, start=0)
        async with sitting.begun(proxy.url) as (ada, bo):
            (old,) = connections_of(sitting, 0)
            proxy.links[-1].hold(*Way)
            await sitting.decide(ada)
            while old in connections_of(sitting, 0):
                await bo.news()
            assert len(connections_of(sitting, 0)) == 1
            await sitting.until_told(ada)
            await sitting.until_told(bo)


async def test_silent_connections_do_not_keep_their_player_out(tmp_path: Path) -> None:
    """However many there are: whoever lost as many as a seat may have gets in as soon as the server has noticed."""
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=RATE, heartbeat_seconds=2.0) as served,
        Proxy(served.url).passing() as proxy,
    ):
        sitting = await Sitting.at(served, coverme, 2)
        elsewhere = replace(served, url=proxy.url)
        silent = [await elsewhere.socket(sitting.table.id, sitting.tokens[0]) for _ in range(CONNECTIONS)]
        while len(connections_of(sitting, 0)) < CONNECTIONS:
            await silent[-1].next()
        for link in proxy.links:
            link.hold(*Way)
        async with sitting.client(0) as ada:
            await ada.ready()
            await sitting.until_told(ada)
            assert len(connections_of(sitting, 0)) <= CONNECTIONS
        for guest in silent:
            await guest.cut()


@pytest.mark.parametrize(
    ("backlog", "heartbeat_seconds"),
    [
        pytest.param(256 * 1024, NO_HEARTBEAT_SECONDS, id="too much waits for it"),
        pytest.param(ANY, 1.0, id="it does not answer"),
    ],
)
async def test_who_stops_reading_is_dropped(tmp_path: Path, backlog: int, heartbeat_seconds: float) -> None:
    """What waits for them is bounded, nobody waits with it, and nothing is left of the connection."""
    limits = Limits(backlog=backlog, messages=ANY, burst=ANY)
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=RATE, heartbeat_seconds=heartbeat_seconds, limits=limits) as served,
        Proxy(served.url).passing() as proxy,
    ):
        sitting = await Sitting.at(served, coverme, 2, start=0)
        sockets = served.server.server_state.connections
        registry = served.server.application.registry.metrics._registry

        def refused() -> float:
            found = registry.get_sample_value("covergames_commands_total", {"kind": "Act", "outcome": "stale"})
            return found or 0

        async with sitting.begun(served.url, heartbeat=NO_HEARTBEAT_SECONDS) as (ada, bo):
            known, told = set(sockets), set(sitting.session.connections)
            guest = await replace(served, url=proxy.url).socket(sitting.table.id, sitting.tokens[0])
            await guest.heard("welcome")
            (unread,) = set(sitting.session.connections) - told
            connection = sitting.session.connections[unread]
            (proxied,) = set(sockets) - known
            proxied.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, NARROW)
            proxy.links[-1].hold(Way.DOWN)
            asked, waiting = 0, 0
            while unread in sitting.session.connections:
                take = {"event": "take", "from": "blonde"}
                await guest.send(type="act", id=f"{asked}", seen=0, action=take)  # stale: refused, with the whole game
                for _ in range(10):  # through the proxy, and back as far as it gets
                    await asyncio.sleep(0)
                asked += 1
                waiting = max(waiting, connection._size)
            size = len(sitting.session.refusal_message(connection, "1", REFUSAL))
            assert waiting <= backlog + size
            if heartbeat_seconds == NO_HEARTBEAT_SECONDS:
                assert refused() * size < backlog + BUFFERS
            while proxied in sockets:
                await asyncio.sleep(0.01)
            while unread in connections_of(sitting, 0):
                await bo.news()
            await sitting.decide(ada)
            await sitting.until_told(bo)
            await guest.cut()


async def test_bytes_that_arrive_after_those_of_the_next_connection(tmp_path: Path) -> None:
    """A lay that was held up somewhere and sent again meanwhile, and lifted since, is not laid again: however long ago."""
    limits = Limits(messages=ANY, burst=ANY)
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=RATE, heartbeat_seconds=NO_HEARTBEAT_SECONDS, limits=limits) as served,
        Proxy(served.url).passing() as proxy,
    ):
        sitting = await Sitting.at(served, coverup, 2, round_limit=3600)
        async with sitting.begun(proxy.url) as (ada, bo):
            lay = ada.view().legal[0]  # type: ignore[union-attr]
            assert isinstance(lay, Lay)
            await sitting.decide(bo)  # the round has begun
            late = proxy.links[-1]
            (old,) = connections_of(sitting, 0)
            late.hold(Way.UP)
            await ada.act(lay)
            for _ in range(REMEMBERED // 2):
                await ada.act(Lift(lay.placement.card, lay.t))
                await ada.act(lay)
            await ada.act(Lift(lay.placement.card, lay.t))
            late.release(Way.UP)
            while old in connections_of(sitting, 0):  # it has said everything
                await ada.news()
            await sitting.until_told(ada)
            await sitting.entries()


async def test_who_is_in_too_much_of_a_hurry_gets_every_answer(tmp_path: Path) -> None:
    """Messages that came at once after a pause are refused unread; they are sent again more slowly."""
    limits = Limits(messages=200, burst=10)
    async with asyncio.timeout(TIMEOUT_SECONDS), serving(tmp_path, clock_rate=RATE, limits=limits) as served:
        sitting = await Sitting.at(served, coverme, 2)
        async with sitting.client(0) as ada:
            answers = await asyncio.gather(*(ada.ready(ready=number % 2 == 0) for number in range(40)))
            assert len(answers) == 40
            await sitting.until_told(ada)
        await sitting.entries()
