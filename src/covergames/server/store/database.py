"""A database, as the store uses it: one connection that writes, some that read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

TIMEOUT_SECONDS: Final = 5
"""Seconds to wait for a connection, a lock or an answer before the database counts as gone."""

READ_CONNECTIONS: Final = 4
"""Connections that read. One more writes, and never waits for these."""

Result = TypeVar("Result")


class Database(Protocol):
    """Runs functions that talk to a database, and keeps the event loop free meanwhile."""

    async def prepare(self, work: Callable[[Connection], Result]) -> Result:
        """Like ``write``, for what may take long: waits for others who prepare for as long as it takes."""

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """What the work answers, once all that it wrote is committed; if it raises, nothing is written. One at a time."""

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """What the work answers, which must not write; as many at a time as there are connections, while another writes."""

    async def close(self) -> None:
        """Let go of all connections."""
