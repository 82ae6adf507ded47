"""Writing many rows, in the fastest way of each database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from sqlalchemy import Connection, Insert, Table, Update

Row: TypeAlias = Mapping[str, Any]
RowWriter: TypeAlias = "Callable[[Connection, Sequence[Row]], None]"
"""Writes rows that have the same columns in the same order."""
StatementTemplate: TypeAlias = Callable[[Sequence[str]], str]
"""Returns a statement for rows with these columns; it contains ``{rows}`` in place of the rows."""

ROW_ID: Final = "this"
"""The name of the first column in an update: the id of the row."""
MAX_ROWS_PER_STATEMENT: Final = 256
"""SQLite limits the parameters of a statement."""


def executemany(statement: Insert | Update) -> RowWriter:
    """Return a writer for a driver that sends all rows of a statement together."""

    def write(connection: Connection, rows: Sequence[Row]) -> None:
        connection.execute(statement, list(rows))

    return write


class MultiRowStatement:
    """Writes many rows in one statement, for SQLite.

    With one statement for each row, the driver releases the GIL for each row and waits to get it back, which takes long while
    the event loop is busy.
    """

    def __init__(self, template: StatementTemplate) -> None:
        self._template = template
        self._statements: dict[tuple[tuple[str, ...], int], str] = {}

    def __call__(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Write the rows in batches of 1, 2, 4 and so on: so there are few different statements, which SQLite prepares once."""
        columns = tuple(rows[0])
        start = 0
        while start < len(rows):
            count = min(MAX_ROWS_PER_STATEMENT, 1 << (len(rows) - start).bit_length() - 1)
            values = [value for row in rows[start : start + count] for value in row.values()]
            connection.exec_driver_sql(self._statement(columns, count), tuple(values))
            start += count

    def _statement(self, columns: tuple[str, ...], count: int) -> str:
        statement = self._statements.get((columns, count))
        if statement is None:
            row = f"({', '.join('?' * len(columns))})"
            statement = self._template(columns).format(rows=", ".join([row] * count))
            self._statements[columns, count] = statement
        return statement


def insert_template(table: Table) -> StatementTemplate:
    """Return the template that inserts rows into the table."""
    return lambda columns: f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES {{rows}}"


def update_template(table: Table) -> StatementTemplate:
    """Return the template that updates rows of the table; the first column is the id of the row."""

    def template(columns: Sequence[str]) -> str:
        which, *others = columns
        assert which == ROW_ID
        values = ", ".join(f"{column} = new.column{place}" for place, column in enumerate(others, start=2))
        return f"UPDATE {table.name} SET {values} FROM (VALUES {{rows}}) AS new WHERE {table.name}.id = new.column1"

    return template
