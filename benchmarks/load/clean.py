"""The database of a measurement: it has to be empty before, and is emptied afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, delete, func, select

from covergames.server.store.address import database
from covergames.server.store.migrate import migrate
from covergames.server.store.schema import entries, tables, workers

Answer = TypeVar("Answer")


class NotEmpty(Exception):
    """The database contains tables; nothing was changed."""


async def check_empty(address: str) -> None:
    """Check that the database contains no tables, because they would be removed.

    Raises:
        NotEmpty: it contains tables.
    """
    found = await _write(address, lambda connection: connection.scalar(select(func.count()).select_from(tables)))
    if found:
        raise NotEmpty(
            f"there are {found} tables in the database: use an empty one, because measuring removes all tables"
        )


async def empty(address: str) -> None:
    """Remove all tables from the database."""

    def remove(connection: Connection) -> None:
        for table in (entries, tables, workers):
            connection.execute(delete(table))

    await _write(address, remove)


async def _write(address: str, work: Callable[[Connection], Answer]) -> Answer:
    opened = database(address)
    try:
        await opened.prepare(migrate)
        return await opened.write(work)
    finally:
        await opened.close()
