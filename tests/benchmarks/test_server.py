"""`benchmarks.server`, with few tables for a moment."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest

from benchmarks.load.clean import check_empty
from benchmarks.server import main
from covergames.server.store import Stage, StoredEntry, Summary, open_store

SHORT = ["--tables", "3", "--seconds", "0.5", "--think", "0.1"]


@pytest.mark.prove
@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_is_measured_beside_an_echo(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At both paces, with real processes, from any folder. Three tables are too few for a figure of their memory."""
    monkeypatch.chdir(tmp_path)
    assert main([*SHORT, "--database", "sqlite:///tables.sqlite3", "--workers", str(workers), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["workers"] == workers
    assert printed["goals"] == []  # no goal is about three tables
    echo, tables = printed["figures"]
    assert (echo["server"], tables["server"]) == ("bare echo", "sqlite")
    for measured in (echo, tables):
        assert measured["tables"] == 3
        assert measured["memory"] is None
        for pace in (measured["calm"], measured["fast"]):
            assert pace["actions"] > 0
            assert 0 < pace["median"] <= pace["longest"]
            assert pace["rate"] > 0
    assert tables["fast"]["server_cost"] > 0
    anyio.run(check_empty, "sqlite:///tables.sqlite3")  # raises if tables are left


def test_a_database_with_tables_is_left_unchanged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Measuring removes all tables, so there must be none before."""
    address = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    summary = Summary(game="cover-me", title="", players=4, seats_taken=0, stage=Stage.OPEN, listed=True, due=None)

    async def fill() -> None:
        store = await open_store(address)
        await store.create("k7m2", StoredEntry(1, 1, b"{}"), summary)
        await store.close()

    async def left() -> list[StoredEntry]:
        store = await open_store(address)
        entries = await store.entries("k7m2")
        await store.close()
        return entries

    anyio.run(fill)
    assert main([*SHORT, "--database", address]) == 1
    assert "there are 1 tables in the database" in capsys.readouterr().err
    assert anyio.run(left) == [StoredEntry(1, 1, b"{}")]


def test_an_invalid_address_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the database."""
    assert main([*SHORT, "--database", "mysql://here"]) == 2
    assert "the database is mysql, not sqlite or postgresql" in capsys.readouterr().err
