"""A damaged page of the database, or a damaged table, harms nobody else; what cannot be served says so in words."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest

from covergames.server.store import StoreDamaged
from covergames.table.entries import FORMAT
from tests.server.kit import serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PAGE_BYTES = 4096
LEAF_OF_AN_INDEX = 10
"""The first byte of a page that SQLite uses for rows in the order of their primary key, and for no references to other pages."""
ENTRIES = 150
"""Enough entries for pages that contain neither the first nor the last ones of a table."""


async def test_a_damaged_page_harms_only_its_table(tmp_path: Path) -> None:
    """The server starts, says what is wrong with that table, and serves all others, old and new."""
    async with serving(tmp_path) as served:
        broken, *others = [await served.open() for _ in range(3)]
        (ada,) = await broken.seated("Ada")
        for number in range(ENTRIES):
            assert (await ada.order("ready", ready=bool(number % 2), seen=1))["type"] == "done"
    destroy_a_page_of(broken.table, tmp_path / "tables.sqlite3")
    async with serving(tmp_path) as served:
        answer = await served.http.get(f"/api/tables/{broken.table}")
        assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
        assert broken.table in answer.json()["reason"]
        (goodbye,) = await (await served.socket(broken.table)).end()
        assert (goodbye["type"], goodbye["code"], goodbye["again_after"]) == ("goodbye", "damaged", None)
        for other in others:
            assert (await served.http.get(f"/api/tables/{other.table}")).status_code == 200
        (bo,) = await (await served.open()).seated("Bo")
        assert (await bo.order("ready", ready=True, seen=1))["type"] == "done"
        assert (await served.http.get("/api/ready")).status_code == 200


async def test_a_table_of_a_newer_version_says_that_the_server_is_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Over HTTP and on the socket, each time, with what to do; it is not called damaged."""
    async with serving(tmp_path) as served:
        with monkeypatch.context() as newer:
            newer.setattr(import_module("covergames.table.opening"), "PLAIN_FORMAT", FORMAT + 1)
            host = await served.open()
    async with serving(tmp_path) as served:
        for _ in range(2):
            answer = await served.http.get(f"/api/tables/{host.table}")
            assert (answer.status_code, answer.json()["code"]) == (500, "newer-table")
            assert f"the server is older than table '{host.table}'" in answer.json()["reason"]
            (goodbye,) = await (await served.socket(host.table)).end()
            assert (goodbye["code"], goodbye["again_after"]) == ("newer-table", None)
            assert f"format {FORMAT + 1}" in goodbye["reason"]
    assert "Traceback" not in caplog.text


def destroy_a_page_of(table: str, path: Path) -> None:
    """Overwrite a page that contains only entries from the middle of this table: no search for another table reads it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        rows = connection.execute("SELECT data FROM entries WHERE table_id = ? ORDER BY sequence", [table])
        kept = [data for (data,) in rows]
    middle = kept[ENTRIES // 2 : ENTRIES // 2 + 5]
    data = bytearray(path.read_bytes())
    for start in range(PAGE_BYTES, len(data), PAGE_BYTES):
        page = data[start : start + PAGE_BYTES]
        if page[0] == LEAF_OF_AN_INDEX and any(entry in page for entry in middle):
            assert kept[0] not in page
            assert kept[-1] not in page
            data[start : start + PAGE_BYTES] = b"\xff" * PAGE_BYTES
            path.write_bytes(data)
            return
    raise AssertionError("no leaf contains entries from the middle of that table")


async def test_public_tables_that_cannot_be_read_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The home page still opens, the log says what is wrong, and a table can be opened."""
    async with serving(tmp_path) as served:

        async def damaged(*_: object, **__: object) -> None:
            raise StoreDamaged("the database is damaged: a page of an index")

        monkeypatch.setattr(served.server.application.registry.store, "open_tables", damaged)
        answer = await served.http.get("/api/tables")
        assert (answer.status_code, answer.json()) == (200, [])
        await served.open()
    assert "a page of an index" in caplog.text


async def test_health_is_about_life_and_readiness_about_writing(tmp_path: Path) -> None:
    """While nothing can be written, the server is alive and not ready."""
    async with serving(tmp_path) as served:
        assert (await served.http.get("/api/ready")).status_code == 200
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
            connection.execute(
                "CREATE TRIGGER full BEFORE INSERT ON workers BEGIN SELECT RAISE(FAIL, 'disk full'); END"
            )
            connection.commit()
            assert (await served.http.get("/api/health")).status_code == 200
            answer = await served.http.get("/api/ready")
            assert answer.status_code in (500, 503)
            connection.execute("DROP TRIGGER full")
            connection.commit()
        assert (await served.http.get("/api/ready")).status_code == 200


async def test_two_identical_requests_for_a_seat_both_succeed(tmp_path: Path) -> None:
    """A client that repeats a request, because the answer was late, gets the same seat."""
    async with serving(tmp_path) as served:
        host = await served.open(players=2)
        body = {"name": "Ada", "token": "a" * 43}
        path = f"/api/tables/{host.table}/seats"
        answers = await asyncio.gather(*(served.http.post(path, json=body) for _ in range(5)))
        assert [answer.status_code for answer in answers] == [201] * 5
        assert len({answer.text for answer in answers}) == 1


@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b'{"a":' * 40_000, b'{"arrangement":' + b"[" * 50_000],
    ids=["lists", "objects", "lists in a field"],
)
async def test_deep_json_is_refused(body: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is the fault of the client, not of the server."""
    async with serving(tmp_path) as served:
        for path in ("/api/tables", "/api/replay"):
            answer = await served.http.post(path, content=body, headers={"Content-Type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert "Traceback" not in caplog.text


async def test_a_path_cannot_forge_a_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line feed in it is escaped."""
    async with serving(tmp_path) as served:

        async def fail(*_: object, **__: object) -> None:
            raise RuntimeError("broken")

        monkeypatch.setattr(served.server.application.registry.store, "open_tables", fail)
        monkeypatch.setattr(served.server.application.registry, "session", fail)
        await served.http.get("/api/tables")
        await served.http.get("/api/tables/x%0aforged/record")
        guest = await served.socket("x")
        (goodbye,) = await guest.end()
        assert goodbye["code"] == "failed"
    assert not [record for record in caplog.records if "\n" in record.getMessage()]
