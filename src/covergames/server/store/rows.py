"""Writing many rows, in the fastest way of each database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy.dialects import postgresql

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

Row: TypeAlias = Mapping[str, Any]
RowWriter: TypeAlias = "Callable[[Connection, Sequence[Row]], None]"
"""Writes rows that have the same columns in the same order."""
StatementTemplate: TypeAlias = Callable[[Sequence[str]], str]
"""Returns a statement for rows with these columns; it contains ``{rows}`` in place of the query that returns the rows."""

ROW_ID: Final = "this"
"""The name of the first column in an update: the id of the row."""
MAX_ROWS_PER_STATEMENT: Final = 256
"""SQLite limits the parameters of a statement."""


class ArrayStatement:
    """Writes many rows in one statement, for PostgreSQL: each column is one parameter, an array.

    With one statement for each row, the client encodes and the server executes each of them.
    """

    def __init__(self, template: StatementTemplate, table: Table) -> None:
        types = {column.name: column.type.compile(postgresql.dialect()) for column in table.columns}  # type: ignore[no-untyped-call]
        self._types = {**types, ROW_ID: types.get("id", "")}
        self._template = template
        self._statements: dict[tuple[str, ...], str] = {}

    def __call__(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Write the rows."""
        columns = tuple(rows[0])
        statement = self._statements.get(columns)
        if statement is None:
            arrays = [f"${place}::{self._types[column]}[]" for place, column in enumerate(columns, start=1)]
            rows_of_arrays = f"SELECT * FROM unnest({', '.join(arrays)})"
            statement = self._statements[columns] = self._template(columns).format(rows=rows_of_arrays)
        connection.exec_driver_sql(statement, tuple([[row[column] for row in rows] for column in columns]))


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
            statement = self._template(columns).format(rows=f"VALUES {', '.join([row] * count)}")
            self._statements[columns, count] = statement
        return statement


def insert_template(table: Table) -> StatementTemplate:
    """Return the template that inserts rows into the table."""
    return lambda columns: f"INSERT INTO {table.name} ({', '.join(columns)}) {{rows}}"


def update_template(table: Table) -> StatementTemplate:
    """Return the template that updates rows of the table; the first column is the id of the row."""

    def template(columns: Sequence[str]) -> str:
        which, *others = columns
        assert which == ROW_ID
        values = ", ".join(f"{column} = new.{column}" for column in others)
        new = f"WITH new ({', '.join(columns)}) AS ({{rows}})"
        return f"{new} UPDATE {table.name} SET {values} FROM new WHERE {table.name}.id = new.{ROW_ID}"

    return template
