"""Group commit: many writes, few transactions, and an outcome for each write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from covergames.server.store import Stage, Store, StoredEntry, StoreUnavailable, open_store
from covergames.server.store.address import database
from covergames.server.store.database import Database
from covergames.server.store.migrate import migrate
from covergames.server.store.vault import Vault
from tests.live.postgres import Postgres
from tests.server.store.entries import SUMMARY, entry, numbered, summary, table_of

pytestmark = pytest.mark.anyio

Answer = TypeVar("Answer")


class Counting:
    """A real database that counts its transactions."""

    has_clock = False

    def __init__(self, counted: Database) -> None:
        self._counted = counted
        self.has_clock = counted.has_clock
        self.writes = 0

    async def prepare(self, work: Callable[[Connection], Answer]) -> Answer:
        return await self._counted.prepare(work)

    async def write(self, work: Callable[[Connection], Answer]) -> Answer:
        self.writes += 1
        return await self._counted.write(work)

    async def read(self, work: Callable[[Connection], Answer]) -> Answer:
        return await self._counted.read(work)

    async def export(self, work: Callable[[Connection], Answer]) -> Answer:
        return await self._counted.export(work)

    async def close(self) -> None:
        await self._counted.close()


async def test_pending_writes_share_transactions(address: str) -> None:
    """A thousand appends to two hundred tables, five pending for each, take a handful of transactions."""
    counting = Counting(database(address))
    await counting.prepare(migrate)
    store = Store(counting, Vault(bytes(32)))
    tables = [f"table {number}" for number in range(200)]
    assert all(await asyncio.gather(*(store.create(table, entry(1), SUMMARY) for table in tables)))
    counting.writes = 0
    appends = [(table, sequence) for sequence in range(2, 7) for table in tables]
    done = await asyncio.gather(*(store.append(table, [entry(sequence)], SUMMARY) for table, sequence in appends))
    assert all(done)
    assert counting.writes <= 4
    assert await store.heads(tables) == dict.fromkeys(tables, 6)
    await store.close()


async def test_appends_to_one_table_keep_their_order(store: Store) -> None:
    """No call has to wait for the one before; the last summary stays."""
    await table_of(store, "table")
    appends = [
        store.append("table", [entry(sequence)], summary(title=f"after {sequence}")) for sequence in range(2, 102)
    ]
    assert all(await asyncio.gather(*appends))
    assert await store.entries("table") == numbered(1, 101)
    listing = await store.listing("table")
    assert listing is not None
    assert (listing.sequence, listing.updated_at, listing.summary.title) == (101, 101_000, "after 101")


async def test_of_conflicting_appends_in_one_transaction_the_first_wins(store: Store) -> None:
    """The result is the same as if they had been written one at a time."""
    await table_of(store, "table")
    done = await asyncio.gather(
        store.append("table", [entry(2, "anna")], SUMMARY),
        store.append("table", [entry(2, "bert"), entry(3, "bert")], SUMMARY),
        store.append("table", [entry(3, "anna")], SUMMARY),
        store.append("table", [entry(3, "carl")], SUMMARY),
    )
    assert list(done) == [True, False, True, False]
    assert await store.entries("table", after=1) == [entry(2, "anna"), entry(3, "anna")]


async def test_an_invalid_write_fails_alone(store: Store) -> None:
    """The error does not contain the values; all other writes of the transaction succeed, in order."""
    impossible = StoredEntry(2, 2**70, b"secret")
    await table_of(store, "bad")
    await table_of(store, "good")
    done = await asyncio.gather(
        store.append("good", [entry(2)], SUMMARY),
        store.append("bad", [impossible], SUMMARY),
        store.append("good", [entry(3)], SUMMARY),
        store.append("bad", [entry(2)], SUMMARY),
        store.append("nowhere", [entry(1)], SUMMARY),
        store.create("new", entry(1), SUMMARY),
        return_exceptions=True,
    )
    assert isinstance(done[1], Exception)
    assert not isinstance(done[1], StoreUnavailable)
    assert "secret" not in str(done[1])
    assert isinstance(done[4], LookupError)
    assert [done[index] for index in (0, 2, 3, 5)] == [True, True, True, True]
    assert await store.heads(["good", "bad", "new"]) == {"good": 3, "bad": 2, "new": 1}


async def test_an_invalid_write_is_found_by_bisection(address: str) -> None:
    """Some twenty transactions for five hundred writes, not five hundred."""
    counting = Counting(database(address))
    await counting.prepare(migrate)
    store = Store(counting, Vault(bytes(32)))
    creations = [store.create(f"table {number}", entry(1), SUMMARY) for number in range(499)]
    creations.insert(123, store.create("bad", StoredEntry(1, 2**70, b""), SUMMARY))
    done = await asyncio.gather(*creations, return_exceptions=True)
    assert isinstance(done.pop(123), Exception)
    assert done == [True] * 499
    assert counting.writes <= 25
    await store.close()


@pytest.mark.slow
async def test_text_that_postgresql_refuses_fails_alone(postgres: Postgres) -> None:
    """PostgreSQL has no null characters; that does not make the database unavailable."""
    store = await open_store(postgres.empty_database())
    done = await asyncio.gather(
        store.create("good", entry(1), SUMMARY),
        store.create("bad", entry(1), summary(title="null\0")),
        return_exceptions=True,
    )
    assert done[0] is True
    assert isinstance(done[1], DBAPIError)
    assert await store.heads(["good", "bad"]) == {"good": 1}
    await store.close()


async def test_a_cancelled_caller_does_not_affect_others(store: Store) -> None:
    """The other writes get their outcomes."""
    await table_of(store, "one")
    await table_of(store, "two")
    impatient = asyncio.create_task(store.append("one", [entry(2)], SUMMARY))
    patient = asyncio.create_task(store.append("two", [entry(2)], SUMMARY))
    await asyncio.sleep(0)  # both have asked
    impatient.cancel()
    assert await patient
    assert impatient.cancelled()
    assert await store.append("two", [entry(3)], SUMMARY)


async def test_all_kinds_of_writes_in_one_transaction(store: Store) -> None:
    """Each sees the changes of those before it."""
    done = await asyncio.gather(
        store.create("table", entry(1), SUMMARY),
        store.create("table", entry(1, "another"), SUMMARY),
        store.append("table", [entry(2)], summary(stage=Stage.CLOSED, due=5)),
        store.lease(["table"], "anna", now=0, until=100),
        store.lease(["table"], "bert", now=0, until=100),
        store.heartbeat("anna", until=100),
        store.heartbeat("bert", until=100),
        store.remove_worker("bert"),
        store.release(["table"], "anna"),
    )
    assert done == [True, False, True, {"table"}, frozenset(), None, None, None, None]
    assert await store.orphaned(10, now=5) == ["table"]
    assert await store.workers(now=5) == {"anna"}


async def test_closing_writes_what_is_pending(address: str) -> None:
    """Afterwards the store is unavailable."""
    store = await open_store(address)
    await table_of(store, "table")
    last = asyncio.create_task(store.append("table", [entry(2)], SUMMARY))
    await asyncio.sleep(0)  # it has asked
    await store.close()
    assert await last
    with pytest.raises(StoreUnavailable, match="the store is closed"):
        await store.append("table", [entry(3)], SUMMARY)
    again = await open_store(address)
    assert await again.heads(["table"]) == {"table": 2}
    await again.close()


@pytest.mark.parametrize("is_committing", [False, True], ids=["before the commit", "during the commit"])
async def test_nobody_waits_for_a_writer_that_was_cancelled(address: str, *, is_committing: bool) -> None:
    """When an event loop ends it cancels all tasks: writes that wait then, and later ones, are refused."""
    store = await open_store(address)
    writer = store._writer
    waiting = asyncio.create_task(store.create("friday", entry(1), SUMMARY))
    if is_committing:
        while not writer._pending:
            await asyncio.sleep(0)
        while writer._pending:
            await asyncio.sleep(0)
    else:
        await asyncio.sleep(0)
    writer._task.cancel()
    for write in (waiting, store.create("saturday", entry(1), SUMMARY)):
        with pytest.raises(StoreUnavailable, match="the store is closed"):
            await asyncio.wait_for(write, 60)
    await store._database.close()


async def test_every_commit_is_within_the_context_and_reads_are_not(address: str) -> None:
    """The context ends with each commit, also with one that fails."""
    counting = Counting(database(address))
    await counting.prepare(migrate)
    store = Store(counting, Vault(bytes(32)))
    entered: list[int] = []

    @contextmanager
    def paused() -> Iterator[None]:
        before = counting.writes
        yield
        entered.append(counting.writes - before)

    store.pause_during_commits(paused)
    assert await store.create("here", entry(1), SUMMARY)
    assert not await store.create("here", entry(1), SUMMARY)
    assert await store.entries("here", 0) == [entry(1)]
    with pytest.raises(LookupError):
        await store.append("nowhere", [entry(2)], SUMMARY)
    assert entered == [1, 1, 1]
    await store.close()
