"""PostgreSQL, for several processes or machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import NullPool
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from covergames.server.store.database import READ_CONNECTIONS, TIMEOUT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL, Connection

Result = TypeVar("Result")

SERVER_SETTINGS: Final = {"application_name": "covergames"}
"""What an administrator sees in the list of connections."""


class Postgresql:
    """A database of a server; it may go away and come back."""

    def __init__(self, url: URL, *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        """Nothing is connected yet; whatever takes longer than the timeout_seconds, in seconds, or at most twice that, fails."""
        self._url = url
        settings = {
            **SERVER_SETTINGS,
            # A worker that froze or vanished within a transaction holds its rows no longer than this,
            "idle_in_transaction_session_timeout": f"{timeout_seconds}s",
            # and whoever waits for them waits long enough to get them.
            "lock_timeout": f"{2 * timeout_seconds}s",
        }
        self._arguments: dict[str, Any] = {
            "timeout": timeout_seconds,
            "command_timeout": 2 * timeout_seconds,
            "server_settings": settings,
        }
        self._writer = self._engine(connections=1)
        self._readers = self._engine(connections=READ_CONNECTIONS)

    def _engine(self, *, connections: int) -> AsyncEngine:
        return create_async_engine(
            self._url,
            connect_args=self._arguments,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=self._arguments["command_timeout"],
            # Connections that died while the database was away are replaced before anything is asked of them.
            pool_pre_ping=True,
            hide_parameters=True,  # entries hold secrets, and errors are logged
        )

    async def prepare(self, work: Callable[[Connection], Result]) -> Result:
        """On a connection of its own that no time limit cuts."""
        arguments = {"timeout": self._arguments["timeout"], "server_settings": SERVER_SETTINGS}
        engine = create_async_engine(self._url, connect_args=arguments, poolclass=NullPool, hide_parameters=True)
        return await _transaction(engine, work)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """In a transaction, on the server's disk when it answers."""
        return await _transaction(self._writer, work)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """While others write."""
        return await _transaction(self._readers, work)

    async def close(self) -> None:
        """Let go of all connections."""
        await self._writer.dispose()
        await self._readers.dispose()


async def _transaction(engine: AsyncEngine, work: Callable[[Connection], Result]) -> Result:
    async with engine.begin() as connection:
        return await connection.run_sync(work)
