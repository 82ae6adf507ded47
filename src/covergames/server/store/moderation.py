"""Bans, reports of players, and the log of what operators did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import delete, func, insert, or_, select, update

from covergames.server.store.failure import NoSuchTable
from covergames.server.store.schema import admin_log, bans, reports, tables
from covergames.server.store.stored import Listing, Stage, StoredEntry, listing_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence

    from sqlalchemy import Row, Select

    from covergames.server.store.ledger import Ledger
    from covergames.server.store.vault import Vault
    from covergames.server.store.writer import Writer

DELETE: Final = "delete"
"""The act of deleting a table, in the log."""
MAX_OPEN_REPORTS_PER_TABLE: Final = 50
"""Reports about one table that nobody has handled; more of them say nothing new."""


class LoggedAct(NamedTuple):
    """What an operator did. The subject is a table, or the number of a ban or a report."""

    number: int
    at: int
    act: str
    subject: str
    reason: str


class Ban(NamedTuple):
    """A banned network; until None: for ever."""

    number: int
    network: str
    at: int
    until: int | None
    reason: str


class StoredReport(NamedTuple):
    """A report of a player about another one; handled at None: nobody has handled it."""

    number: int
    table: str
    at: int
    handled_at: int | None
    data: bytes


class Moderation:
    """What operators need to moderate a server. Times are milliseconds since 1970 and come from the caller.

    Every method raises ``StoreUnavailable`` if the database does not answer. An act and its line in the log are one transaction.
    """

    def __init__(
        self, writer: Writer, rows: Callable[[Select[Any]], Awaitable[Sequence[Row[Any]]]], vault: Vault
    ) -> None:
        self._writer = writer
        self._rows = rows
        self._vault = vault

    async def ban(self, network: str, *, at: int, until: int | None, reason: str) -> Ban:
        """Ban a network until that time or for ever; replace an earlier ban of the same network."""
        return Ban(await self._writer.write(AddBan(network, at, until, reason)), network, at, until, reason)

    async def unban(self, network: str, *, at: int, reason: str) -> bool:
        """End the ban of a network; return False if it was not banned."""
        return await self._writer.write(RemoveBan(network, at, reason))

    async def bans(self, *, now: int) -> list[Ban]:
        """Return the bans that have not ended, the latest first."""
        row = bans.c
        wanted = select(bans).where(or_(row.until.is_(None), row.until > now)).order_by(row.at.desc(), row.id.desc())
        return [Ban(each.id, each.network, each.at, each.until, each.reason) for each in await self._rows(wanted)]

    async def log(self, act: str, subject: str, *, at: int, reason: str) -> None:
        """Add a line to the log."""
        await self._writer.write(Log(act, subject, at, reason))

    async def acts(self, limit: int) -> list[LoggedAct]:
        """Return the latest lines of the log, the latest first."""
        wanted = select(admin_log).order_by(admin_log.c.id.desc()).limit(limit)
        return [LoggedAct(each.id, each.at, each.act, each.subject, each.reason) for each in await self._rows(wanted)]

    async def report(self, table: str, data: bytes, *, at: int) -> int | None:
        """Store a report about somebody at the table; return its number, or None if the table has too many of them."""
        sealed = self._vault.seal(_place(table), StoredEntry(0, at, data))
        return await self._writer.write(AddReport(table, at, sealed.data))

    async def reports(
        self, limit: int, *, is_handled: bool | None = None, table: str | None = None
    ) -> list[StoredReport]:
        """Return the latest reports, the latest first: those that are handled, those that are not, or all.

        Raises:
            BadKey: If a report is damaged or was encrypted with another key.
        """
        row = reports.c
        wanted = select(reports).order_by(row.id.desc()).limit(limit)
        if is_handled is not None:
            wanted = wanted.where(row.handled_at.is_not(None) if is_handled else row.handled_at.is_(None))
        if table is not None:
            wanted = wanted.where(row.table_id == table)
        return [
            StoredReport(
                each.id,
                each.table_id,
                each.at,
                each.handled_at,
                self._vault.open(_place(each.table_id), StoredEntry(0, each.at, each.data)).data,
            )
            for each in await self._rows(wanted)
        ]

    async def handle_report(self, number: int, *, at: int, reason: str) -> bool:
        """Mark the report as handled; return False if there is no such report, or if it is handled already."""
        return await self._writer.write(HandleReport(number, at, reason))

    async def delete_table(self, table: str, *, at: int, reason: str) -> None:
        """Delete the table with its entries.

        Raises:
            NoSuchTable: If the table does not exist.
        """
        await self._writer.write(DeleteTable(table, at, reason))

    async def reason_of_deletion(self, table: str) -> str:
        """Return why an operator has deleted the table; empty if none has."""
        row = admin_log.c
        wanted = select(row.reason).where(row.act == DELETE, row.subject == table).order_by(row.id.desc()).limit(1)
        return "".join(each.reason for each in await self._rows(wanted))

    async def tables(self, limit: int, *, with_finished: bool) -> list[Listing]:
        """Return the tables that changed last: those that are open or running, or all."""
        wanted = select(tables).order_by(tables.c.updated_at.desc(), tables.c.id).limit(limit)
        if not with_finished:
            wanted = wanted.where(tables.c.stage.in_([Stage.OPEN.value, Stage.RUNNING.value]))
        return [listing_of(row) for row in await self._rows(wanted)]

    async def prune(self, *, now: int, reports_before: int) -> None:
        """Delete bans that have ended, and reports from before that time."""
        await self._writer.write(PruneModeration(now, reports_before))


class _WithoutTables:
    """A write that needs no rows of game tables."""

    __slots__ = ()

    @property
    def tables(self) -> Collection[str]:
        return ()


@dataclass(frozen=True, slots=True)
class AddBan(_WithoutTables):
    """Bans a network; the outcome is the number of the ban."""

    network: str
    at: int
    until: int | None
    reason: str

    def apply(self, ledger: Ledger) -> int:
        run = ledger.connection.execute
        run(delete(bans).where(bans.c.network == self.network))
        values = {"network": self.network, "at": self.at, "until": self.until, "reason": self.reason}
        number: int = run(insert(bans).returning(bans.c.id), values).scalar_one()
        _log(ledger, "ban", f"ban {number}", self.at, self.reason)
        return number


@dataclass(frozen=True, slots=True)
class RemoveBan(_WithoutTables):
    """Ends a ban; the outcome is False if there is none."""

    network: str
    at: int
    reason: str

    def apply(self, ledger: Ledger) -> bool:
        run = ledger.connection.execute
        number = run(delete(bans).where(bans.c.network == self.network).returning(bans.c.id)).scalar()
        if number is not None:
            _log(ledger, "unban", f"ban {number}", self.at, self.reason)
        return number is not None


@dataclass(frozen=True, slots=True)
class Log(_WithoutTables):
    """Adds a line to the log."""

    act: str
    subject: str
    at: int
    reason: str

    def apply(self, ledger: Ledger) -> None:
        _log(ledger, self.act, self.subject, self.at, self.reason)


@dataclass(frozen=True, slots=True)
class AddReport(_WithoutTables):
    """Stores a report; the outcome is its number, or None if the table has too many that are not handled."""

    table: str
    at: int
    data: bytes

    def apply(self, ledger: Ledger) -> int | None:
        run, row = ledger.connection.execute, reports.c
        waiting = select(func.count()).where(row.table_id == self.table, row.handled_at.is_(None))
        if run(waiting).scalar_one() >= MAX_OPEN_REPORTS_PER_TABLE:
            return None
        values = {"table_id": self.table, "at": self.at, "data": self.data}
        number: int = run(insert(reports).returning(row.id), values).scalar_one()
        return number


@dataclass(frozen=True, slots=True)
class HandleReport(_WithoutTables):
    """Marks a report as handled; the outcome is False if there is none that waits."""

    number: int
    at: int
    reason: str

    def apply(self, ledger: Ledger) -> bool:
        row = reports.c
        mark = update(reports).where(row.id == self.number, row.handled_at.is_(None)).values(handled_at=self.at)
        is_marked = ledger.connection.execute(mark.returning(row.id)).scalar() is not None
        if is_marked:
            _log(ledger, "handle", f"report {self.number}", self.at, self.reason)
        return is_marked


@dataclass(frozen=True, slots=True)
class DeleteTable:
    """Deletes a table in any stage."""

    table: str
    at: int
    reason: str

    @property
    def tables(self) -> Collection[str]:
        return (self.table,)

    def apply(self, ledger: Ledger) -> None:
        if self.table not in ledger.rows:
            raise NoSuchTable(self.table)
        ledger.prune(self.table)
        _log(ledger, DELETE, self.table, self.at, self.reason)


@dataclass(frozen=True, slots=True)
class PruneModeration(_WithoutTables):
    """Deletes bans that have ended, and old reports."""

    now: int
    reports_before: int

    def apply(self, ledger: Ledger) -> None:
        ledger.connection.execute(delete(bans).where(bans.c.until <= self.now))
        ledger.connection.execute(delete(reports).where(reports.c.at < self.reports_before))


def _log(ledger: Ledger, act: str, subject: str, at: int, reason: str) -> None:
    ledger.connection.execute(insert(admin_log), {"act": act, "subject": subject, "at": at, "reason": reason})


def _place(table: str) -> str:
    """Return the name of the key for reports about a table: no table has a name with a colon."""
    return f"report:{table}"
