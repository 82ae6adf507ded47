"""What is asked of the database all the time, put into words once: that takes SQLAlchemy longer than asking."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Text, TypeDecorator, any_, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY

from covergames.server.store.rows import THIS, Together, changing, inserting, one_by_one
from covergames.server.store.schema import entries, tables, workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sqlalchemy import Column, ColumnElement, Connection, Delete, Dialect, Select
    from sqlalchemy.types import TypeEngine

    from covergames.server.store.rows import Writing

OPEN: Final = insert(tables)
ENROL: Final = insert(workers)

READ: Final = (
    select(entries.c.sequence, entries.c.at, entries.c.data)
    .where(entries.c.table_id == bindparam("table"), entries.c.sequence > bindparam("after"))
    .order_by(entries.c.sequence)
)
LIST: Final = select(tables).where(tables.c.id == bindparam("table"))


class Names(TypeDecorator[list[str]]):
    """Any number of names as one parameter, so that the statement is the same for one and for thousands."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """An array where there are arrays, JSON where there are none."""
        return dialect.type_descriptor(ARRAY(Text) if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: list[str] | None, dialect: Dialect) -> list[str] | str | None:
        """What the driver is given."""
        return value if dialect.name == "postgresql" else json.dumps(value)


@dataclass(frozen=True, slots=True)
class Statements:
    """What is worded otherwise for each database. Those that are not about rows are about the parameter ``names``."""

    lock: Callable[[Connection, list[str]], Iterable[Sequence[Any]]]
    """Locks these tables, in the same order for everybody, so that none waits in a ring; what decides about writes to them."""
    add: Writing
    """Entries."""
    change: Writing
    """Tables."""
    heads: Select[Any]
    forget_entries: Delete
    forget_tables: Delete
    forget_workers: Delete


def _statements(dialect: str) -> Statements:
    def named(column: Column[str]) -> ColumnElement[bool]:
        names = bindparam("names", type_=Names())
        if dialect == "postgresql":
            return column == any_(names)
        return column.in_(select(func.json_each(names).table_valued("value").c.value))

    row = tables.c
    decisive = (row.id, row.sequence, row.stage, row.keeper, row.kept_until)
    add: Writing
    change: Writing
    if dialect == "postgresql":
        locked = select(*decisive).where(named(row.id)).order_by(row.id).with_for_update()
        add = one_by_one(insert(entries))
        change = one_by_one(update(tables).where(row.id == bindparam(THIS)))
    else:  # one answer for all, as it is one statement for all: see `Together`
        locked = select(func.json_group_array(func.json_array(*decisive))).where(named(row.id))
        add = Together(inserting(entries))
        change = Together(changing(tables))

    def lock(connection: Connection, names: list[str]) -> Iterable[Sequence[Any]]:
        found = connection.execute(locked, {"names": names})
        return found if dialect == "postgresql" else json.loads(found.scalar_one())

    return Statements(
        lock=lock,
        add=add,
        change=change,
        heads=select(row.id, row.sequence).where(named(row.id)),
        forget_entries=delete(entries).where(named(entries.c.table_id)),
        forget_tables=delete(tables).where(named(row.id)),
        forget_workers=delete(workers).where(named(workers.c.id)),
    )


_BY_DIALECT: Final = {dialect: _statements(dialect) for dialect in ("sqlite", "postgresql")}


def statements(connection: Connection) -> Statements:
    """In the words of this database."""
    return _BY_DIALECT[connection.dialect.name]
