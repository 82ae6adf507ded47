"""The interface of a database: one connection for writing, some for reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

TIMEOUT_SECONDS: Final = 5
"""How long to wait for a connection, a lock or an answer before the database counts as unavailable."""

READ_CONNECTIONS: Final = 4
"""Connections for reading. Another one writes, and never waits for these."""

Result = TypeVar("Result")


class Database(Protocol):
    """Runs functions in transactions, without blocking the event loop."""

    has_clock: bool
    """Whether the database has a clock that all servers share."""

    async def prepare(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work like ``write`` but without a timeout, for migrations; other processes that prepare are waited for."""

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work in a transaction, and return its result after the commit. If it raises, nothing is written."""

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work, which must not write, and return its result; as many run at a time as there are connections."""

    async def export(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work like ``read``, on one snapshot of the database and without a timeout, for backups."""

    async def close(self) -> None:
        """Close all connections."""
