"""A network that cuts, stalls and delays: clients end up with the right view every time, and games go on to their end."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from covergames import bots, coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.server.configuration import Limits
from covergames.wire import SeatBot
from tests.faults.proxy import Proxy
from tests.server.kit import Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PEOPLE = 3

Fault = Callable[[Proxy], Awaitable[None]]


async def cut(proxy: Proxy) -> None:
    """All connections at once."""
    proxy.cut()


async def stall(proxy: Proxy) -> None:
    """Nothing gets through for a moment, then everything; some connections do not survive it."""
    proxy.passes.clear()
    await asyncio.sleep(0.3)
    proxy.passes.set()


async def stall_and_cut(proxy: Proxy) -> None:
    """What was on its way is lost."""
    proxy.passes.clear()
    await asyncio.sleep(0.1)
    proxy.cut()
    proxy.passes.set()


async def delay(proxy: Proxy) -> None:
    """From now on everything is late, in small pieces."""
    proxy.delay = 0.005


def port_of(served: Served) -> int:
    return int(served.url.rpartition(":")[2])


@pytest.mark.parametrize("fault", [cut, stall, stall_and_cut, delay])
async def test_a_game_over_a_bad_network(tmp_path: Path, fault: Fault) -> None:
    """Three people at one table, all through the same bad line, over and over: all see the same end, and what the server sees."""
    lax = Limits(connections=10**6, requests=10**6, request_burst=10**6)
    async with serving(tmp_path, limits=lax) as served:
        direct, proxy = Server(served.url), Proxy(port_of(served))
        async with proxy.open() as url:
            through = Server(url)
            opened = await direct.open_table(coverme, PEOPLE, coverme.read_options({"length": "shorter"}, PEOPLE))
            tokens = [
                (await direct.join(opened.table, f"P{number}", token=None if number else opened.host_token)).token
                for number in range(PEOPLE)
            ]

            async def attend(number: int) -> tuple[object, object]:
                async with through.client(opened.table, tokens[number]) as client:
                    if number == 0:
                        while not all(place.ready for place in client.watching.table.seats[1:]):
                            await client.news()
                        await client.start()
                    result = await client.play(bots.named(coverme, "random")(random.Random(number)))
                    return result, client.view()

            evening = asyncio.gather(*(attend(number) for number in range(PEOPLE)))
            room = await served.server.application.hall.room(opened.table)
            for faults in range(1, 6):
                while room.table.sequence < 12 * faults and not evening.done():
                    await asyncio.sleep(0.01)
                await fault(proxy)
            seen = await evening
        results = {result for result, _ in seen}
        assert results == {room.table.game.result(room.table.state)}
        for number, (_, view) in enumerate(seen):
            assert view == room.table.game_view(Seat(number))
        if fault in (cut, stall_and_cut):
            assert proxy.cuts


async def test_commands_that_come_twice_or_in_another_order(tmp_path: Path) -> None:
    """Each is carried out once or refused; none has the effect of two."""
    async with serving(tmp_path) as served:
        host = await served.open(players=2, options={"start": 0})
        ada, bo = await host.seated("Ada", "Bo")
        orders: list[dict[str, Any]] = [
            {"type": "ready", "id": "a", "ready": True, "seen": 1},
            {"type": "say", "id": "b", "text": "hello"},
            {"type": "ready", "id": "c", "ready": False, "seen": 1},
        ]
        for order in random.Random(4).sample([*orders, *orders, *orders], 9):
            await bo.send(**order)
        answers = [await bo.heard("done", "refused") for _ in range(9)]
        for name in "abc":
            assert len({msgspec.json.encode(each) for each in answers if each["id"] == name}) == 1
        room = await served.server.application.hall.room(host.table)
        assert [message.text for message in room.table.chat] == ["hello"]
        assert (await ada.order("say", text="still there"))["type"] == "done"


async def never_reads(served: Served, table: str) -> socket.socket:
    """A socket that has said hello as a spectator, and of which nothing is read any more."""
    loop = asyncio.get_running_loop()
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)  # noqa: FBT003
    await loop.sock_connect(raw, ("127.0.0.1", port_of(served)))
    protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port_of(served)}/api/tables/{table}/socket"))
    protocol.send_request(protocol.connect())
    await loop.sock_sendall(raw, b"".join(protocol.data_to_send()))
    protocol.receive_data(await loop.sock_recv(raw, 4096))
    protocol.send_text(b'{"type": "hello", "token": null}')
    await loop.sock_sendall(raw, b"".join(protocol.data_to_send()))
    return raw


async def test_who_stops_reading_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    """What waits for them is bounded; the others hear everything as it happens."""
    limits = Limits(backlog=20_000, messages=10**6, burst=10**6)
    async with serving(tmp_path, limits=limits) as served:
        host = await served.open("cover-up", 3)
        ada, bo = await host.seated("Ada", "Bo")
        lazy = await never_reads(served, host.table)
        room = await served.server.application.hall.room(host.table)
        while len(room.connections) < 3:
            await asyncio.sleep(0.001)
        for number in range(2000):  # each is told with the whole deck, and fills the system's own buffers soon
            arrangement = {"game": "cover-up", "players": 3 + number % 2}
            assert (await ada.order("arrange", arrangement=arrangement, settings={}))["type"] == "done"
            if len(room.connections) == 2:
                break
        assert len(room.connections) == 2
        assert b'covergames_dropped_total{reason="slow"} 1.0' in served.server.application.hall.metrics.text()
        await bo.send(type="ping", n=5)
        assert (await bo.heard("pong"))["n"] == 5
        lazy.close()


async def test_a_bot_that_comes_through_a_bad_line(tmp_path: Path) -> None:
    """Whoever is cut off while bots of the server play on finds the table where it is, not where it was."""
    async with serving(tmp_path) as served:
        proxy = Proxy(port_of(served))
        async with proxy.open() as url:
            server = Server(url)
            opened = await server.open_table(coverme, 3, coverme.read_options({"length": "shorter"}, 3))
            joined = await server.join(opened.table, "Ada", token=opened.host_token)
            async with server.client(opened.table, joined.token) as client:
                for seat in (1, 2):
                    await client.order(SeatBot(client.new_id(), Seat(seat), "random", f"Bot {seat}"))
                await client.start()
                proxy.cut()
                result = await client.play(bots.named(coverme, "random")(random.Random(1)))
                room = await served.server.application.hall.room(opened.table)
                assert result == room.table.game.result(room.table.state)
                assert client.view() == room.table.game_view(Seat(0))
