"""A process that throws messages at a server, from another address than everybody else's.

    python -m tests.faults.attacker URL TABLE TOKEN

For every number that it reads from its standard input it has so many messages refused by the server, and then says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections.abc import Iterator
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.hostile import hostile

ADDRESS: Final = "127.0.0.2"
"""Limits are by address: those who are attacked have another."""
SOCKETS: Final = 8
"""Connections at a time."""
OVERSIZED: Final = "x" * (70 * 1024)
PAUSE: Final = 0.05
"""Seconds until an attacker who was turned away comes again."""


def messages(chance: random.Random) -> Iterator[str | bytes]:
    """Hostile ones without end; one in five hundred is too long as well, which ends a connection."""
    throwing = hostile(chance)
    while True:
        yield OVERSIZED if chance.random() < 0.002 else next(throwing)


class Attack:
    """So many messages are to be refused."""

    def __init__(self, address: str, token: str, wanted: int) -> None:
        self._address = address
        self._token = token
        self._wanted = wanted
        self.refused = 0

    async def run(self) -> None:
        """Until they are."""
        await asyncio.gather(*(self._throw(number) for number in range(SOCKETS)))

    async def _throw(self, number: int) -> None:
        """One connection after the other, each until the server has had enough of it; half of them without a seat."""
        throwing = messages(random.Random(number))
        hello = msgspec.json.encode({"type": "hello", "token": self._token if number % 2 else None}).decode()
        while self.refused < self._wanted:
            try:
                async with (
                    connect(self._address, compression=None, local_addr=(ADDRESS, 0), close_timeout=PAUSE) as socket,
                    asyncio.TaskGroup() as tasks,
                ):
                    await socket.send(hello)
                    tasks.create_task(self._hear(socket))
                    with contextlib.suppress(WebSocketException):
                        while self.refused < self._wanted:
                            await socket.send(next(throwing))
                            await asyncio.sleep(0)  # let the answers in
                    await socket.close()
            except (OSError, WebSocketException):
                await asyncio.sleep(PAUSE)

    async def _hear(self, socket: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException):
            async for frame in socket:
                self.refused += str(frame).startswith(('{"type":"refused"', '{"type":"goodbye"'))


def main(url: str, table: str, token: str) -> None:
    """As asked on the command line."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    for line in sys.stdin:
        attack = Attack(address, token, int(line))
        asyncio.run(attack.run())
        print(attack.refused, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
