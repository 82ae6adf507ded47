"""A process that attacks a server with messages, from other addresses than all other clients.

    python -m tests.faults.attacker URL TABLE TOKEN

For each number on its standard input it sends until the server has refused that many messages, and then prints the count.
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

SOCKETS: Final = 8
"""Connections at a time, each from another address: one address would soon have to wait."""
OVERSIZED: Final = "x" * (70 * 1024)
RECONNECT_SECONDS: Final = 0.05
"""The delay until a rejected attacker connects again."""


def messages(chance: random.Random) -> Iterator[str | bytes]:
    """Yield hostile messages without end; one in five hundred is too long, which closes the connection."""
    hostile_messages = hostile(chance)
    while True:
        yield OVERSIZED if chance.random() < 0.002 else next(hostile_messages)


class Attack:
    """Sends messages until the server has refused that many."""

    def __init__(self, address: str, token: str, wanted: int) -> None:
        self._address = address
        self._token = token
        self._wanted = wanted
        self.refused = 0

    async def run(self) -> None:
        """Send until enough messages are refused."""
        await asyncio.gather(*(self._send_messages(number) for number in range(SOCKETS)))

    async def _send_messages(self, number: int) -> None:
        """Open one connection after another, each until the server closes it; half of them without a seat."""
        hostile_messages = messages(random.Random(number))
        hello = msgspec.json.encode({"type": "hello", "token": self._token if number % 2 else None}).decode()
        while self.refused < self._wanted:
            try:
                async with (
                    connect(
                        self._address,
                        compression=None,
                        local_addr=(f"127.0.0.{2 + number}", 0),
                        close_timeout=RECONNECT_SECONDS,
                    ) as socket,
                    asyncio.TaskGroup() as tasks,
                ):
                    await socket.send(hello)
                    tasks.create_task(self._count_refusals(socket))
                    with contextlib.suppress(WebSocketException):
                        while self.refused < self._wanted:
                            await socket.send(next(hostile_messages))
                            await asyncio.sleep(0)  # let the answers in
                    await socket.close()
            except (OSError, WebSocketException):
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _count_refusals(self, socket: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException):
            async for frame in socket:
                self.refused += str(frame).startswith(('{"type":"refused"', '{"type":"goodbye"'))


def main(url: str, table: str, token: str) -> None:
    """Run as the command line says."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    for line in sys.stdin:
        attack = Attack(address, token, int(line))
        asyncio.run(attack.run())
        print(attack.refused, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
