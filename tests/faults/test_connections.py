"""Connections that are silent, unread, late, too many, or too fast."""

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
from covergames.table.seats import MAX_RECENT_COMMANDS, Person
from covergames.table.validation import MAX_CONNECTIONS_PER_SEAT
from tests.faults.live_table import CLOCK_RATE, HEARTBEAT_SECONDS, TIMEOUT_SECONDS, LiveTable
from tests.faults.proxy import BUFFER_BYTES, Direction, Proxy
from tests.server.kit import UNLIMITED, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

REFUSAL = Refusal(Code.STALE, "")
NO_HEARTBEAT_SECONDS = 1000.0
"""Longer than any test."""
MAX_BACKLOG_BYTES = 10**9
"""More than any test needs."""
ALL_BUFFERS_BYTES = 256 * 1024
"""More than the kernel and the event loop buffer for a connection with small buffers."""


def connections_of(live: LiveTable, seat: int) -> tuple[str, ...]:
    """The connections that the table counts as open."""
    person = live.table.seats[seat]
    assert isinstance(person, Person)
    return person.connections


async def test_a_silent_connection_is_closed_by_both_ends(tmp_path: Path) -> None:
    """The client reconnects, and the table removes the old connection."""
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=CLOCK_RATE, heartbeat_seconds=HEARTBEAT_SECONDS) as served,
        Proxy(served.url).running() as proxy,
    ):
        live = await LiveTable.opened(served, coverme, 2, start=0)
        async with live.begun(proxy.url) as (ada, bo):
            (old,) = connections_of(live, 0)
            proxy.links[-1].hold(*Direction)
            await live.decide(ada)
            while old in connections_of(live, 0):
                await bo.news()
            assert len(connections_of(live, 0)) == 1
            await live.until_synced(ada)
            await live.until_synced(bo)


async def test_silent_connections_do_not_lock_their_player_out(tmp_path: Path) -> None:
    """A player whose silent connections reach the limit gets in when the server has closed them."""
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=CLOCK_RATE, heartbeat_seconds=2.0) as served,
        Proxy(served.url).running() as proxy,
    ):
        live = await LiveTable.opened(served, coverme, 2)
        elsewhere = replace(served, url=proxy.url)
        silent = [await elsewhere.socket(live.table.id, live.tokens[0]) for _ in range(MAX_CONNECTIONS_PER_SEAT)]
        while len(connections_of(live, 0)) < MAX_CONNECTIONS_PER_SEAT:
            await silent[-1].next()
        for link in proxy.links:
            link.hold(*Direction)
        async with live.client(0) as ada:
            await ada.ready()
            await live.until_synced(ada)
            assert len(connections_of(live, 0)) <= MAX_CONNECTIONS_PER_SEAT
        for guest in silent:
            await guest.cut()


@pytest.mark.parametrize(
    ("backlog", "heartbeat_seconds"),
    [
        pytest.param(256 * 1024, NO_HEARTBEAT_SECONDS, id="its queue is full"),
        pytest.param(MAX_BACKLOG_BYTES, 1.0, id="it does not answer pings"),
    ],
)
async def test_a_client_that_stops_reading_is_disconnected(
    tmp_path: Path, backlog: int, heartbeat_seconds: float
) -> None:
    """Its queue is bounded, nobody waits for it, and nothing of the connection remains."""
    limits = replace(UNLIMITED, backlog=backlog)
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=CLOCK_RATE, heartbeat_seconds=heartbeat_seconds, limits=limits) as served,
        Proxy(served.url).running() as proxy,
    ):
        live = await LiveTable.opened(served, coverme, 2, start=0)
        sockets = served.server.server_state.connections
        registry = served.server.application.registry.metrics._registry

        def refused() -> float:
            found = registry.get_sample_value("covergames_commands_total", {"kind": "Act", "outcome": "stale"})
            return found or 0

        async with live.begun(served.url, heartbeat=NO_HEARTBEAT_SECONDS) as (ada, bo):
            known, connected = set(sockets), set(live.session.connections)
            guest = await replace(served, url=proxy.url).socket(live.table.id, live.tokens[0])
            await guest.heard("welcome")
            (unread,) = set(live.session.connections) - connected
            connection = live.session.connections[unread]
            (proxied,) = set(sockets) - known
            proxied.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
            proxy.links[-1].hold(Direction.DOWN)
            asked, waiting = 0, 0
            while unread in live.session.connections:
                take = {"event": "take", "from": "blonde"}
                await guest.send(
                    type="act", id=f"{asked}", seen=0, action=take
                )  # stale: the refusal contains the whole game
                for _ in range(10):  # pass the proxy in both directions
                    await asyncio.sleep(0)
                asked += 1
                waiting = max(waiting, connection._size)
            size = len(live.session.refusal_message(connection, "1", REFUSAL))
            assert waiting <= backlog + 2 * size  # a refusal may give a longer reason
            if heartbeat_seconds == NO_HEARTBEAT_SECONDS:
                assert refused() * size < backlog + ALL_BUFFERS_BYTES
            while proxied in sockets:
                await asyncio.sleep(0.01)
            while unread in connections_of(live, 0):
                await bo.news()
            await live.decide(ada)
            await live.until_synced(bo)
            await guest.cut()


async def test_commands_that_arrive_after_those_of_the_next_connection(tmp_path: Path) -> None:
    """A lay that was delayed, sent again and lifted since is not laid again, however late it arrives."""
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        serving(tmp_path, clock_rate=CLOCK_RATE, heartbeat_seconds=NO_HEARTBEAT_SECONDS, limits=UNLIMITED) as served,
        Proxy(served.url).running() as proxy,
    ):
        live = await LiveTable.opened(served, coverup, 2, round_limit=3600)
        async with live.begun(proxy.url) as (ada, bo):
            lay = ada.view().legal[0]  # type: ignore[union-attr]
            assert isinstance(lay, Lay)
            await live.decide(bo)  # the round has begun
            late = proxy.links[-1]
            (old,) = connections_of(live, 0)
            late.hold(Direction.UP)
            await ada.act(lay)
            for _ in range(MAX_RECENT_COMMANDS // 2):
                await ada.act(Lift(lay.placement.card, lay.t))
                await ada.act(lay)
            await ada.act(Lift(lay.placement.card, lay.t))
            late.release(Direction.UP)
            while old in connections_of(live, 0):  # all its commands have arrived
                await ada.news()
            await live.until_synced(ada)
            await live.entries()


async def test_a_client_that_sends_too_fast_gets_every_answer(tmp_path: Path) -> None:
    """Messages over the limit are refused unread; the client sends them again more slowly."""
    limits = Limits(messages=200, burst=10)
    async with asyncio.timeout(TIMEOUT_SECONDS), serving(tmp_path, clock_rate=CLOCK_RATE, limits=limits) as served:
        live = await LiveTable.opened(served, coverme, 2)
        async with live.client(0) as ada:
            answers = await asyncio.gather(*(ada.ready(ready=number % 2 == 0) for number in range(40)))
            assert len(answers) == 40
            await live.until_synced(ada)
        await live.entries()
