"""Bans, reports and the log, in each kind of database."""

from __future__ import annotations

from pathlib import Path

import pytest

from covergames.server.store import NoSuchTable, Stage, Store, StoredEntry, Summary, open_store
from covergames.server.store.moderation import MAX_OPEN_REPORTS_PER_TABLE

pytestmark = pytest.mark.anyio

SUMMARY = Summary(
    game="cover-me", title="Friday", players=2, seats_taken=0, stage=Stage.RUNNING, listed=False, due=None
)


async def test_bans_outlive_a_restart(address: str) -> None:
    """Until they end; a new ban of the same network replaces the old one."""
    store = await open_store(address)
    await store.moderation.ban("192.0.2.7/32", at=1, until=None, reason="spam")
    await store.moderation.ban("192.0.2.7/32", at=2, until=10, reason="more spam")
    await store.close()
    store = await open_store(address)
    assert [(ban.network, ban.until, ban.reason) for ban in await store.moderation.bans(now=9)] == [
        ("192.0.2.7/32", 10, "more spam")
    ]
    assert await store.moderation.bans(now=10) == []
    await store.moderation.prune(now=10, reports_before=0)
    assert not await store.moderation.unban("192.0.2.7/32", at=11, reason="sorry")
    await store.close()


async def test_every_act_is_logged_without_an_address(store: Store) -> None:
    """The subject is a number, which the list of bans explains as long as the ban lasts."""
    first = await store.moderation.ban("192.0.2.7/32", at=1, until=None, reason="spam")
    assert await store.moderation.unban("192.0.2.7/32", at=2, reason="sorry")
    second = await store.moderation.ban("192.0.2.8/32", at=3, until=None, reason="spam")
    assert second.number > first.number  # numbers are not used again
    number = await store.moderation.report("friday", b"{}", at=4)
    assert number is not None
    assert await store.moderation.handle_report(number, at=5, reason="muted")
    assert not await store.moderation.handle_report(number, at=6, reason="again")
    await store.moderation.log("close", "friday", at=7, reason="rude")
    acts = await store.moderation.acts(10)
    assert [(act.at, act.act, act.subject, act.reason) for act in acts] == [
        (7, "close", "friday", "rude"),
        (5, "handle", f"report {number}", "muted"),
        (3, "ban", f"ban {second.number}", "spam"),
        (2, "unban", f"ban {first.number}", "sorry"),
        (1, "ban", f"ban {first.number}", "spam"),
    ]
    assert [act.act for act in await store.moderation.acts(1)] == ["close"]


async def test_a_deleted_table_is_gone_and_its_reason_is_kept(store: Store) -> None:
    """With its entries."""
    assert await store.create("friday", StoredEntry(1, 1, b"{}"), SUMMARY)
    assert await store.moderation.reason_of_deletion("friday") == ""
    await store.moderation.delete_table("friday", at=2, reason="rude")
    assert (await store.listing("friday"), await store.entries("friday")) == (None, [])
    assert await store.moderation.reason_of_deletion("friday") == "rude"
    with pytest.raises(NoSuchTable):
        await store.moderation.delete_table("friday", at=3, reason="rude")


async def test_reports_wait_until_they_are_handled(store: Store) -> None:
    """A table has so many of them at most; old ones are deleted."""
    numbers = [await store.moderation.report("friday", b"%d" % each, at=each) for each in range(3)]
    assert numbers[1] is not None
    await store.moderation.handle_report(numbers[1], at=9, reason="muted")
    assert [report.data for report in await store.moderation.reports(9, is_handled=False)] == [b"2", b"0"]
    assert [report.data for report in await store.moderation.reports(9)] == [b"2", b"1", b"0"]
    assert await store.moderation.reports(9, table="other") == []
    for each in range(MAX_OPEN_REPORTS_PER_TABLE - 2):
        assert await store.moderation.report("friday", b"", at=10 + each) is not None
    assert await store.moderation.report("friday", b"", at=99) is None
    assert await store.moderation.report("other", b"", at=99) is not None
    await store.moderation.prune(now=0, reports_before=99)
    assert [report.table for report in await store.moderation.reports(9)] == ["other"]


async def test_a_copy_of_the_database_gives_no_report_away(tmp_path: Path) -> None:
    """Reports contain names and chat."""
    file = tmp_path / "tables.sqlite3"
    store = await open_store(f"sqlite:///{file}")
    await store.moderation.report("friday", b"a secret insult", at=1)
    await store.close()
    assert b"secret insult" not in b"".join(each.read_bytes() for each in tmp_path.glob("tables.sqlite3*"))
