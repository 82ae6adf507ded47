"""Budgets of an address: tables, seats, changes, bytes, unreadable messages; and a club of thirty that notices none of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from covergames.server.configuration import Configuration
from covergames.server.limits import AddressBudgets, Limits
from covergames.server.security import host_name, own_hosts
from tests.server.kit import Guest, Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

BODY = {"arrangement": {"game": "cover-me", "players": 3}}


async def test_tables_and_seats_are_limited_by_address(tmp_path: Path) -> None:
    """The refusal says when to try again; another address is served, here through a proxy."""
    limits = Limits(tables=1, table_burst=2, joins=1, join_burst=1)
    async with serving(tmp_path, limits=limits, proxies=("127.0.0.1",)) as served:
        host = await served.open()
        await served.open()
        answer = await served.http.post("/api/tables", json=BODY)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
        assert "new tables" in answer.json()["reason"]
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        other = {"X-Forwarded-For": "192.0.2.7"}
        assert (await served.http.post("/api/tables", json=BODY, headers=other)).status_code == 201
        await host.sit("Ada")
        answer = await served.http.post(f"/api/tables/{host.table}/seats", json={"name": "Bo"})
        assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")


async def test_changes_of_a_table_are_limited_by_address(tmp_path: Path) -> None:
    """The table is not changed, and the connection stays."""
    async with serving(tmp_path, limits=Limits(arrangements=1, arrangement_burst=3)) as served:
        host = await served.open()
        (ada,) = await host.seated("Ada")
        answers = [await ada.order("ready", ready=bool(number % 2), seen=1) for number in range(5)]
        assert [answer["type"] for answer in answers] == ["done"] * 3 + ["refused"] * 2
        assert answers[-1]["code"] == "too-fast"
        await ada.send(type="ping", n=1)
        assert (await ada.heard("pong"))["n"] == 1


async def test_unreadable_messages_and_requests_cost_more(tmp_path: Path) -> None:
    """Each counts as ten."""
    limits = Limits(frames=1, frame_burst=100, requests=1, request_burst=100, unreadable=10)
    async with serving(tmp_path, limits=limits) as served:
        host = await served.open()
        guest = await served.socket(host.table)
        await guest.heard("welcome")
        budget = served.server.application.budgets.of("127.0.0.1")
        before = budget.frames._tokens
        for _ in range(3):
            await guest.connection.send("nonsense")
            await guest.heard("refused")
        assert 30 < before - budget.frames._tokens < 36
        before = budget.requests._tokens
        for _ in range(3):
            assert (await served.http.post("/api/tables", json={"x": 1})).status_code == 400
        assert 30 < before - budget.requests._tokens < 36


async def test_an_address_that_makes_the_server_send_too_much_has_to_wait(tmp_path: Path) -> None:
    """Reading pauses until the debt is paid; a page that would have to wait too long is refused."""
    async with serving(tmp_path, limits=Limits(bytes_out=2000, bytes_out_burst=2000)) as served:
        assert (await served.http.get("/api/schema/openapi.json")).status_code == 200
        answer = await served.http.get("/api/health")
        assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
        assert int(answer.headers["retry-after"]) > 10


async def play_at(served: Served, names: Sequence[str]) -> int:
    """Open a table, sit down with others, change settings, chat, play; return how many messages were refused."""
    host = await served.open(players=len(names))
    guests = await host.seated(*names)
    arranged = 1
    for number in range(5):
        arrangement = {"game": "cover-me", "players": len(names), "options": {"years": 1 + number % 2}}
        arranged = (await guests[0].order("arrange", arrangement=arrangement, settings={}))["sequence"]
    for guest in guests[1:]:
        assert (await guest.order("ready", ready=True, seen=arranged))["type"] == "done"
    started = await guests[0].order("start")
    assert started["type"] == "done", started

    async def chat(guest: Guest) -> None:
        for number in range(20):
            await guest.send(type="ping", n=number)
            await guest.heard("pong")

    await asyncio.gather(*(chat(guest) for guest in guests))
    return sum(
        message["type"] == "goodbye" or message.get("code") == "too-fast" for g in guests for message in g.heard_so_far
    )


@pytest.mark.parametrize("workers", [1, 4])
async def test_a_club_of_thirty_behind_one_address_notices_no_limit(workers: int, tmp_path: Path) -> None:
    """All arrive at the same moment: each loads a page with thirty files, six at a time, and ten tables begin at once.

    They notice none either if all of them happen to be with one of four workers, which has a fourth of the averages.
    """
    async with serving(tmp_path, workers=workers) as served:
        rate = served.server.application.budgets.of("127.0.0.1").requests._rate
        assert rate == pytest.approx(Limits().requests / workers, abs=1)

        async def load(_number: int) -> list[int]:
            paths = ["/api/tables", "/api/health", "/api/tables?game=cover-me"] * 10
            return [(await served.http.get(path)).status_code for path in paths]

        statuses = await asyncio.gather(*(load(number) for number in range(30)))
        assert {status for each in statuses for status in each} == {200}
        evenings = [play_at(served, [f"Ada {table}", f"Bo {table}", f"Cy {table}"]) for table in range(10)]
        assert await asyncio.gather(*evenings) == [0] * 10


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("own", 201),
        ("localhost:80", 201),
        ("games.localhost", 201),
        ("192.168.1.7:8765", 201),
        ("[::1]:8765", 201),
        ("friends.example", 201),
        ("FRIENDS.example.:443", 201),
        ("evil.example", 421),
        ("friends.example.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("[", 421),
    ],
)
async def test_a_name_that_somebody_points_at_the_server_is_refused(host: str, status: int, tmp_path: Path) -> None:
    """DNS rebinding: a page of evil.example sends the same name as origin and as host."""
    async with serving(tmp_path, origins=("https://friends.example",)) as served:
        name = served.url.removeprefix("http://") if host == "own" else host
        headers = {"Host": name, "Origin": f"http://{name}"}
        answer = await served.http.post("/api/tables", json=BODY, headers=headers)
        assert answer.status_code == status
        if status == 421:
            assert answer.json()["code"] == "host"
            assert "--origin" in answer.json()["reason"]


async def test_a_socket_for_another_host_is_refused(tmp_path: Path) -> None:
    """Before the handshake."""
    async with serving(tmp_path) as served:
        host = await served.open()
        port = int(served.url.rpartition(":")[2])
        there = replace(served, url=f"http://evil.example:{port}")
        with pytest.raises(InvalidStatus) as refused:
            await there.socket(host.table, host.token, host="127.0.0.1", port=port, origin=there.url)
        assert refused.value.response.status_code == 421


def test_the_hosts_of_a_server_are_its_own_and_those_of_its_sites() -> None:
    """Names are compared without port and final dot."""
    configuration = Configuration(database="", host="games.lan", origins=("https://club.example:8443",))
    assert {"localhost", "games.lan", "club.example"} <= own_hosts(configuration)
    assert "" not in own_hosts(configuration)
    assert host_name("Club.Example.:80") == "club.example"


def test_a_budget_that_was_not_used_is_full() -> None:
    """Only such budgets are forgotten first."""
    budget = AddressBudgets(Limits(), lambda: 0.0).of("192.0.2.1")
    assert budget.is_full
    assert budget.joins.take()
    assert not budget.is_full
