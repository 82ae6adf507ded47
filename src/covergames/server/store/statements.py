"""Prepared statements, compiled once: SQLAlchemy takes longer to build a statement than to run it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import (
    BigInteger,
    Text,
    TypeDecorator,
    any_,
    bindparam,
    cast,
    delete,
    extract,
    func,
    insert,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import ARRAY

from covergames.server.store.rows import ArrayStatement, MultiRowStatement, insert_template, update_template
from covergames.server.store.schema import DERIVED, analyses, entries, puzzle_results, snapshots, tables, workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sqlalchemy import Column, ColumnElement, Connection, Delete, Dialect, Insert, Select
    from sqlalchemy.types import TypeEngine

    from covergames.server.store.rows import RowWriter

INSERT_TABLE: Final = insert(tables)
INSERT_WORKER: Final = insert(workers)
INSERT_DERIVED: Final = {derived.name: insert(derived) for derived in DERIVED}

SELECT_ENTRIES: Final = (
    select(entries.c.sequence, entries.c.at, entries.c.data)
    .where(entries.c.table_id == bindparam("table"), entries.c.sequence > bindparam("after"))
    .order_by(entries.c.sequence)
)
SELECT_TIME: Final = select(cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger))
"""The time of a PostgreSQL server, in milliseconds since 1970."""
SELECT_FIRST_ENTRY: Final = select(entries.c.sequence, entries.c.at, entries.c.data).where(
    entries.c.table_id == bindparam("table"), entries.c.sequence == 1
)
SELECT_SNAPSHOT: Final = select(snapshots.c.sequence, snapshots.c.version, snapshots.c.data).where(
    snapshots.c.table_id == bindparam("table"), snapshots.c.version == bindparam("version")
)
SELECT_ANALYSIS: Final = select(
    analyses.c.version, analyses.c.done, analyses.c.total, analyses.c.until, analyses.c.data
).where(analyses.c.table_id == bindparam("table"), analyses.c.version == bindparam("version"))
SELECT_TABLE: Final = select(tables).where(tables.c.id == bindparam("table"))
SELECT_RESULTS: Final = (
    select(puzzle_results.c.points, puzzle_results.c.players)
    .where(puzzle_results.c.puzzle == bindparam("puzzle"))
    .order_by(puzzle_results.c.points)
)


class NameList(TypeDecorator[list[str]]):
    """A list of names as one parameter, so that one statement serves any number of names."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return an array type for PostgreSQL, and text, for JSON, otherwise."""
        return dialect.type_descriptor(ARRAY(Text) if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: list[str] | None, dialect: Dialect) -> list[str] | str | None:
        """Return the value for the driver."""
        return value if dialect.name == "postgresql" else json.dumps(value)


@dataclass(frozen=True, slots=True)
class Statements:
    """The statements that differ between databases. Those without rows have one parameter, ``names``."""

    lock: Callable[[Connection, list[str]], Iterable[Sequence[Any]]]
    """Locks these tables, always in the same order to avoid deadlocks, and returns the columns of `LockedRow`."""
    insert_entries: RowWriter
    update_tables: RowWriter
    heads: Select[Any]
    delete_entries: Delete
    delete_derived: Mapping[str, Delete]
    """By the name of the database table."""
    delete_tables: Delete
    delete_workers: Delete
    add_results: Insert
    """Adds players to those who reached so many points in a puzzle."""


def _statements(dialect: str) -> Statements:
    def named(column: Column[str]) -> ColumnElement[bool]:
        names = bindparam("names", type_=NameList())
        if dialect == "postgresql":
            return column == any_(names)
        return column.in_(select(func.json_each(names).table_valued("value").c.value))

    row = tables.c
    decisive = (row.id, row.sequence, row.stage, row.keeper, row.kept_until, row.size)
    insert_entries: RowWriter
    update_tables: RowWriter
    if dialect == "postgresql":
        locked = select(*decisive).where(named(row.id)).order_by(row.id).with_for_update()
        insert_entries = ArrayStatement(insert_template(entries), entries)
        update_tables = ArrayStatement(update_template(tables), tables)
    else:  # one row with all results, for the reason that `MultiRowStatement` gives
        locked = select(func.json_group_array(func.json_array(*decisive))).where(named(row.id))
        insert_entries = MultiRowStatement(insert_template(entries))
        update_tables = MultiRowStatement(update_template(tables))

    added = (postgresql if dialect == "postgresql" else sqlite).insert(puzzle_results)
    result = puzzle_results.c
    add_results = added.on_conflict_do_update(
        index_elements=[result.puzzle, result.points],
        set_={"players": result.players + added.excluded.players},
    )

    def lock(connection: Connection, names: list[str]) -> Iterable[Sequence[Any]]:
        found = connection.execute(locked, {"names": names})
        return found if dialect == "postgresql" else json.loads(found.scalar_one())

    return Statements(
        lock=lock,
        insert_entries=insert_entries,
        update_tables=update_tables,
        heads=select(row.id, row.sequence).where(named(row.id)),
        delete_entries=delete(entries).where(named(entries.c.table_id)),
        delete_derived={derived.name: delete(derived).where(named(derived.c.table_id)) for derived in DERIVED},
        delete_tables=delete(tables).where(named(row.id)),
        delete_workers=delete(workers).where(named(workers.c.id)),
        add_results=add_results,
    )


_BY_DIALECT: Final = {dialect: _statements(dialect) for dialect in ("sqlite", "postgresql")}


def statements(connection: Connection) -> Statements:
    """Return the statements for the database of this connection."""
    return _BY_DIALECT[connection.dialect.name]
