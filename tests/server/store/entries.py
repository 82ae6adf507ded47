"""Entries and summaries to store."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from covergames.server.store import Stage, Store, StoredEntry, Summary

SUMMARY: Final = Summary(
    game="cover-me",
    title="Friday night",
    players=4,
    seats_taken=1,
    stage=Stage.OPEN,
    listed=True,
    due=None,
)


def summary(**changes: Any) -> Summary:
    """A usual summary, with these changes."""
    return replace(SUMMARY, **changes)


def entry(sequence: int, data: str = "", *, at: int | None = None) -> StoredEntry:
    """An entry with a text and a time that follow from its number, unless given."""
    return StoredEntry(sequence, sequence * 1000 if at is None else at, (data or f"entry {sequence}").encode())


def numbered(first: int, last: int, data: str = "") -> Sequence[StoredEntry]:
    """Entries from the first number to the last."""
    return [entry(sequence, data) for sequence in range(first, last + 1)]


async def table_of(store: Store, table: str, entries: int = 1, **changes: Any) -> None:
    """Create a table with that many entries."""
    assert await store.create(table, entry(1), summary(**changes))
    if entries > 1:
        assert await store.append(table, numbered(2, entries), summary(**changes))


async def expire(
    store: Store, limit: int, stage: Stage, *, before: int = 5000, now: int = 0, but: Collection[str] = ()
) -> frozenset[str]:
    """Delete old tables as the worker ``anna``."""
    return await store.expire(limit, stage=stage, before=before, but=but, worker="anna", now=now, until=now + 4000)
