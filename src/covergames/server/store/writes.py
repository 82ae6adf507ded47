"""The kinds of writes. Each decides from the ledger, in which all the rows that it concerns are locked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from covergames.server.store.failure import NoSuchTable
from covergames.server.store.stored import Stage

if TYPE_CHECKING:
    from collections.abc import Collection

    from covergames.server.store.ledger import Ledger
    from covergames.server.store.stored import StoredEntry, Summary

Outcome_co = TypeVar("Outcome_co", covariant=True)


class Write(Protocol[Outcome_co]):
    """Something to be written, together with others, in one transaction."""

    @property
    def tables(self) -> Collection[str]:
        """The tables that it concerns."""

    def apply(self, ledger: Ledger) -> Outcome_co:
        """Decide, and enter into the ledger what follows."""


@dataclass(frozen=True, slots=True)
class Create:
    """A new table with its first entries; False if there is one of that name."""

    table: str
    first: StoredEntry
    summary: Summary
    more: tuple[StoredEntry, ...] = ()

    @property
    def tables(self) -> Collection[str]:
        return (self.table,)

    def apply(self, ledger: Ledger) -> bool:
        if self.table in ledger.rows:
            return False
        ledger.open(self.table, self.first, self.summary)
        if self.more:
            ledger.append(self.table, self.more, self.summary)
        return True


@dataclass(frozen=True, slots=True)
class Append:
    """More entries; False if somebody else was first with one of these sequence numbers."""

    table: str
    added: tuple[StoredEntry, ...]
    summary: Summary

    @property
    def tables(self) -> Collection[str]:
        return (self.table,)

    def apply(self, ledger: Ledger) -> bool:
        row = ledger.rows.get(self.table)
        if row is None:
            raise NoSuchTable(self.table)
        if self.added[0].sequence <= row.sequence:
            return False
        if self.added[0].sequence > row.sequence + 1:
            raise ValueError(
                f"{self.table} has {row.sequence} entries; number {self.added[0].sequence} would leave a gap"
            )
        ledger.append(self.table, self.added, self.summary)
        return True


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to keep tables until a moment; answers with those that nobody else keeps."""

    tables: frozenset[str]
    worker: str
    now: int
    until: int

    def apply(self, ledger: Ledger) -> frozenset[str]:
        granted = set()
        for table in self.tables & ledger.rows.keys():
            row = ledger.rows[table]
            if row.keeper in (None, self.worker) or row.kept_until <= self.now:
                ledger.keep(table, self.worker, self.until)
                granted.add(table)
        return frozenset(granted)


@dataclass(frozen=True, slots=True)
class Release:
    """The end of a worker's leases; those of others stay."""

    tables: frozenset[str]
    worker: str

    def apply(self, ledger: Ledger) -> None:
        for table in self.tables & ledger.rows.keys():
            if ledger.rows[table].keeper == self.worker:
                ledger.keep(table, None, 0)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A sign of life of a worker, good until a moment; None: it takes its leave."""

    worker: str
    until: int | None

    @property
    def tables(self) -> Collection[str]:
        return ()

    def apply(self, ledger: Ledger) -> None:
        ledger.heartbeat(self.worker, self.until)


@dataclass(frozen=True, slots=True)
class Prune:
    """The end of tables that closed without a record; those that did not are left alone."""

    tables: frozenset[str]

    def apply(self, ledger: Ledger) -> int:
        closed = [table for table in self.tables & ledger.rows.keys() if ledger.rows[table].stage is Stage.CLOSED]
        for table in closed:
            ledger.prune(table)
        return len(closed)
