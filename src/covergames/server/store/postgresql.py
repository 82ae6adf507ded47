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
"""The name that an administrator sees in the list of connections."""


class Postgresql:
    """A PostgreSQL database; it reconnects after an outage."""

    has_clock = True

    def __init__(self, url: URL, *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        """Set up the connection pools, without connecting. Each step fails after the timeout, or twice the timeout at most."""
        self._url = url
        settings = {
            **SERVER_SETTINGS,
            # A worker that freezes in a transaction holds its locks no longer than this,
            "idle_in_transaction_session_timeout": f"{timeout_seconds}s",
            # and another worker waits long enough to get them.
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
            # Test a connection before use: it may have died in an outage.
            pool_pre_ping=True,
            hide_parameters=True,  # entries contain secrets, and errors are logged
        )

    async def prepare(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work in a transaction on a separate connection without a timeout."""
        return await _transaction(self._patient_engine(), work)

    async def export(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work, which only reads, on a snapshot of the database, on a separate connection without a timeout."""
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        return await _transaction(self._patient_engine().execution_options(**options), work)

    def _patient_engine(self) -> AsyncEngine:
        """Return an engine without timeouts for answers, which keeps no connections."""
        arguments = {"timeout": self._arguments["timeout"], "server_settings": SERVER_SETTINGS}
        return create_async_engine(self._url, connect_args=arguments, poolclass=NullPool, hide_parameters=True)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work in a transaction, and return its result after the commit."""
        return await _transaction(self._writer, work)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work, which only reads."""
        return await _transaction(self._readers, work)

    async def close(self) -> None:
        """Close all connections."""
        await self._writer.dispose()
        await self._readers.dispose()


async def _transaction(engine: AsyncEngine, work: Callable[[Connection], Result]) -> Result:
    async with engine.begin() as connection:
        return await connection.run_sync(work)
