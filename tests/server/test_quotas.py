"""Quotas: what a table may store, how many tables an address may have open, and how often people may rearrange them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from covergames.server.configuration import Limits
from covergames.server.store.vault import SEAL_BYTES
from tests.server.kit import Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def opened(served: Served, **settings: Any) -> Any:
    """Ask for a table; return the answer."""
    arrangement = {"game": "cover-me", "players": 3, "options": {}}
    return await served.http.post("/api/tables", json={"arrangement": arrangement, "settings": settings})


async def test_a_table_stores_a_limited_number_of_entries(tmp_path: Path) -> None:
    """The refusal names the limit; people can still leave, and the host can close the table."""
    async with serving(tmp_path, limits=Limits(table_entries=8)) as served:
        host = await served.open()
        ada, bo = await host.seated("Ada", "Bo")
        for number in range(3):
            assert (await ada.order("say", text=f"{number}"))["type"] == "done"
        refused = await ada.order("say", text="one more")
        assert (refused["code"], refused["reason"]) == ("too-many", "this table is full: it may store 8 entries")
        assert (await bo.order("ready", ready=True, seen=1))["code"] == "too-many"
        assert (await ada.order("close"))["type"] == "done"


async def test_a_table_stores_a_limited_number_of_bytes(tmp_path: Path) -> None:
    """However large the entries are; a restarted server counts those from before."""
    limits = Limits(table_size=4096)
    async with serving(tmp_path, limits=limits) as served:
        host = await served.open()
        (ada,) = await host.seated("Ada")
        while (answer := await ada.order("ready", ready=ada.numbers % 2 == 0, seen=1))["type"] == "done":
            pass
        assert (answer["code"], answer["reason"]) == ("too-many", "this table is full: it may store 0.00390625 MiB")
    async with serving(tmp_path, limits=limits) as served:
        stored = await served.server.application.registry.store.load(host.table, version="")
        assert stored is not None
        assert 3900 < stored.size == sum(len(entry.data) + SEAL_BYTES for entry in stored.entries)
        bo = await served.http.post(f"/api/tables/{host.table}/seats", json={"name": "Bo", "nonce": "n" * 64})
        assert (bo.status_code, bo.json()["code"]) == (409, "too-many")


async def test_an_address_has_a_limited_number_of_open_tables(tmp_path: Path) -> None:
    """Also if it opens them at the same time; a closed table makes room for another."""
    async with serving(tmp_path, limits=Limits(open_tables=3)) as served:
        answers = await asyncio.gather(*[opened(served) for _ in range(6)])
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 3
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.json()["reason"] == "your address has 3 open tables, the most that it may have here"
        assert "retry-after" in refused.headers
        table = next(answer.json() for answer in answers if answer.status_code == 201)
        host = await served.socket(table["table"], table["host_token"])
        assert (await host.order("close"))["type"] == "done"
        assert (await opened(served)).status_code == 201


async def test_an_address_has_a_limited_number_of_listed_tables(tmp_path: Path) -> None:
    """Further ones can be opened unlisted."""
    async with serving(tmp_path, limits=Limits(listed_tables=1)) as served:
        assert (await opened(served, listed=True)).status_code == 201
        refused = await opened(served, listed=True)
        assert refused.status_code == 429
        assert "1 tables in the public list" in refused.json()["reason"]
        unlisted = await opened(served, listed=False)
        assert unlisted.status_code == 201
        host = await served.socket(unlisted.json()["table"], unlisted.json()["host_token"])
        welcome = await host.heard("welcome")
        settings = {**welcome["table"]["settings"], "listed": True}
        refused = await host.order("arrange", arrangement=welcome["arrangement"], settings=settings)
        assert refused["code"] == "too-many"


async def test_a_table_that_is_far_too_large_has_no_replay(tmp_path: Path) -> None:
    """Tables from before the limit may be that large; the refusal says how large it is."""
    async with serving(tmp_path, limits=Limits(table_size=100)) as served:
        host = await served.open()
        socket = await served.socket(host.table, host.token)
        assert (await socket.order("close"))["type"] == "done"
        for what in ("record", "replay"):
            refused = await served.http.get(f"/api/tables/{host.table}/{what}")
            assert (refused.status_code, refused.json()["code"]) == (400, "too-long")
            assert "0.0 MiB can be read" in refused.json()["reason"]
