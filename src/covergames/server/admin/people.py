"""Who is connected to the tables of this machine. Addresses stay in the memory of the worker that has the connection.

With several workers, each listens on a Unix socket in a folder that only the server's user can open. It answers every connection
there with the people who are connected to it, in JSON.
"""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec

from covergames.server.admin.messages import Connected
from covergames.server.log import WORKER_NOT_READING, WORKER_SILENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from covergames.server.registry import TableRegistry

ANSWER_TIMEOUT_SECONDS: Final = 2.0
"""How long another worker may take to answer."""


@dataclass(frozen=True, slots=True)
class People:
    """The people who are connected to this machine."""

    connected: tuple[Connected, ...]
    silent_workers: int
    """Workers that did not answer."""


def people_here(registry: TableRegistry) -> list[Connected]:
    """Return everybody who is connected to this worker."""
    return [
        Connected(
            table=session.table.id,
            seat=connection.seat,
            name=None if connection.seat is None else _name(session.table.seats[connection.seat]),
            address=connection.address,
        )
        for session in registry.sessions
        for connection in session.connections.values()
    ]


def _name(occupant: object) -> str | None:
    return getattr(occupant, "name", None)


class PeopleExchange:
    """Answers the other workers of this machine, and asks them."""

    def __init__(self, registry: TableRegistry, own: socket.socket | None, others: Sequence[str]) -> None:
        """Answer on the Unix socket `own`; `others` are the paths of the other workers' sockets."""
        self._registry = registry
        self._own = own
        self._others = others
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to answer the other workers."""
        if self._own is not None:
            self._server = await asyncio.start_unix_server(self._answer, sock=self._own)

    async def close(self) -> None:
        """Stop answering."""
        if self._server is not None:
            self._server.close()

    async def everybody(self) -> People:
        """Return everybody who is connected to a worker of this machine."""
        answers = await asyncio.gather(*(self._ask(path) for path in self._others))
        heard = [answer for answer in answers if answer is not None]
        connected = [*people_here(self._registry), *(each for answer in heard for each in answer)]
        return People(tuple(connected), len(answers) - len(heard))

    async def _answer(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(msgspec.json.encode(people_here(self._registry)))
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                await writer.drain()
        except (OSError, TimeoutError):
            WORKER_NOT_READING()
        finally:
            writer.close()

    async def _ask(self, path: str) -> list[Connected] | None:
        """Return everybody who is connected to another worker; None: it does not answer."""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                reader, writer = await asyncio.open_unix_connection(path)
                try:
                    return msgspec.json.decode(await reader.read(), type=list[Connected])
                finally:
                    writer.close()
        except (OSError, TimeoutError, msgspec.DecodeError) as error:
            WORKER_SILENT(reason=repr(error))
            return None
