"""Loading tables from the database: from a snapshot and the entries after it, or from all entries."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from covergames.server.log import TABLE_TOO_NEW, TABLE_UNREADABLE
from covergames.server.snapshots import code_version, folded, table_of
from covergames.server.store import DamagedTable, NewerTable, NoSuchTable, StoreUnavailable
from covergames.table import NewerFormat, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from covergames.server.store import Store, UnreadableTable

MAX_INLINE_ENTRIES: Final = 500
"""Longest table that is folded on the event loop; longer ones are folded in a thread, so that other tables do not wait."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table, and what the database says about it."""

    table: Table
    opener: str | None
    size: int
    """The bytes of its entries."""
    snapshot_at: int
    """The sequence number of its latest snapshot; 0: it has none that can be used."""


class TableLoader:
    """Loads tables, and remembers which cannot be read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unreadable: dict[str, Callable[[], UnreadableTable]] = {}
        """The tables that cannot be read, each with a function that returns the error."""

    async def load(self, table: str) -> LoadedTable:
        """Load the table; one that cannot be read is not tried again, and affects no other table.

        Raises:
            NoSuchTable: If the table does not exist.
            UnreadableTable: If its entries cannot be read.
            StoreUnavailable: If the database does not answer.
        """
        if table in self._unreadable:
            raise self._unreadable[table]()
        try:
            return await self._load(table)
        except (NoSuchTable, StoreUnavailable):
            raise
        except NewerFormat as error:
            TABLE_TOO_NEW(table=table, reason=str(error))
            self._unreadable[table] = partial(NewerTable, table, str(error))
        except Exception as error:
            TABLE_UNREADABLE(error, table=table)
            self.note_damaged(table)
        raise self._unreadable[table]()

    def is_unreadable(self, table: str) -> bool:
        """Return whether loading the table has failed."""
        return table in self._unreadable

    def note_damaged(self, table: str) -> None:
        """Note that the table lies in a damaged part of the database."""
        self._unreadable[table] = partial(DamagedTable, table)

    async def _load(self, table: str) -> LoadedTable:
        stored = await self._store.load(table, version=code_version())
        if stored is None:
            raise NoSuchTable(table)
        loaded = await _off_the_loop(len(stored.entries), lambda: table_of(table, stored))
        snapshot_at = 0
        if loaded is not None and stored.snapshot is not None:
            snapshot_at = stored.snapshot.sequence
        else:
            entries = stored.entries if stored.snapshot is None else await self._store.entries(table)
            loaded = await _off_the_loop(len(entries), lambda: folded(table, entries))
        return LoadedTable(loaded, stored.opener, stored.size, snapshot_at)


async def _off_the_loop(entries: int, work: Callable[[], Result]) -> Result:
    """Return the result of work on that many entries; much work is done in a thread."""
    return work() if entries <= MAX_INLINE_ENTRIES else await asyncio.to_thread(work)
