"""The rows that a transaction concerns, locked, and what is to become of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from covergames.server.store.rows import ROW_ID
from covergames.server.store.statements import INSERT_TABLE, INSERT_WORKER, statements
from covergames.server.store.stored import Stage

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Connection

    from covergames.server.store.stored import StoredEntry, Summary


@dataclass(slots=True)
class LockedRow:
    """What decides about writes to a table."""

    sequence: int
    stage: Stage
    keeper: str | None
    kept_until: int


class Ledger:
    """Reads what all writes of a transaction need in one go, gathers what they want, and writes it in one go."""

    def __init__(self, connection: Connection, concerned: Collection[str]) -> None:
        """Lock these tables until the transaction ends."""
        self._connection = connection
        self.rows: dict[str, LockedRow] = {}
        """The tables that there are, as they will be after what was gathered so far."""
        self._opened: list[dict[str, Any]] = []
        self._entries: list[dict[str, Any]] = []
        self._summaries: dict[str, dict[str, Any]] = {}
        self._keepers: dict[str, dict[str, Any]] = {}
        self._pruned: list[str] = []
        self._heartbeats: dict[str, int | None] = {}
        self._statements = statements(connection)
        if concerned:
            for table, sequence, stage, keeper, kept_until in self._statements.lock(connection, list(concerned)):
                self.rows[table] = LockedRow(sequence, Stage(stage), keeper, kept_until)

    def open(self, table: str, first: StoredEntry, summary: Summary) -> None:
        """A new table."""
        self.rows[table] = LockedRow(first.sequence, summary.stage, None, 0)
        self._opened.append(
            {
                "id": table,
                "sequence": first.sequence,
                "opened_at": first.at,
                "updated_at": first.at,
                **_columns(summary),
            }
        )
        self._gather(table, [first])

    def append(self, table: str, added: Sequence[StoredEntry], summary: Summary) -> None:
        """More entries of a table that there is."""
        latest = added[-1]
        row = self.rows[table]
        row.sequence, row.stage = latest.sequence, summary.stage
        self._summaries[table] = {
            ROW_ID: table,
            "sequence": latest.sequence,
            "updated_at": latest.at,
            **_columns(summary),
        }
        self._gather(table, added)

    def keep(self, table: str, keeper: str | None, until: int) -> None:
        """From now on this worker keeps the table, or nobody."""
        row = self.rows[table]
        row.keeper, row.kept_until = keeper, until
        self._keepers[table] = {ROW_ID: table, "keeper": keeper, "kept_until": until}

    def prune(self, table: str) -> None:
        """Forget the table and all its entries."""
        del self.rows[table]
        self._pruned.append(table)

    def heartbeat(self, worker: str, until: int | None) -> None:
        """The worker is alive until then; None: it is not."""
        self._heartbeats[worker] = until

    def write(self) -> None:
        """Write what was gathered."""
        run, statements = self._connection.execute, self._statements
        if self._opened:
            run(INSERT_TABLE, self._opened)
        if self._entries:
            statements.insert_entries(self._connection, self._entries)
        if self._summaries:
            statements.update_tables(self._connection, list(self._summaries.values()))
        if self._keepers:
            statements.update_tables(self._connection, list(self._keepers.values()))
        if self._pruned:
            run(statements.delete_entries, {"names": self._pruned})
            run(statements.delete_tables, {"names": self._pruned})
        if self._heartbeats:
            run(statements.delete_workers, {"names": list(self._heartbeats)})
            if alive := [
                {"id": worker, "until": until} for worker, until in self._heartbeats.items() if until is not None
            ]:
                run(INSERT_WORKER, alive)

    def _gather(self, table: str, added: Sequence[StoredEntry]) -> None:
        self._entries.extend(
            {"table_id": table, "sequence": entry.sequence, "at": entry.at, "data": entry.data} for entry in added
        )


def _columns(summary: Summary) -> dict[str, Any]:
    return {
        "game": summary.game,
        "title": summary.title,
        "players": summary.players,
        "seats_taken": summary.seats_taken,
        "stage": summary.stage.value,
        "listed": summary.listed,
        "due": summary.due,
    }
