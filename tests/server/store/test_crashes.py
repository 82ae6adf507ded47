"""Acknowledged appends survive any crash; others are stored as a whole or not at all."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.util import await_only

from covergames.server.store import Store, StoreUnavailable, open_store
from covergames.server.store.ledger import Ledger
from covergames.server.store.migrate import migrate
from covergames.server.store.postgresql import Postgresql
from covergames.server.store.sqlite import Sqlite
from covergames.server.store.vault import Vault
from tests.live.postgres import Postgres
from tests.server.store.entries import SUMMARY, entry, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ROOT = Path(__file__).parents[3]


@contextmanager
def appender(address: str, name: str, manner: str, number: int) -> Iterator[subprocess.Popen[str]]:
    """The process, killed after the test."""
    command = [sys.executable, "-m", "tests.server.store.appender", address, name, manner, str(number)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


async def test_a_killed_process_loses_no_acknowledged_entry(address: str) -> None:
    """Killed again and again while it writes to twenty tables; pairs of entries stay together."""
    rounds = 3
    said: set[tuple[str, int, str]] = set()
    for number in range(rounds):
        with appender(address, f"round{number}", "steadily", 20) as process:
            assert process.stdout is not None
            rows = [process.stdout.readline() for _ in range(150 + 50 * number)]
            process.kill()
            rows += process.stdout.readlines()
        for line in rows:
            table, sequence, data = line.split()
            said.add((table, int(sequence), data))
    store = await open_store(address)
    tables = [f"round{number}-{table}" for number in range(rounds) for table in range(20)]
    kept: set[tuple[str, int, str]] = set()
    for table in tables:
        entries = await store.entries(table)
        assert [written.sequence for written in entries] == list(range(1, len(entries) + 1))
        assert len(entries) % 2 == 1 or not entries, f"{table} has half a pair"
        assert (await store.heads([table])).get(table, 0) == len(entries)
        kept |= {(table, written.sequence, written.data.decode()) for written in entries}
    assert len(said) >= 600
    assert said <= kept
    await store.close()


async def test_of_two_racing_processes_one_wins_each_number(address: str) -> None:
    """Hundreds of entries of one table, each wanted eight times, four times by each process."""
    last = 300
    store = await open_store(address)
    await table_of(store, "race")
    with appender(address, "anna", "racing", last) as anna, appender(address, "bert", "racing", last) as bert:
        for process in (anna, bert):
            assert process.stdout is not None
            assert process.stdout.readline().startswith("ready")
        for process in (anna, bert):
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        # Read from both at the same time: a process stops when its pipe is full.
        outputs = await asyncio.gather(*(asyncio.to_thread(process.communicate) for process in (anna, bert)))
    won: dict[int, str] = {}
    lost: Counter[str] = Counter()
    for output, _ in outputs:
        for line in output.splitlines():
            table, sequence, name = line.split()
            if table == "lost":
                lost[name] += 1
            else:
                assert int(sequence) not in won, f"{won[int(sequence)]} and {name} have both won {sequence}"
                won[int(sequence)] = name
    kept = {written.sequence: written.data.decode() for written in await store.entries("race", after=1)}
    assert kept == won
    assert sorted(kept) == list(range(2, last + 1))
    assert {name.partition("-")[0] for name in won.values()} == {"anna", "bert"}
    assert sum(lost.values()) > 3 * last
    await store.close()


async def appended(store: Store, table: str, acknowledged: list[int], enough: asyncio.Event) -> None:
    """Append until the store is unavailable."""
    assert await store.create(table, entry(1), SUMMARY)
    while True:
        sequence = len(acknowledged) + 2
        assert await store.append(table, [entry(sequence)], SUMMARY)
        acknowledged.append(sequence)
        if sequence > 20:
            enough.set()


async def test_a_database_outage(postgres: Postgres) -> None:
    """Pending writes fail; acknowledged entries are there after the outage, and the store continues."""
    store = await open_store(postgres.empty_database())
    acknowledged: list[list[int]] = [[] for _ in range(10)]
    enough = asyncio.Event()
    busy = [asyncio.create_task(appended(store, f"table {n}", done, enough)) for n, done in enumerate(acknowledged)]
    try:
        await enough.wait()
        await asyncio.to_thread(postgres.stop)
        outcomes = await asyncio.gather(*busy, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 10
        with pytest.raises(StoreUnavailable):
            await store.append("table 0", [entry(10_000)], SUMMARY)
        with pytest.raises(StoreUnavailable):
            await store.entries("table 0")
        with pytest.raises(StoreUnavailable):
            await open_store(f"postgresql://postgres@/tables?host={postgres.folder}")
    finally:
        await asyncio.to_thread(postgres.start)
    for number, done in enumerate(acknowledged):
        entries = await store.entries(f"table {number}")
        # Only the append that was under way may be stored without an acknowledgement; nothing may be missing.
        assert len(entries) - 1 in (len(done), len(done) + 1)
        assert await store.append(f"table {number}", [entry(len(entries) + 1)], SUMMARY)
    await store.close()


async def test_a_file_locked_by_another_process(tmp_path: Path) -> None:
    """A write fails after the timeout, and succeeds when the lock is released."""
    impatient = Sqlite(tmp_path / "tables.sqlite3", timeout_seconds=0.1)
    await impatient.prepare(migrate)
    store = Store(impatient, Vault(bytes(32)))
    await table_of(store, "table")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="database is locked"):
            await store.append("table", [entry(2)], SUMMARY)
        assert await store.heads(["table"]) == {"table": 1}, "readers are not blocked"
        other.execute("ROLLBACK")
        assert await store.append("table", [entry(2)], SUMMARY)
    await store.close()


async def test_a_frozen_connection_is_replaced(postgres: Postgres) -> None:
    """The write fails, and the next one uses another connection."""
    impatient = Postgresql(make_url(postgres.empty_database()), timeout_seconds=2)
    await impatient.prepare(migrate)
    store = Store(impatient, Vault(bytes(32)))
    await table_of(store, "table")
    backend = await impatient.write(lambda connection: connection.exec_driver_sql("SELECT pg_backend_pid()").scalar())
    assert isinstance(backend, int)
    os.kill(backend, signal.SIGSTOP)
    try:
        with pytest.raises(StoreUnavailable, match="the database does not answer: TimeoutError"):
            await store.append("table", [entry(2)], SUMMARY)
        assert await store.append("table", [entry(2)], SUMMARY)
    finally:
        os.kill(backend, signal.SIGCONT)
    await store.close()


async def test_a_frozen_worker_delays_others_only_briefly(postgres: Postgres) -> None:
    """It has locked a table; the database ends its transaction, and waiting writes succeed."""
    address = make_url(postgres.empty_database())
    frozen, lively = Postgresql(address, timeout_seconds=1), Postgresql(address, timeout_seconds=30)
    await lively.prepare(migrate)
    store = Store(lively, Vault(bytes(32)))
    await table_of(store, "table")
    has_locked, may_go_on = asyncio.Event(), asyncio.Event()

    def freeze(connection: Connection) -> None:
        Ledger(connection, ["table"])
        has_locked.set()
        await_only(may_go_on.wait())

    freezing = asyncio.create_task(frozen.write(freeze))
    await has_locked.wait()
    assert await store.append("table", [entry(2)], SUMMARY)
    may_go_on.set()
    with pytest.raises(DBAPIError):
        await freezing
    await store.close()
    await frozen.close()


async def test_a_database_that_restarts_between_two_calls(postgres: Postgres) -> None:
    """Broken connections are replaced before use."""
    store = await open_store(postgres.empty_database())
    await table_of(store, "table")
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)
    assert await store.append("table", [entry(2)], SUMMARY)
    assert await store.heads(["table"]) == {"table": 2}
    await store.close()
