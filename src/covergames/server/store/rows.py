"""Many rows at once, as each database takes them best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from sqlalchemy import Connection, Insert, Table, Update

Row: TypeAlias = Mapping[str, Any]
RowWriter: TypeAlias = "Callable[[Connection, Sequence[Row]], None]"
"""Writes rows that all have the same columns, in the same order."""
StatementTemplate: TypeAlias = Callable[[Sequence[str]], str]
"""A statement about rows with these columns, in which they stand as ``{rows}``."""

ROW_ID: Final = "this"
"""Of a row that is changed, the name of its first column: which row it is."""
MAX_ROWS_PER_STATEMENT: Final = 256
"""Rows in one statement of SQLite, which has a limit for parameters."""


def executemany(statement: Insert | Update) -> RowWriter:
    """For a driver that sends them all in one go."""

    def write(connection: Connection, rows: Sequence[Row]) -> None:
        connection.execute(statement, list(rows))

    return write


class MultiRowStatement:
    """All in one statement, for SQLite.

    For every row of its own, its driver lets the other threads work, and then waits until they let it. While the event loop
    is busy, which is just when there are many, that is a long wait for each.
    """

    def __init__(self, template: StatementTemplate) -> None:
        self._template = template
        self._statements: dict[tuple[tuple[str, ...], int], str] = {}

    def __call__(self, connection: Connection, rows: Sequence[Row]) -> None:
        """In parts of 1, 2, 4 and so on, so that there are few different statements, which SQLite has to understand only once."""
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
    """New rows of that table."""
    return lambda columns: f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES {{rows}}"


def update_template(table: Table) -> StatementTemplate:
    """Other values in rows of that table, each named by its id in the first column."""

    def template(columns: Sequence[str]) -> str:
        which, *others = columns
        assert which == ROW_ID
        values = ", ".join(f"{column} = new.column{place}" for place, column in enumerate(others, start=2))
        return f"UPDATE {table.name} SET {values} FROM (VALUES {{rows}}) AS new WHERE {table.name}.id = new.column1"

    return template
