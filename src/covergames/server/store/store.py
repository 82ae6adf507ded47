"""The store: the operations on tables, leases, workers and results of puzzles."""

from __future__ import annotations

import os
from itertools import islice, pairwise
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import case, func, or_, select

from covergames.server.store.address import database
from covergames.server.store.failure import translated_errors
from covergames.server.store.migrate import migrate
from covergames.server.store.moderation import Moderation
from covergames.server.store.schema import analyses, snapshots, tables, workers
from covergames.server.store.statements import (
    SELECT_ANALYSIS,
    SELECT_ENTRIES,
    SELECT_FIRST_ENTRY,
    SELECT_RESULTS,
    SELECT_SNAPSHOT,
    SELECT_TABLE,
    SELECT_TIME,
    statements,
)
from covergames.server.store.stored import (
    Listing,
    OpenTables,
    Stage,
    StoredAnalysis,
    StoredEntry,
    StoredSnapshot,
    StoredTable,
    Summary,
    listing_of,
)
from covergames.server.store.vault import Vault, default_key_file, unlock
from covergames.server.store.writer import Writer
from covergames.server.store.writes import (
    Append,
    CountResult,
    Create,
    Expire,
    Heartbeat,
    Lease,
    Release,
    SaveDerived,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any

    from sqlalchemy import Connection, Row, Select

    from covergames.server.store.database import Database

Result = TypeVar("Result")


async def open_store(address: str, key_file: Path | None = None) -> Store:
    """Open the store at ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``, and migrate it to this version.

    Entries are encrypted with the key in `key_file`, which is made for a new database; None: `default_key_file`.

    Raises:
        BadAddress: If the URL is not that of a database.
        BadKey: If the key file is missing, unreadable or that of another database.
        StoreTooNew: If a newer version of this package has used the database.
        StoreUnavailable: If the database does not answer.
    """
    opened = database(address)
    file = key_file or default_key_file(address, os.environ)

    def prepare(connection: Connection) -> Vault:
        migrate(connection)
        return unlock(connection, file)

    try:
        async with translated_errors():
            vault = await opened.prepare(prepare)
    except BaseException:
        await opened.close()
        raise
    return Store(opened, vault)


class Store:
    """Tables and their entries. Times are milliseconds since 1970 and come from the caller.

    Every method raises ``StoreUnavailable`` if the database does not answer.
    """

    def __init__(self, opened: Database, vault: Vault) -> None:
        self._database = opened
        self._vault = vault
        self._writer = Writer(opened)
        self.moderation = Moderation(self._writer, self._rows, vault)
        self.admin_token = vault.admin_token
        """What an operator has to know to use the admin interface."""

    async def create(
        self, table: str, first: StoredEntry, summary: Summary, *, more: Sequence[StoredEntry] = ()
    ) -> bool:
        """Create a table with its first entry, number 1, and more; return False if the name is taken.

        Raises:
            ValueError: If the entries are not numbered from 1 without gaps.
        """
        if first.sequence != 1:
            raise ValueError(f"the first entry of {table} has number {first.sequence}, not 1")
        _check_order(table, (first, *more))
        first, *others = self._sealed(table, (first, *more))
        return await self._writer.write(Create(table, first, summary, tuple(others)))

    async def append(self, table: str, added: Sequence[StoredEntry], summary: Summary | None) -> bool:
        """Append all of these entries or none; return False if another worker has written one of the numbers.

        Appends to one table are written in the order of the calls. The summary is None if the entry before had the same one.

        Raises:
            NoSuchTable: If the table does not exist.
            ValueError: If the numbers have gaps.
        """
        _check_order(table, added)
        return await self._writer.write(Append(table, self._sealed(table, added), summary))

    async def entries(self, table: str, after: int = 0) -> list[StoredEntry]:
        """Return the entries after that number, in order; none if the table does not exist.

        Raises:
            BadKey: If an entry is damaged or was encrypted with another key.
        """
        rows = await self._rows(SELECT_ENTRIES, {"table": table, "after": after})
        return [self._vault.open(table, StoredEntry(row.sequence, row.at, row.data)) for row in rows]

    async def load(self, table: str, *, version: str) -> StoredTable | None:
        """Return the table with its snapshot, if this version of the code has written one; None if it does not exist.

        Raises:
            BadKey: If an entry is damaged or was encrypted with another key.
        """
        names = {"table": table}

        def read(connection: Connection) -> StoredTable | None:
            row = connection.execute(SELECT_TABLE, names).first()
            if row is None:
                return None
            found = connection.execute(SELECT_SNAPSHOT, {**names, "version": version}).first()
            snapshot = found and self._vault.open_derived(table, StoredSnapshot(*found))
            after = 0 if snapshot is None else snapshot.sequence
            rows = [*connection.execute(SELECT_ENTRIES, {**names, "after": after})]
            if snapshot is not None:
                rows = [*connection.execute(SELECT_FIRST_ENTRY, names), *rows]
            opened = [self._vault.open(table, StoredEntry(*entry)) for entry in rows]
            return StoredTable(row.opener, row.size, snapshot, opened)

        return await self._read(read)

    async def save_snapshot(self, table: str, snapshot: StoredSnapshot) -> None:
        """Replace the snapshot of the table; nothing happens if the table does not exist."""
        await self._writer.write(SaveDerived(snapshots.name, table, self._vault.seal_derived(table, snapshot)))

    async def analysis(self, table: str, *, version: str) -> StoredAnalysis | None:
        """Return the analysis of the table, complete or not; None: there is none of this version."""
        rows = await self._rows(SELECT_ANALYSIS, {"table": table, "version": version})
        return next((self._vault.open_derived(table, StoredAnalysis(**row._mapping)) for row in rows), None)

    async def save_analysis(self, table: str, analysis: StoredAnalysis) -> None:
        """Replace the analysis of the table; nothing happens if the table does not exist."""
        await self._writer.write(SaveDerived(analyses.name, table, self._vault.seal_derived(table, analysis)))

    async def opened_by(self, opener: str) -> OpenTables:
        """Return how many tables of that opener are in the lobby or in play."""
        row = tables.c
        is_listed = case(((row.stage == Stage.OPEN.value) & row.listed, 1), else_=0)
        wanted = select(func.count().label("total"), func.coalesce(func.sum(is_listed), 0).label("listed")).where(
            row.opener == opener, row.stage.in_([Stage.OPEN.value, Stage.RUNNING.value])
        )
        (found,) = await self._rows(wanted)
        return OpenTables(found.total, found.listed)

    async def heads(self, wanted: Collection[str]) -> dict[str, int]:
        """Return the latest sequence number of each of these tables that exists."""

        def read(connection: Connection) -> dict[str, int]:
            known = connection.execute(statements(connection).heads, {"names": list(wanted)})
            return {row.id: row.sequence for row in known}

        return await self._read(read)

    async def listing(self, table: str) -> Listing | None:
        """Return the summary of one table; None if it does not exist."""
        rows = await self._rows(SELECT_TABLE, {"table": table})
        return listing_of(rows[0]) if rows else None

    async def open_tables(self, limit: int, *, game: str | None = None) -> list[Listing]:
        """Return the public tables that wait for players, the latest first, of one game or of all.

        If there are more than the limit, each opener has an equal share: all first tables come before all second ones.
        """
        row = tables.c
        wanted = select(
            tables,
            func.row_number()
            .over(partition_by=func.coalesce(row.opener, row.id), order_by=(row.opened_at.desc(), row.id))
            .label("turn"),
        ).where(row.stage == Stage.OPEN.value, row.listed)
        if game is not None:
            wanted = wanted.where(row.game == game)
        ranked = wanted.subquery()
        fair = select(ranked).order_by(ranked.c.turn, ranked.c.opened_at.desc(), ranked.c.id).limit(limit)
        found = [listing_of(each) for each in await self._rows(fair)]
        return sorted(found, key=lambda listing: (-listing.opened_at, listing.table))

    async def lease(self, wanted: Collection[str], worker: str, *, now: int, until: int) -> frozenset[str]:
        """Claim or renew the leases of these tables until then; return the tables whose lease the worker now holds.

        Leases only avoid duplicate work. Correctness does not depend on them: each sequence number is written once.
        """
        return await self._writer.write(Lease(frozenset(wanted), worker, now, until))

    async def release(self, kept: Collection[str], worker: str) -> None:
        """Release the leases that this worker holds among these tables."""
        await self._writer.write(Release(frozenset(kept), worker))

    async def time(self) -> int | None:
        """Return the time of the database, which all its servers share; None: the database has no clock."""
        if not self._database.has_clock:
            return None
        ((time,),) = await self._rows(SELECT_TIME)
        return int(time)

    async def orphaned(self, limit: int, *, now: int, ahead: int = 0, latest: int | None = None) -> list[str]:
        """Return the tables without a valid lease that need a keeper by ``now + ahead``, the most urgent first.

        A lease that ends after `latest` is not valid: it was written before the clock was set back.
        """
        row = tables.c
        free = or_(row.keeper.is_(None), row.kept_until <= now)
        if latest is not None:
            free = or_(free, row.kept_until > latest)
        wanted = select(row.id).where(row.due <= now + ahead, free).order_by(row.due, row.id)
        return [table for (table,) in await self._rows(wanted.limit(limit))]

    async def heartbeat(self, worker: str, *, until: int) -> None:
        """Record that the worker is alive until then."""
        await self._writer.write(Heartbeat(worker, until))

    async def remove_worker(self, worker: str) -> None:
        """Record that the worker has stopped."""
        await self._writer.write(Heartbeat(worker, None))

    async def workers(self, *, now: int) -> frozenset[str]:
        """Return the workers that are alive."""
        alive = select(workers.c.id).where(workers.c.until > now)
        return frozenset(worker for (worker,) in await self._rows(alive))

    async def count_result(self, puzzle: str, points: int) -> None:
        """Count one more player who reached so many points in a puzzle."""
        await self._writer.write(CountResult(puzzle, points))

    async def results(self, puzzle: str) -> dict[int, int]:
        """Return how many players reached how many points in a puzzle, by points, the fewest first."""
        rows = await self._rows(SELECT_RESULTS, {"puzzle": puzzle})
        return {row.points: row.players for row in rows}

    async def expire(
        self, limit: int, *, stage: Stage, before: int, but: Collection[str], worker: str, now: int, until: int
    ) -> frozenset[str]:
        """Delete tables in that stage that have not changed since `before`, but not these; return which.

        A table whose lease another worker holds stays. `until` is when a new lease would end.
        """
        row = tables.c
        old = (
            select(row.id, row.sequence)
            # A table is opened before it changes: the condition on its opening lets the index help.
            .where(row.stage == stage.value, row.opened_at < before, row.updated_at < before)
            .order_by(row.opened_at, row.id)
            .limit(limit + len(but))
        )
        found = {each.id: each.sequence for each in await self._rows(old) if each.id not in but}
        expired = Expire(dict(islice(found.items(), limit)), worker, now, until)
        return await self._writer.write(expired) if found else frozenset()

    def pause_during_commits(self, paused: Callable[[], AbstractContextManager[None]]) -> None:
        """Enter this context for every commit: it stops what would delay it."""
        self._writer.around_commit = paused

    async def close(self) -> None:
        """Write what is pending, and disconnect from the database."""
        await self._writer.close()
        await self._database.close()

    def _sealed(self, table: str, added: Sequence[StoredEntry]) -> tuple[StoredEntry, ...]:
        return tuple([self._vault.seal(table, entry) for entry in added])

    async def _rows(self, wanted: Select[Any], parameters: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        return await self._read(lambda connection: connection.execute(wanted, parameters).all())

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        async with translated_errors():
            return await self._database.read(work)


def _check_order(table: str, added: Sequence[StoredEntry]) -> None:
    if not added or any(after.sequence != before.sequence + 1 for before, after in pairwise(added)):
        raise ValueError(f"entries {[entry.sequence for entry in added]} of {table} are not consecutive")
