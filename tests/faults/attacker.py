"""A process that throws messages at a server, from another address than everybody else's.

    python -m tests.faults.attacker URL TABLE TOKEN

For every number that it reads from its standard input it has so many messages refused by the server, and then says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
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
MANY: Final = 250
"""More messages than a connection survives."""


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
        await asyncio.gather(*(self._throw(random.Random(number)) for number in range(SOCKETS)))

    async def _throw(self, chance: random.Random) -> None:
        """One connection after the other, each until the server has had enough of it."""
        throwing = messages(chance)
        while self.refused < self._wanted:
            try:
                async with connect(self._address, compression=None, local_addr=(ADDRESS, 0)) as socket:
                    await socket.send(msgspec.json.encode({"type": "hello", "token": self._token}).decode())
                    hearing = asyncio.create_task(self._hear(socket))
                    for _ in range(MANY):
                        await socket.send(next(throwing))
                    await hearing
            except (OSError, WebSocketException):
                await asyncio.sleep(PAUSE)

    async def _hear(self, socket: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException):
            async for frame in socket:
                self.refused += str(frame).startswith(('{"type":"refused"', '{"type":"goodbye"'))


def main(url: str, table: str, token: str) -> None:
    """As asked on the command line."""
    os.nice(10)  # on a network it would be another machine's time
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    for line in sys.stdin:
        attack = Attack(address, token, int(line))
        asyncio.run(attack.run())
        print(attack.refused, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
