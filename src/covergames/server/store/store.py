"""Everything that is asked of a store."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import or_, select

from covergames.server.store.address import database
from covergames.server.store.failure import StoreUnavailable, is_unavailable
from covergames.server.store.migrate import migrate
from covergames.server.store.schema import tables, workers
from covergames.server.store.statements import SELECT_ENTRIES, SELECT_TABLE, statements
from covergames.server.store.stored import Listing, Stage, StoredEntry, Summary
from covergames.server.store.writer import Writer
from covergames.server.store.writes import Append, Create, Heartbeat, Lease, Prune, Release

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Sequence
    from typing import Any

    from sqlalchemy import Connection, Row, Select

    from covergames.server.store.database import Database

Result = TypeVar("Result")


async def open_store(address: str) -> Store:
    """The store at ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``, brought to the schema of this version."""
    opened = database(address)
    try:
        async with _unavailable_errors():
            await opened.prepare(migrate)
    except BaseException:
        await opened.close()
        raise
    return Store(opened)


class Store:
    """Tables and their entries. Times are milliseconds since the epoch and come from the caller.

    Every method may raise ``StoreUnavailable``.
    """

    def __init__(self, opened: Database) -> None:
        self._database = opened
        self._writer = Writer(opened)

    async def create(
        self, table: str, first: StoredEntry, summary: Summary, *, more: Sequence[StoredEntry] = ()
    ) -> bool:
        """A new table with its first entry, number 1, and those that follow it; False if there is one of that name."""
        if first.sequence != 1:
            raise ValueError(f"the first entry of {table} has number {first.sequence}, not 1")
        _check_order(table, (first, *more))
        return await self._writer.write(Create(table, first, summary, tuple(more)))

    async def append(self, table: str, added: Sequence[StoredEntry], summary: Summary) -> bool:
        """Commit all of these entries, or none: False means that somebody else has written one of these numbers.

        What was asked first for a table is written first. Raises ``NoSuchTable`` for one that is not there.
        """
        _check_order(table, added)
        return await self._writer.write(Append(table, tuple(added), summary))

    async def entries(self, table: str, after: int = 0) -> list[StoredEntry]:
        """The entries after that number, in order; none if there is no such table."""
        rows = await self._rows(SELECT_ENTRIES, {"table": table, "after": after})
        return [StoredEntry(row.sequence, row.at, row.data) for row in rows]

    async def heads(self, wanted: Collection[str]) -> dict[str, int]:
        """The latest number of each of these tables, as far as they are there."""

        def read(connection: Connection) -> dict[str, int]:
            known = connection.execute(statements(connection).heads, {"names": list(wanted)})
            return {row.id: row.sequence for row in known}

        return await self._read(read)

    async def listing(self, table: str) -> Listing | None:
        """What is known of one table; None if there is no such table."""
        rows = await self._rows(SELECT_TABLE, {"table": table})
        return _listing(rows[0]) if rows else None

    async def open_tables(self, limit: int, *, game: str | None = None) -> list[Listing]:
        """Listed tables that wait for players, the latest first; of one game or of all."""
        wanted = select(tables).where(tables.c.stage == Stage.OPEN.value, tables.c.listed)
        if game is not None:
            wanted = wanted.where(tables.c.game == game)
        latest_first = wanted.order_by(tables.c.opened_at.desc(), tables.c.id)
        return [_listing(row) for row in await self._rows(latest_first.limit(limit))]

    async def lease(self, wanted: Collection[str], worker: str, *, now: int, until: int) -> frozenset[str]:
        """Make the worker the keeper of these tables until then; answers with those that it now keeps.

        Also how a lease is renewed. A lease only spares work: whatever two keepers write, one of them is first.
        """
        return await self._writer.write(Lease(frozenset(wanted), worker, now, until))

    async def release(self, kept: Collection[str], worker: str) -> None:
        """Give up keeping these tables, as far as this worker keeps them."""
        await self._writer.write(Release(frozenset(kept), worker))

    async def orphaned(self, limit: int, *, now: int, ahead: int = 0) -> list[str]:
        """Tables for which something is due by ``now + ahead`` and which nobody keeps, the most urgent first."""
        row = tables.c
        free = or_(row.keeper.is_(None), row.kept_until <= now)
        wanted = select(row.id).where(row.due <= now + ahead, free).order_by(row.due, row.id)
        return [table for (table,) in await self._rows(wanted.limit(limit))]

    async def heartbeat(self, worker: str, *, until: int) -> None:
        """The worker is alive until then, if it does not say so again."""
        await self._writer.write(Heartbeat(worker, until))

    async def remove_worker(self, worker: str) -> None:
        """The worker stops serving."""
        await self._writer.write(Heartbeat(worker, None))

    async def workers(self, *, now: int) -> frozenset[str]:
        """Those that are alive."""
        alive = select(workers.c.id).where(workers.c.until > now)
        return frozenset(worker for (worker,) in await self._rows(alive))

    async def prune(self, limit: int, *, before: int) -> int:
        """Forget tables that closed without a record and that nothing has happened at since then; answers how many.

        Tables whose game came to its end stay for ever.
        """
        row = tables.c
        old = select(row.id).where(row.stage == Stage.CLOSED.value, row.updated_at < before).limit(limit)
        found = frozenset(table for (table,) in await self._rows(old))
        return await self._writer.write(Prune(found)) if found else 0

    async def close(self) -> None:
        """Write what waits, and let go of the database."""
        await self._writer.close()
        await self._database.close()

    async def _rows(self, wanted: Select[Any], parameters: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        return await self._read(lambda connection: connection.execute(wanted, parameters).all())

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        async with _unavailable_errors():
            return await self._database.read(work)


def _check_order(table: str, added: Sequence[StoredEntry]) -> None:
    if not added or any(after.sequence != before.sequence + 1 for before, after in pairwise(added)):
        raise ValueError(f"entries {[entry.sequence for entry in added]} of {table} do not follow each other")


@asynccontextmanager
async def _unavailable_errors() -> AsyncIterator[None]:
    """A database that does not answer is ``StoreUnavailable``."""
    try:
        yield
    except Exception as error:
        if is_unavailable(error):
            raise StoreUnavailable.because(error) from None
        raise


def _listing(row: Row[Any]) -> Listing:
    summary = Summary(
        game=row.game,
        title=row.title,
        players=row.players,
        seats_taken=row.seats_taken,
        stage=Stage(row.stage),
        listed=row.listed,
        due=row.due,
    )
    return Listing(row.id, row.sequence, row.opened_at, row.updated_at, summary)
