"""The kinds of writes. Each reads the locked rows of its tables in the ledger and adds its changes there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from covergames.server.store.failure import NoSuchTable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from covergames.server.store.ledger import Ledger, LockedRow
    from covergames.server.store.stored import StoredAnalysis, StoredEntry, StoredSnapshot, Summary

MAX_LEASES_AHEAD: Final = 10
"""How many times as long as a new lease another one may still last. No worker writes such a lease; a clock set back makes one."""

Outcome_co = TypeVar("Outcome_co", covariant=True)


class Write(Protocol[Outcome_co]):
    """A write that shares a transaction with others."""

    @property
    def tables(self) -> Collection[str]:
        """The tables whose rows it needs."""

    def apply(self, ledger: Ledger) -> Outcome_co:
        """Add the changes to the ledger, and return the outcome."""


@dataclass(frozen=True, slots=True)
class Create:
    """Creates a table with its first entries; the outcome is False if the name is taken."""

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
    """Appends entries; the outcome is False if another worker has written one of these numbers."""

    table: str
    added: tuple[StoredEntry, ...]
    summary: Summary | None
    """None: the summary of the table has not changed."""

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
    """Claims or renews leases; the outcome is the set of tables whose lease the worker now holds."""

    tables: frozenset[str]
    worker: str
    now: int
    until: int

    def apply(self, ledger: Ledger) -> frozenset[str]:
        granted = set()
        for table in self.tables & ledger.rows.keys():
            if is_free(ledger.rows[table], self):
                ledger.keep(table, self.worker, self.until)
                granted.add(table)
        return frozenset(granted)


def is_free(row: LockedRow, claim: Lease | Expire) -> bool:
    """Return whether no other worker than that of the claim holds a valid lease of the table."""
    is_valid = claim.now < row.kept_until <= latest_lease(claim.now, claim.until)
    return row.keeper in (None, claim.worker) or not is_valid


def latest_lease(now: int, until: int) -> int:
    """Return the latest end of a valid lease, if a new one ends then; one that ends later is from a clock that was ahead."""
    return now + MAX_LEASES_AHEAD * (until - now)


@dataclass(frozen=True, slots=True)
class Release:
    """Releases a worker's leases; those of other workers stay."""

    tables: frozenset[str]
    worker: str

    def apply(self, ledger: Ledger) -> None:
        for table in self.tables & ledger.rows.keys():
            if ledger.rows[table].keeper == self.worker:
                ledger.keep(table, None, 0)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Records that a worker is alive until that time; None: it has stopped."""

    worker: str
    until: int | None

    @property
    def tables(self) -> Collection[str]:
        return ()

    def apply(self, ledger: Ledger) -> None:
        ledger.heartbeat(self.worker, self.until)


@dataclass(frozen=True, slots=True)
class CountResult:
    """Counts a player who reached so many points in a puzzle."""

    puzzle: str
    points: int

    @property
    def tables(self) -> Collection[str]:
        return ()

    def apply(self, ledger: Ledger) -> None:
        ledger.count_result(self.puzzle, self.points)


@dataclass(frozen=True, slots=True)
class SaveDerived:
    """Replaces the snapshot or the analysis of a table that exists."""

    kind: str
    """The name of the database table."""
    table: str
    data: StoredSnapshot | StoredAnalysis

    @property
    def tables(self) -> Collection[str]:
        return (self.table,)

    def apply(self, ledger: Ledger) -> None:
        if self.table in ledger.rows:
            ledger.save_derived(self.kind, self.table, self.data)


@dataclass(frozen=True, slots=True)
class Expire:
    """Deletes tables that nobody has changed since and whose lease no other worker holds; the outcome is which."""

    found: Mapping[str, int]
    """The tables, with their latest sequence number when they were found."""
    worker: str
    now: int
    until: int

    @property
    def tables(self) -> Collection[str]:
        return self.found.keys()

    def apply(self, ledger: Ledger) -> frozenset[str]:
        expired = frozenset(
            table
            for table, sequence in self.found.items()
            if (row := ledger.rows.get(table)) is not None and row.sequence == sequence and is_free(row, self)
        )
        for table in expired:
            ledger.prune(table)
        return expired
