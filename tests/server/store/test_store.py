"""The operations of a store, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from covergames.server.store import Listing, NoSuchTable, Stage, Store, open_store
from tests.server.store.entries import SUMMARY, entry, expire, numbered, summary, table_of

pytestmark = pytest.mark.anyio


async def test_entries_are_read_in_order(store: Store) -> None:
    """All of them, or those after a number, of one table."""
    await table_of(store, "one", 3)
    await table_of(store, "two")
    assert await store.append("one", [entry(4), entry(5)], SUMMARY)
    assert await store.entries("one") == numbered(1, 5)
    assert await store.entries("one", after=3) == numbered(4, 5)
    assert await store.entries("two") == numbered(1, 1)
    assert await store.entries("three") == []


async def test_entries_are_stored_byte_for_byte(store: Store) -> None:
    """The store does not decode them."""
    every_byte = entry(1)._replace(data=bytes(range(256)))
    assert await store.create("table", every_byte, summary(title="Fête 日本 🎲 'quoted' \\ %s"))
    assert await store.entries("table") == [every_byte]
    listing = await store.listing("table")
    assert listing is not None
    assert listing.summary.title == "Fête 日本 🎲 'quoted' \\ %s"


async def test_a_reopened_store_has_all_entries(address: str) -> None:
    """A store that forgets would be useless."""
    first = await open_store(address)
    await table_of(first, "table", 3)
    await first.close()
    second = await open_store(address)
    assert await second.entries("table") == numbered(1, 3)
    await second.close()


async def test_a_table_is_created_once(store: Store) -> None:
    """A second one of the same name is refused, and changes nothing."""
    await table_of(store, "table")
    assert not await store.create("table", entry(1, "another"), summary(title="another"))
    assert await store.entries("table") == numbered(1, 1)
    assert (await store.listing("table")) == Listing("table", 1, 1000, 1000, SUMMARY)


@pytest.mark.parametrize("late", [[2], [3], [2, 3], [3, 4], [1, 2, 3, 4]])
async def test_a_taken_number_refuses_the_whole_append(store: Store, late: list[int]) -> None:
    """None of the entries is written, and the summary stays."""
    await table_of(store, "table", 3)
    assert not await store.append("table", [entry(number, "late") for number in late], summary(title="late"))
    assert await store.entries("table") == numbered(1, 3)
    assert (await store.listing("table")) == Listing("table", 3, 1000, 3000, SUMMARY)


@pytest.mark.parametrize("numbers", [[], [2, 2], [2, 4], [3, 2]])
async def test_entries_that_are_not_consecutive_raise(store: Store, numbers: list[int]) -> None:
    """The error names their numbers."""
    await table_of(store, "table")
    with pytest.raises(ValueError, match=rf"entries \[{', '.join(map(str, numbers))}\] of table are not consecutive"):
        await store.append("table", [entry(number) for number in numbers], SUMMARY)


async def test_a_gap_raises(store: Store) -> None:
    """No caller can have seen the entry before this one."""
    await table_of(store, "table")
    with pytest.raises(ValueError, match="table has 1 entries; number 3 would leave a gap"):
        await store.append("table", [entry(3)], SUMMARY)
    with pytest.raises(ValueError, match="the first entry of another has number 2, not 1"):
        await store.create("another", entry(2), SUMMARY)
    assert await store.heads(["table", "another"]) == {"table": 1}


async def test_an_append_to_a_missing_table_raises(store: Store) -> None:
    """It must be created first."""
    with pytest.raises(NoSuchTable, match="there is no table 'nowhere'"):
        await store.append("nowhere", [entry(1)], SUMMARY)
    assert await store.listing("nowhere") is None


async def test_heads_are_the_latest_numbers(store: Store) -> None:
    """Only requested tables that exist have one, even if very many are requested."""
    await table_of(store, "one", 4)
    await table_of(store, "two")
    await table_of(store, "three")
    many = [f"nowhere-{number}" for number in range(40_000)]
    assert await store.heads(["one", "two", *many]) == {"one": 4, "two": 1}
    assert await store.heads([]) == {}


async def test_the_summary_is_that_of_the_latest_append(store: Store) -> None:
    """The summary has the times of the first and the latest entry."""
    await table_of(store, "table", 2)
    changed = summary(
        game="cover-up",
        title="Saturday",
        players=3,
        seats_taken=3,
        stage=Stage.RUNNING,
        listed=False,
        due=77,
    )
    assert await store.append("table", [entry(3)], changed)
    assert await store.listing("table") == Listing("table", 3, 1000, 3000, changed)


async def test_open_tables_are_listed_the_latest_first(store: Store) -> None:
    """Public ones that wait for players, optionally of one game."""
    for number, name in enumerate(["old", "new", "newest"]):
        game = "cover-up" if name == "new" else "cover-me"
        assert await store.create(name, entry(1, at=number), summary(game=game))
    await table_of(store, "private", listed=False)
    for stage in (Stage.RUNNING, Stage.OVER, Stage.CLOSED):
        await table_of(store, stage.value, stage=stage)
    assert [listing.table for listing in await store.open_tables(10)] == ["newest", "new", "old"]
    assert [listing.table for listing in await store.open_tables(2)] == ["newest", "new"]
    assert [listing.table for listing in await store.open_tables(10, game="cover-up")] == ["new"]
    assert (await store.open_tables(1))[0] == Listing("newest", 1, 2, 2, summary(game="cover-me"))


async def test_a_lease_is_for_one_worker_at_a_time(store: Store) -> None:
    """Until it expires or is released; the worker itself may renew it."""
    await table_of(store, "one")
    await table_of(store, "two")
    assert await store.lease(["one"], "anna", now=0, until=100) == {"one"}
    assert await store.lease(["one", "two", "nowhere"], "bert", now=99, until=199) == {"two"}
    assert await store.lease(["one"], "anna", now=99, until=200) == {"one"}
    assert await store.lease(["one"], "bert", now=199, until=300) == frozenset()
    assert await store.lease(["one"], "bert", now=200, until=300) == {"one"}
    assert await store.lease(["one"], "anna", now=201, until=300) == frozenset()


async def test_only_its_holder_releases_a_lease(store: Store) -> None:
    """Any worker may claim a released table immediately."""
    await table_of(store, "one")
    await table_of(store, "two")
    await store.lease(["one", "two"], "anna", now=0, until=100)
    await store.release(["one", "two"], "bert")
    assert await store.lease(["one", "two"], "bert", now=1, until=100) == frozenset()
    await store.release(["one", "nowhere"], "anna")
    assert await store.lease(["one", "two"], "bert", now=1, until=100) == {"one"}


async def test_an_append_leaves_the_lease_alone(store: Store) -> None:
    """It does not matter which worker appends."""
    await table_of(store, "table")
    await store.lease(["table"], "anna", now=0, until=100)
    assert await store.append("table", [entry(2)], SUMMARY)
    assert await store.lease(["table"], "bert", now=1, until=100) == frozenset()


async def test_orphaned_tables_are_due_and_have_no_valid_lease(store: Store) -> None:
    """Due now or soon; the most urgent first."""
    for table, due in (("later", 500), ("soon", 60), ("overdue", 10), ("kept", 20), ("abandoned", 30), ("never", None)):
        await table_of(store, table, due=due)
    await store.lease(["kept"], "anna", now=0, until=51)
    await store.lease(["abandoned"], "bert", now=0, until=50)
    assert await store.orphaned(10, now=50) == ["overdue", "abandoned"]
    assert await store.orphaned(10, now=50, ahead=10) == ["overdue", "abandoned", "soon"]
    assert await store.orphaned(1, now=50) == ["overdue"]
    assert await store.append("overdue", [entry(2)], summary(due=None))
    assert await store.orphaned(10, now=51) == ["kept", "abandoned"]


async def test_workers_are_alive_until_their_heartbeat_expires(store: Store) -> None:
    """A worker that is removed is not alive either."""
    await store.heartbeat("anna", until=100)
    await store.heartbeat("bert", until=50)
    assert await store.workers(now=49) == {"anna", "bert"}
    assert await store.workers(now=50) == {"anna"}
    await store.heartbeat("bert", until=200)
    assert await store.workers(now=99) == {"anna", "bert"}
    await store.remove_worker("anna")
    await store.remove_worker("nobody")
    assert await store.workers(now=99) == {"bert"}


async def test_pruning_deletes_closed_tables_without_a_game(store: Store) -> None:
    """Only after a while, and no more than the limit; tables with a game stay."""
    for stage in Stage:
        await table_of(store, f"old {stage}", stage=stage)
        assert await store.create(f"new {stage}", entry(1, at=5000), summary(stage=stage))
    await table_of(store, "another old closed", stage=Stage.CLOSED)
    assert len(await expire(store, 1, Stage.CLOSED)) == 1
    assert len(await expire(store, 10, Stage.CLOSED)) == 1
    assert len(await expire(store, 10, Stage.CLOSED)) == 0
    gone = ["old closed", "another old closed"]
    kept = [f"{age} {stage}" for stage in Stage for age in ("old", "new") if f"{age} {stage}" not in gone]
    assert await store.heads([*gone, *kept]) == dict.fromkeys(kept, 1)
    assert [await store.entries(table) for table in gone] == [[], []]


async def test_old_tables_are_deleted_but_not_those_that_somebody_needs(store: Store) -> None:
    """One that is in use, and one whose lease another worker holds, stay; a lease that has ended protects nothing."""
    for table in ("plain", "used", "kept", "own", "lapsed"):
        await table_of(store, table, stage=Stage.OVER)
    assert await store.lease(["kept"], "bert", now=0, until=9000) == {"kept"}
    assert await store.lease(["own"], "anna", now=0, until=9000) == {"own"}
    assert await store.lease(["lapsed"], "bert", now=0, until=4000) == {"lapsed"}
    assert await expire(store, 10, Stage.OVER, now=6000, but=["used"]) == {"plain", "own", "lapsed"}
    assert await store.heads(["plain", "used", "kept", "own", "lapsed"]) == {"used": 1, "kept": 1}


async def test_a_table_that_changes_meanwhile_is_not_deleted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was old when it was found, and has a new entry when it would be deleted."""
    await table_of(store, "friday", stage=Stage.OVER)
    rows = store._rows

    async def rows_then_change(*wanted: Any) -> Any:
        found = await rows(*wanted)
        assert await store.append("friday", [entry(2)], summary(stage=Stage.OVER))
        return found

    monkeypatch.setattr(store, "_rows", rows_then_change)
    assert await expire(store, 10, Stage.OVER) == frozenset()
    monkeypatch.undo()
    assert await store.heads(["friday"]) == {"friday": 2}


async def test_results_of_puzzles_are_added_up(store: Store) -> None:
    """By puzzle and points, also if many are counted in one transaction."""
    for points in (14, 12):
        await store.count_result("2026-11-16", points)
    await asyncio.gather(*[store.count_result("2026-11-16", 12) for _ in range(5)], store.count_result("2026-11-17", 9))
    assert await store.results("2026-11-16") == {12: 6, 14: 1}
    assert await store.results("2026-11-17") == {9: 1}
    assert await store.results("2026-11-18") == {}
