"""What the store keeps for quotas and for quick loading: openers, sizes, shares of the public list, snapshots, analyses."""

from __future__ import annotations

import pytest

from covergames.server.store import OpenTables, Stage, Store, StoredAnalysis, StoredSnapshot
from covergames.server.store.vault import SEAL_BYTES
from tests.server.store.entries import SUMMARY, entry, expire, numbered, summary, table_of

pytestmark = pytest.mark.anyio


async def test_a_table_has_its_opener_and_its_size(store: Store) -> None:
    """The size is the bytes of all entries, also of those that are created together."""
    more = numbered(2, 3)
    assert await store.create("table", entry(1), summary(opener="192.0.2.1"), more=more)
    assert await store.append("table", [entry(4, "four")], summary(opener="192.0.2.1"))
    found = await store.load("table", version="1")
    assert found is not None
    assert (found.opener, found.size) == ("192.0.2.1", 3 * len("entry 1") + len("four") + 4 * SEAL_BYTES)
    assert [each.sequence for each in found.entries] == [1, 2, 3, 4]
    assert await store.load("nowhere", version="1") is None


async def test_the_open_tables_of_an_opener_are_counted(store: Store) -> None:
    """In the lobby and in play; of the public list only those in the lobby."""
    for number, (stage, listed) in enumerate(
        [(Stage.OPEN, True), (Stage.OPEN, False), (Stage.RUNNING, True), (Stage.OVER, True), (Stage.CLOSED, True)]
    ):
        await table_of(store, f"table-{number}", opener="192.0.2.1", stage=stage, listed=listed)
    await table_of(store, "other", opener="192.0.2.2")
    assert await store.opened_by("192.0.2.1") == OpenTables(tables=3, listed=1)
    assert await store.opened_by("192.0.2.2") == OpenTables(tables=1, listed=1)
    assert await store.opened_by("192.0.2.3") == OpenTables(tables=0, listed=0)


async def test_each_opener_has_a_share_of_the_public_list(store: Store) -> None:
    """Many later tables of one opener push nobody off; the list is still sorted by time."""
    for number, opener in enumerate(("192.0.2.1", "192.0.2.2", None, None)):
        assert await store.create(f"early-{number}", entry(1, at=number), summary(opener=opener))
    for number in range(30):
        assert await store.create(f"late-{number:02}", entry(1, at=100 + number), summary(opener="192.0.2.9"))
    listed = [listing.table for listing in await store.open_tables(10)]
    late = [f"late-{number}" for number in range(29, 23, -1)]
    assert listed == [*late, "early-3", "early-2", "early-1", "early-0"]


async def test_a_table_loads_from_its_snapshot(store: Store) -> None:
    """The first entry and those after the snapshot are read; a snapshot of another version is not."""
    await table_of(store, "table", 9)
    for sequence in (3, 6):
        await store.save_snapshot("table", StoredSnapshot(sequence, "v2", b"state"))
    found = await store.load("table", version="v2")
    assert found is not None
    assert found.snapshot == StoredSnapshot(6, "v2", b"state")
    assert found.entries == [entry(1), *numbered(7, 9)]
    other = await store.load("table", version="v1")
    assert other is not None
    assert (other.snapshot, other.entries) == (None, numbered(1, 9))
    await store.save_snapshot("nowhere", StoredSnapshot(6, "v2", b"state"))
    assert await store.load("nowhere", version="v2") is None


async def test_the_snapshot_of_a_deleted_table_is_deleted(store: Store) -> None:
    """A new table of the same name starts without it."""
    await table_of(store, "table", stage=Stage.CLOSED)
    await store.save_snapshot("table", StoredSnapshot(1, "v2", b"state"))
    assert await expire(store, 10, Stage.CLOSED, before=10**15) == {"table"}
    assert await store.create("table", entry(1), SUMMARY)
    found = await store.load("table", version="v2")
    assert found is not None
    assert found.snapshot is None


async def test_a_table_has_one_analysis(store: Store) -> None:
    """The latest replaces the one before; one of another version is not found; it is deleted with its table."""
    await table_of(store, "table", stage=Stage.CLOSED)
    progress, done = StoredAnalysis("v1", 1, 9, 5000, b""), StoredAnalysis("v1", 9, 9, 0, b"analysis")
    for analysis in (progress, done):
        await store.save_analysis("table", analysis)
        assert await store.analysis("table", version="v1") == analysis
    assert await store.analysis("table", version="v2") is None
    await store.save_snapshot("table", StoredSnapshot(1, "v1", b"state"))
    assert await store.analysis("table", version="v1") == done
    await store.save_analysis("nowhere", done)
    assert await store.analysis("nowhere", version="v1") is None
    assert await expire(store, 10, Stage.CLOSED, before=10**15) == {"table"}
    assert await store.analysis("table", version="v1") is None
