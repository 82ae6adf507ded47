"""The ledger of a transaction: the locked rows of its tables, and the changes to write."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from covergames.server.store.rows import ROW_ID
from covergames.server.store.statements import INSERT_DERIVED, INSERT_TABLE, INSERT_WORKER, statements
from covergames.server.store.stored import Stage

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Connection

    from covergames.server.store.stored import StoredAnalysis, StoredEntry, StoredSnapshot, Summary


@dataclass(slots=True)
class LockedRow:
    """The columns of a table that decide whether a write succeeds."""

    sequence: int
    stage: Stage
    keeper: str | None
    kept_until: int
    size: int


class Ledger:
    """Locks the rows of all tables of a transaction with one query, collects changes, and writes them in batches."""

    def __init__(self, connection: Connection, tables: Collection[str]) -> None:
        """Lock these tables until the transaction ends."""
        self._connection = connection
        self.rows: dict[str, LockedRow] = {}
        """The existing tables, with the changes that were collected so far."""
        self._opened: list[dict[str, Any]] = []
        self._entries: list[dict[str, Any]] = []
        self._heads: dict[str, dict[str, Any]] = {}
        self._summaries: dict[str, dict[str, Any]] = {}
        self._keepers: dict[str, dict[str, Any]] = {}
        self._pruned: list[str] = []
        self._heartbeats: dict[str, int | None] = {}
        self._results: Counter[tuple[str, int]] = Counter()
        self._derived: dict[str, dict[str, StoredSnapshot | StoredAnalysis]] = {}
        """By the name of the database table, then by the table."""
        self._statements = statements(connection)
        if tables:
            for table, sequence, stage, *rest in self._statements.lock(connection, list(tables)):
                self.rows[table] = LockedRow(sequence, Stage(stage), *rest)

    @property
    def connection(self) -> Connection:
        """The connection of the transaction, for writes that do not concern game tables."""
        return self._connection

    def open(self, table: str, first: StoredEntry, summary: Summary) -> None:
        """Add a table with its first entry."""
        self.rows[table] = LockedRow(first.sequence, summary.stage, None, 0, len(first.data))
        self._opened.append(
            {
                "id": table,
                "sequence": first.sequence,
                "opened_at": first.at,
                "updated_at": first.at,
                "size": len(first.data),
                **_columns(summary),
            }
        )
        self._add_entries(table, [first])

    def append(self, table: str, added: Sequence[StoredEntry], summary: Summary | None) -> None:
        """Add entries to an existing table; without a summary, the table keeps the one that it has."""
        latest = added[-1]
        row = self.rows[table]
        row.sequence = latest.sequence
        row.size += sum([len(entry.data) for entry in added])
        self._heads[table] = {ROW_ID: table, "sequence": row.sequence, "updated_at": latest.at, "size": row.size}
        if summary is not None:
            row.stage = summary.stage
            self._summaries[table] = {ROW_ID: table, **_columns(summary)}
        self._add_entries(table, added)

    def keep(self, table: str, keeper: str | None, until: int) -> None:
        """Give the lease of the table to a worker until that time, or to nobody."""
        row = self.rows[table]
        row.keeper, row.kept_until = keeper, until
        self._keepers[table] = {ROW_ID: table, "keeper": keeper, "kept_until": until}

    def prune(self, table: str) -> None:
        """Delete the table and all its entries."""
        del self.rows[table]
        self._pruned.append(table)

    def heartbeat(self, worker: str, until: int | None) -> None:
        """Record that the worker is alive until that time; None: it has stopped."""
        self._heartbeats[worker] = until

    def count_result(self, puzzle: str, points: int) -> None:
        """Count one more player who reached so many points in a puzzle."""
        self._results[puzzle, points] += 1

    def save_derived(self, kind: str, table: str, data: StoredSnapshot | StoredAnalysis) -> None:
        """Replace what the database table `kind` has of the table."""
        self._derived.setdefault(kind, {})[table] = data

    def write(self) -> None:
        """Write the collected changes."""
        run, statements = self._connection.execute, self._statements
        if self._opened:
            run(INSERT_TABLE, self._opened)
        if self._entries:
            statements.insert_entries(self._connection, self._entries)
        if self._heads:
            statements.update_tables(self._connection, list(self._heads.values()))
        if self._summaries:
            statements.update_tables(self._connection, list(self._summaries.values()))
        if self._keepers:
            statements.update_tables(self._connection, list(self._keepers.values()))
        for kind, saved in self._derived.items():
            run(statements.delete_derived[kind], {"names": list(saved)})
            kept = [{"table_id": table, **data._asdict()} for table, data in saved.items() if table not in self._pruned]
            if kept:
                run(INSERT_DERIVED[kind], kept)
        if self._pruned:
            for deletion in statements.delete_derived.values():
                run(deletion, {"names": self._pruned})
            run(statements.delete_entries, {"names": self._pruned})
            run(statements.delete_tables, {"names": self._pruned})
        if self._heartbeats:
            run(statements.delete_workers, {"names": list(self._heartbeats)})
            if alive := [
                {"id": worker, "until": until} for worker, until in self._heartbeats.items() if until is not None
            ]:
                run(INSERT_WORKER, alive)
        if self._results:
            # Always in the same order, to avoid deadlocks.
            counted = [
                {"puzzle": puzzle, "points": points, "players": players}
                for (puzzle, points), players in sorted(self._results.items())
            ]
            run(statements.add_results, counted)

    def _add_entries(self, table: str, added: Sequence[StoredEntry]) -> None:
        self._entries += [
            {"table_id": table, "sequence": entry.sequence, "at": entry.at, "data": entry.data} for entry in added
        ]


def _columns(summary: Summary) -> dict[str, Any]:
    return {
        "game": summary.game,
        "title": summary.title,
        "players": summary.players,
        "seats_taken": summary.seats_taken,
        "stage": summary.stage.value,
        "listed": summary.listed,
        "due": summary.due,
        "opener": summary.opener,
    }
