"""The four clients of a table or, for comparison, four clients of an echo server.

One of them decides at a time, and the next decision follows when all have received the last.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from benchmarks.load.websocket import Socket

PLAYERS: Final = 4

OnReceived: TypeAlias = Callable[[float], None]
"""Called with the seconds from a decision until all clients have received it."""


class TableClients(Protocol):
    """Four clients that make decisions."""

    on_received: OnReceived

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to decide."""

    async def connect(self) -> None:
        """Connect all four, until they can decide."""

    async def connect_spectator(self) -> None:
        """Connect a client that only watches."""

    def decide(self) -> None:
        """Let one client decide; `on_received` is called when all have received the decision."""

    def close(self) -> None:
        """Close all sockets."""


class _Private(msgspec.Struct):
    legal: tuple[msgspec.Raw, ...]


class _Message(msgspec.Struct):
    """The fields of a server's message that the driver needs."""

    type: str
    sequence: int = 0
    private: _Private | None = None
    code: str = ""
    reason: str = ""


_MESSAGE: Final = msgspec.json.Decoder(_Message)


class CoverMeClients:
    """The four players of a table of Cover Me; they decide at random."""

    def __init__(self, host: str, port: int, table: str, tokens: tuple[str, ...]) -> None:
        self.on_received: OnReceived = ignore
        self.actions = 0
        self._address = host, port, f"/api/tables/{table}/socket"
        self._tokens = tokens
        self._chance = random.Random(table)
        self._sockets: list[Socket] = []
        self._spectators: list[Socket] = []
        self._sequences = [0] * len(tokens)
        """The latest sequence number that each seat has received."""
        self._legal: list[tuple[msgspec.Raw, ...]] = [()] * len(tokens)
        self._awaited: int | None = None
        """The sequence number that all seats have to receive before the next decision."""
        self._missing = 0
        """The number of seats that have not received it."""
        self._decided_at = 0.0
        self._answers: dict[str, asyncio.Future[None]] = {}

    @property
    def is_over(self) -> bool:
        """Whether no seat has a legal action."""
        return not any(self._legal)

    async def connect(self) -> None:
        """Connect all seats and make them ready; the first one, which is the host, starts the game."""
        for seat, token in enumerate(self._tokens):
            welcomed = self._answers["welcome"] = asyncio.get_running_loop().create_future()
            socket = await Socket.open(*self._address, partial(self._receive, seat))
            self._sockets.append(socket)
            socket.send(_encode(type="hello", token=token))
            await welcomed
        for seat in range(len(self._tokens)):
            await self._send_command(seat, type="ready", ready=True, seen=self._sequences[seat])
        await self._send_command(0, type="start")
        while self.is_over:
            await asyncio.sleep(0)

    async def connect_spectator(self) -> None:
        """Connect a client without a seat."""
        welcomed = asyncio.get_running_loop().create_future()

        def receive(_frame: bytes) -> None:
            if not welcomed.done():
                welcomed.set_result(None)

        socket = await Socket.open(*self._address, receive)
        self._spectators.append(socket)
        socket.send(_encode(type="hello", token=None))
        await welcomed

    def decide(self) -> None:
        """Send a random legal action of a random seat."""
        seat = self._chance.choice([seat for seat, legal in enumerate(self._legal) if legal])
        action = bytes(self._chance.choice(self._legal[seat]))
        self.actions += 1
        self._awaited = max(self._sequences) + 1
        self._missing = len(self._sockets)
        self._decided_at = time.perf_counter()
        self._sockets[seat].send(
            b'{"type":"act","id":"%d","seen":%d,"action":%s}' % (self.actions, self._sequences[seat], action)
        )

    def close(self) -> None:
        """Close all sockets."""
        for socket in (*self._sockets, *self._spectators):
            socket.close()

    def _receive(self, seat: int, frame: bytes) -> None:
        message = _MESSAGE.decode(frame)
        match message.type:
            case "update" | "welcome":
                self._sequences[seat] = message.sequence
                if message.private is not None:
                    self._legal[seat] = message.private.legal
                if message.sequence == self._awaited:
                    self._missing -= 1
                    if self._missing == 0:
                        self._awaited = None
                        self.on_received(time.perf_counter() - self._decided_at)
                if message.type == "welcome":
                    self._answers.pop("welcome").set_result(None)
            case "done":
                if "command" in self._answers:
                    self._answers.pop("command").set_result(None)
            case _:
                raise ValueError(f"seat {seat} received {frame[:300]!r}")

    async def _send_command(self, seat: int, **message: Any) -> None:
        answer = self._answers["command"] = asyncio.get_running_loop().create_future()
        self._sockets[seat].send(_encode(id=f"{message['type']}-{seat}", **message))
        await answer


class EchoClients:
    """Four clients of an echo server; one at a time sends a text as long as a decision."""

    TEXT: Final = b'{"type":"act","id":"100","seen":100,"action":{"event":"place","cards":["Gkmd"]}}'
    is_over = False

    def __init__(self, host: str, port: int) -> None:
        self.on_received: OnReceived = ignore
        self._address = host, port, "/"
        self._sockets: list[Socket] = []
        self._turn = 0
        self._sent_at = 0.0

    async def connect(self) -> None:
        """Connect all four."""
        for _ in range(PLAYERS):
            self._sockets.append(await Socket.open(*self._address, self._receive))

    async def connect_spectator(self) -> None:
        """Connect a client that sends nothing."""
        self._sockets.append(await Socket.open(*self._address, self._receive))

    def decide(self) -> None:
        """Let the next client send its text."""
        self._turn = (self._turn + 1) % PLAYERS
        self._sent_at = time.perf_counter()
        self._sockets[self._turn].send(self.TEXT)

    def close(self) -> None:
        """Close all sockets."""
        for socket in self._sockets:
            socket.close()

    def _receive(self, _frame: bytes) -> None:
        self.on_received(time.perf_counter() - self._sent_at)


def ignore(_seconds: float) -> None:
    """Do nothing: the driver has not started."""


def _encode(**message: Any) -> bytes:
    return msgspec.json.encode(message)
