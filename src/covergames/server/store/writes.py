"""The kinds of writes. Each reads the locked rows of its tables in the ledger and adds its changes there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from covergames.server.store.failure import NoSuchTable
from covergames.server.store.stored import Stage

if TYPE_CHECKING:
    from collections.abc import Collection

    from covergames.server.store.ledger import Ledger
    from covergames.server.store.stored import StoredEntry, StoredSnapshot, Summary

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
            row = ledger.rows[table]
            is_valid = self.now < row.kept_until <= latest_lease(self.now, self.until)
            if row.keeper in (None, self.worker) or not is_valid:
                ledger.keep(table, self.worker, self.until)
                granted.add(table)
        return frozenset(granted)


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
class SaveSnapshot:
    """Replaces the snapshot of a table that exists."""

    table: str
    snapshot: StoredSnapshot

    @property
    def tables(self) -> Collection[str]:
        return (self.table,)

    def apply(self, ledger: Ledger) -> None:
        if self.table in ledger.rows:
            ledger.save_snapshot(self.table, self.snapshot)


@dataclass(frozen=True, slots=True)
class Prune:
    """Deletes tables that were closed without a game; the outcome is their number."""

    tables: frozenset[str]

    def apply(self, ledger: Ledger) -> int:
        closed = [table for table in self.tables & ledger.rows.keys() if ledger.rows[table].stage is Stage.CLOSED]
        for table in closed:
            ledger.prune(table)
        return len(closed)
