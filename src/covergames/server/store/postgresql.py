"""PostgreSQL, for several processes or machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import NullPool
from sqlalchemy.ext.asyncio import create_async_engine

from covergames.server.store.database import PATIENCE, READERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL, Connection

Answer = TypeVar("Answer")

NAMED: Final = {"application_name": "covergames"}
"""What an administrator sees in the list of connections."""


class Postgresql:
    """A database of a server; it may go away and come back."""

    def __init__(self, url: URL) -> None:
        self._url = url
        milliseconds = str(PATIENCE * 1000)
        settings = {
            **NAMED,
            "lock_timeout": milliseconds,
            # A worker that froze or vanished within a transaction must not hold its rows for longer than that.
            "idle_in_transaction_session_timeout": milliseconds,
        }
        arguments: dict[str, Any] = {
            "timeout": PATIENCE,
            "command_timeout": 2 * PATIENCE,
            "server_settings": settings,
        }
        # pre_ping: connections that died while the database was away are replaced before anything is asked of them
        self._writer = create_async_engine(
            url, connect_args=arguments, pool_size=1, max_overflow=0, pool_timeout=PATIENCE, pool_pre_ping=True
        )
        self._readers = create_async_engine(
            url, connect_args=arguments, pool_size=READERS, max_overflow=0, pool_timeout=PATIENCE, pool_pre_ping=True
        )

    async def prepare(self, work: Callable[[Connection], Answer]) -> Answer:
        """On a connection of its own that no time limit cuts."""
        arguments = {"timeout": PATIENCE, "server_settings": NAMED}
        engine = create_async_engine(self._url, connect_args=arguments, poolclass=NullPool)
        async with engine.begin() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Answer]) -> Answer:
        """In a transaction, on the server's disk when it answers."""
        async with self._writer.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Callable[[Connection], Answer]) -> Answer:
        """While others write."""
        async with self._readers.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Let go of all connections."""
        await self._writer.dispose()
        await self._readers.dispose()
