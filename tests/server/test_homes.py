"""The home of a table: two servers with one database, as two workers of one machine, in the test's process."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from covergames.server.homes import MAX_PASSED_BYTES, Homes
from covergames.server.limits import Limits
from tests.server.kit import TIMEOUT_SECONDS, UNLIMITED, Host, Served, serving
from tests.server.test_http_protocol import connected, request

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@asynccontextmanager
async def two_workers(folder: Path, *, limits: Limits = UNLIMITED) -> AsyncIterator[tuple[Served, Served]]:
    """Run two servers that pass connections to each other."""
    paths = tuple(str(folder / f"{number}.socket") for number in range(2))
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(serving(folder, homes=Homes(number, paths), limits=limits))
            for number in range(2)
        ]
        yield first, second


def connections(served: Served, table: str) -> int:
    """Return how many sockets of the table the server has."""
    return sum(len(each.connections) for each in served.server.application.registry.sessions if each.table.id == table)


def tables(served: Served) -> set[str]:
    """Return the tables that the server has in memory."""
    return {session.table.id for session in served.server.application.registry.sessions}


def metrics(served: Served) -> str:
    """Return what the server shows Prometheus."""
    return served.server.application.registry.metrics.render().decode()


async def open_at(home: Served) -> Host:
    """Open a table there; over a new connection, because one that was passed on would open it at another home."""
    async with httpx.AsyncClient(base_url=home.url) as http:
        host = await replace(home, http=http).open(players=2)
    return Host(home, host.table, host.token)


def joining(host: Host, *, body: bytes = b'{"name":"Ada"}') -> bytes:
    """Return a request that takes a seat at the table."""
    head = f"POST /api/tables/{host.table}/seats HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    return head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body


def test_all_workers_agree_on_the_home_of_a_table() -> None:
    """Every table has one home, and each of three workers is the home of about a third of them."""
    workers = [Homes(number, ("a", "b", "c")) for number in range(3)]
    names = [f"table-{number}".encode() for number in range(300)]
    homes = [[worker.own for worker in workers if worker.is_own(name)] for name in names]
    assert all(len(found) == 1 for found in homes)
    assert all(70 < homes.count([number]) < 130 for number in range(3))


async def test_whichever_worker_is_asked_the_home_serves_the_table(tmp_path: Path) -> None:
    """Sockets and requests arrive there with their bytes; the other worker does not even load the table."""
    async with two_workers(tmp_path) as (first, second):
        for home, other in ((first, second), (second, first)):
            host = await open_at(home)
            _, ada = await replace(host, served=other).sit("Ada", token=host.token)
            _, ben = await host.sit("Ben")
            guests = [await served.socket(host.table, token) for served in (home, other) for token in (ada, ben)]
            for guest in guests:
                await guest.heard("welcome")
            assert (await guests[3].order("say", text="hello"))["type"] == "done"
            for guest in guests[:3]:
                while "said" not in (update := await guest.heard("update")):
                    pass
                assert update["said"][0]["text"] == "hello"
            assert (connections(home, host.table), connections(other, host.table)) == (4, 0)
            assert host.table not in tables(other)
        assert "covergames_adopted_connections_total 3.0" in metrics(first)


async def test_an_adopted_socket_gets_a_goodbye(tmp_path: Path) -> None:
    """When its home closes, the client reconnects, as after every goodbye; then the other worker serves the table."""
    async with two_workers(tmp_path) as (first, second):
        host = await open_at(first)
        guest = await second.socket(host.table, host.token)
        await guest.heard("welcome")
        await first.stop()
        assert [message["code"] for message in await guest.end() if message["type"] == "goodbye"] == ["closing"]
        guest = await second.socket(host.table, host.token)
        await guest.heard("welcome")
        assert connections(second, host.table) == 1


async def test_a_worker_serves_the_tables_of_a_home_that_is_gone(tmp_path: Path) -> None:
    """A worker that has stopped leaves no socket; one that was killed leaves one without a listener."""
    async with two_workers(tmp_path) as (first, second):
        listener = first.server._home
        assert listener is not None
        listener.close()
        host = await open_at(first)
        _, token = await replace(host, served=second).sit("Ada", token=host.token)
        await (await second.socket(host.table, token)).heard("welcome")
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(listener.path)
        await (await second.socket(host.table, token)).heard("welcome")
        assert connections(second, host.table) == 2
        listener.open()
        await (await second.socket(host.table, token)).heard("welcome")
        assert connections(first, host.table) == 1


async def test_a_worker_serves_the_tables_of_a_home_that_hangs(tmp_path: Path) -> None:
    """Its socket takes connections, but its event loop has not run for a while."""
    async with two_workers(tmp_path) as (first, second):
        host = await open_at(first)
        listener = first.server._home
        assert listener is not None
        assert listener._heart is not None
        listener._heart.cancel()
        os.utime(listener.path, (0, 0))
        await (await second.socket(host.table, host.token)).heard("welcome")
        assert connections(second, host.table) == 1


async def test_a_connection_goes_from_home_to_home(tmp_path: Path) -> None:
    """One client asks both homes in turn, and for what has no home, over a connection that stays open."""
    async with two_workers(tmp_path) as (first, second):
        hosts = [await open_at(first), await open_at(second)]
        async with connected(first) as raw:
            for _ in range(3):
                for host in hosts:
                    await raw.send(request(f"/api/tables/{host.table}"))
                    assert (await raw.response())[0] == 200
                await raw.send(request())
                assert (await raw.response())[0] == 200
        assert tables(first) == {hosts[0].table}
        assert tables(second) == {hosts[1].table}


async def test_a_request_that_arrives_in_pieces_goes_to_its_home(tmp_path: Path) -> None:
    """Each byte of the head comes alone, and the body after it."""
    async with two_workers(tmp_path) as (first, second):
        host = await open_at(second)
        async with connected(first) as raw:
            await raw.send(b"\r\n")
            for byte in joining(host):
                await raw.send(bytes([byte]))
                await asyncio.sleep(0)
            assert (await raw.response())[0] == 201
        assert host.table not in tables(first)


async def test_pipelined_requests_are_answered_in_order(tmp_path: Path) -> None:
    """Requests before and after one for a table of another home, all in one piece."""
    async with two_workers(tmp_path) as (first, second):
        host = await open_at(second)
        about, missing = request(f"/api/tables/{host.table}"), request("/api/nowhere")
        for before in range(3):
            for after in range(3):
                async with connected(first) as raw:
                    await raw.send(missing * before + about + missing * after)
                    found = [(await raw.response())[0] for _ in range(before + 1 + after)]
                    assert found == [404] * before + [200] + [404] * after


async def test_a_request_with_more_bytes_than_can_be_passed_is_served_where_it_is(tmp_path: Path) -> None:
    """The head comes in one piece with a large body: almost too large, and too large."""
    async with two_workers(tmp_path) as (first, second):
        host = await open_at(second)
        for spaces, is_passed in ((MAX_PASSED_BYTES - 500, True), (MAX_PASSED_BYTES, False)):
            async with connected(first) as raw:
                await raw.send(joining(host, body=b'{"name":"Ada %d"' % spaces + b" " * spaces + b"}"))
                assert (await raw.response())[0] == 201
            assert (host.table not in tables(first)) is is_passed


async def test_requests_that_are_passed_on_count_where_they_arrive(tmp_path: Path) -> None:
    """An address that asks for tables of another home cannot keep both workers busy: it is refused where it arrives."""
    async with two_workers(tmp_path, limits=Limits(requests=1, request_burst=1000)) as (first, second):
        host = await open_at(second)
        first.server.application.budgets.of("127.0.0.1").requests.charge(1400)
        async with connected(first) as raw:
            await raw.send(request(f"/api/tables/{host.table}"))
            assert (await raw.response())[0] == 429
        assert "covergames_adopted_connections_total 0.0" in metrics(second)


async def test_the_head_of_a_socket_is_answered_alike_at_home_and_elsewhere(tmp_path: Path) -> None:
    """Good and hostile ones; bytes that follow a head too early change nothing."""
    async with two_workers(tmp_path) as (first, second):
        host = await open_at(second)
        for headers, status in (
            (UPGRADE, 101),
            (UPGRADE.replace(b"13", b"12"), 400),
            (UPGRADE.replace(b"websocket", b"h2c"), 405),
            (UPGRADE + b"Origin: https://elsewhere.example\r\n", 403),
            (UPGRADE + b"X-Long: " + b"x" * 20_000 + b"\r\n", 431),
        ):
            for early in (b"", request(), b"\x81\x80abcd"):
                for served in (first, second):
                    async with connected(served) as raw:
                        await raw.send(request(f"/api/tables/{host.table}/socket", headers=headers) + early)
                        assert int((await raw.head()).split()[1]) == status, (headers, early)


async def test_the_home_keeps_its_own_limits(tmp_path: Path) -> None:
    """An address that is deep in debt there is disconnected, though the worker that it reached has no complaint."""
    async with two_workers(tmp_path, limits=Limits()) as (first, second):
        host = await open_at(second)
        second.server.application.budgets.of("127.0.0.1").requests.penalise(1_000_000)
        async with connected(first) as raw:
            await raw.send(request(f"/api/tables/{host.table}"))
            assert await raw.is_closed()
        async with connected(first, local_address="127.0.0.2") as raw:
            await raw.send(request(f"/api/tables/{host.table}"))
            assert (await raw.response())[0] == 200


async def test_connections_are_counted_where_they_are(tmp_path: Path) -> None:
    """A passed connection counts at its home, and no more at the worker that accepted it."""
    async with two_workers(tmp_path, limits=Limits(http_connections=2)) as (first, second):
        host = await open_at(second)
        async with AsyncExitStack() as stack:
            for status in (200, 200, 429):
                raw = await stack.enter_async_context(connected(first))
                await raw.send(request(f"/api/tables/{host.table}"))
                assert (await raw.response())[0] == status
            assert not first.server.server_state.connections
            for _ in range(2):
                raw = await stack.enter_async_context(connected(first))
                await raw.send(request())
                assert (await raw.response())[0] == 200


async def test_passing_connections_leaves_no_file_descriptor_open(tmp_path: Path) -> None:
    """Neither for those that are served, nor for clients that hang up in between."""

    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    async def pass_some(host: Host, served: Served) -> None:
        for number in range(20):
            async with connected(served) as raw:
                await raw.send(request(f"/api/tables/{host.table}"))
                if number % 2:
                    assert (await raw.response())[0] == 200

    async with two_workers(tmp_path) as (first, second):
        host = await open_at(second)
        await pass_some(host, first)
        before = descriptors()
        await pass_some(host, first)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while descriptors() > before:
                await asyncio.sleep(0.01)
