"""A database to measure with: empty before, and empty again afterwards, so that every server begins with nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, delete, func, select

from covergames.server.store.address import database
from covergames.server.store.migrate import migrate
from covergames.server.store.schema import entries, tables, workers

Answer = TypeVar("Answer")


class NotEmpty(Exception):
    """A database that somebody uses; nothing was touched."""


async def check_empty(address: str) -> None:
    """Raise `NotEmpty` if there are tables in the database: what is there afterwards is removed."""
    found = await _write(address, lambda connection: connection.scalar(select(func.count()).select_from(tables)))
    if found:
        raise NotEmpty(f"there are {found} tables in the database: measuring needs one that is empty, and empties it")


async def empty(address: str) -> None:
    """Remove all tables."""

    def remove(connection: Connection) -> None:
        for kept in (entries, tables, workers):
            connection.execute(delete(kept))

    await _write(address, remove)


async def _write(address: str, work: Callable[[Connection], Answer]) -> Answer:
    opened = database(address)
    try:
        await opened.prepare(migrate)
        return await opened.write(work)
    finally:
        await opened.close()
