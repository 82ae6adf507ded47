"""Four sockets that belong together: the players of a table, or, to compare with, four that talk to an echo.

One at a time decides, and the next decision is made when all have heard of the last.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol

import msgspec

from benchmarks.load.websocket import Socket

PLAYERS: Final = 4

Told = Callable[[float], None]
"""Is given the seconds from a decision until everybody has heard of it."""


class Party(Protocol):
    """Four sockets, driven by decisions."""

    told: Told

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to decide."""

    async def sit_down(self) -> None:
        """Connect all four, until they can begin."""

    async def watch(self) -> None:
        """Connect one more, who only looks on."""

    def decide(self) -> None:
        """Have one of them decide; `told` hears when all know of it."""

    def close(self) -> None:
        """Leave."""


class _Private(msgspec.Struct):
    legal: tuple[msgspec.Raw, ...]


class _Message(msgspec.Struct):
    """As much of a server's message as the driver has to know; the rest is skipped."""

    type: str
    sequence: int = 0
    private: _Private | None = None
    code: str = ""
    reason: str = ""


_MESSAGE: Final = msgspec.json.Decoder(_Message)


class CoverMeParty:
    """The four players of a table of Cover Me; everything is decided by lot."""

    def __init__(self, host: str, port: int, table: str, tokens: tuple[str, ...]) -> None:
        self.told: Told = _nobody
        self.actions = 0
        self._place = host, port, f"/api/tables/{table}/socket"
        self._tokens = tokens
        self._chance = random.Random(table)
        self._sockets: list[Socket] = []
        self._watchers: list[Socket] = []
        self._heard = [0] * len(tokens)
        """The latest sequence number that each seat was told."""
        self._legal: list[tuple[msgspec.Raw, ...]] = [()] * len(tokens)
        self._awaited: int | None = None
        """The sequence number that all have to be told before somebody decides again."""
        self._unaware = 0
        """How many have not been told yet."""
        self._began = 0.0
        self._answers: dict[str, asyncio.Future[None]] = {}

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything to decide."""
        return not any(self._legal)

    async def sit_down(self) -> None:
        """All connect, are ready, and the first, who is the host, has the cards dealt."""
        for seat, token in enumerate(self._tokens):
            welcomed = self._answers["welcome"] = asyncio.get_running_loop().create_future()
            socket = await Socket.open(*self._place, partial(self._hear, seat))
            self._sockets.append(socket)
            socket.send(_encode(type="hello", token=token))
            await welcomed
        for seat in range(len(self._tokens)):
            await self._order(seat, type="ready", ready=True, seen=self._heard[seat])
        await self._order(0, type="start")
        while self.is_over:
            await asyncio.sleep(0)

    async def watch(self) -> None:
        """Somebody without a seat."""
        welcomed = asyncio.get_running_loop().create_future()

        def hear(_frame: bytes) -> None:
            if not welcomed.done():
                welcomed.set_result(None)

        socket = await Socket.open(*self._place, hear)
        self._watchers.append(socket)
        socket.send(_encode(type="hello", token=None))
        await welcomed

    def decide(self) -> None:
        """Somebody who may decides."""
        seat = self._chance.choice([seat for seat, legal in enumerate(self._legal) if legal])
        action = bytes(self._chance.choice(self._legal[seat]))
        self.actions += 1
        self._awaited = max(self._heard) + 1
        self._unaware = len(self._sockets)
        self._began = time.perf_counter()
        self._sockets[seat].send(
            b'{"type":"act","id":"%d","seen":%d,"action":%s}' % (self.actions, self._heard[seat], action)
        )

    def close(self) -> None:
        """All leave."""
        for socket in (*self._sockets, *self._watchers):
            socket.close()

    def _hear(self, seat: int, frame: bytes) -> None:
        message = _MESSAGE.decode(frame)
        match message.type:
            case "update" | "welcome":
                self._heard[seat] = message.sequence
                if message.private is not None:
                    self._legal[seat] = message.private.legal
                if message.sequence == self._awaited:
                    self._unaware -= 1
                    if self._unaware == 0:
                        self._awaited = None
                        self.told(time.perf_counter() - self._began)
                if message.type == "welcome":
                    self._answers.pop("welcome").set_result(None)
            case "done":
                if "order" in self._answers:
                    self._answers.pop("order").set_result(None)
            case _:
                raise ValueError(f"seat {seat} was told {frame[:300]!r}")

    async def _order(self, seat: int, **message: Any) -> None:
        answer = self._answers["order"] = asyncio.get_running_loop().create_future()
        self._sockets[seat].send(_encode(id=f"{message['type']}-{seat}", **message))
        await answer


class EchoParty:
    """Four sockets to a server that says everything back; one at a time says something as long as a decision."""

    TEXT: Final = b'{"type":"act","id":"100","seen":100,"action":{"event":"place","cards":["Gkmd"]}}'
    is_over = False

    def __init__(self, host: str, port: int) -> None:
        self.told: Told = _nobody
        self._place = host, port, "/"
        self._sockets: list[Socket] = []
        self._turn = 0
        self._began = 0.0

    async def sit_down(self) -> None:
        """All connect."""
        for _ in range(PLAYERS):
            self._sockets.append(await Socket.open(*self._place, self._hear))

    async def watch(self) -> None:
        """One more connects, and says nothing."""
        self._sockets.append(await Socket.open(*self._place, self._hear))

    def decide(self) -> None:
        """The next one speaks."""
        self._turn = (self._turn + 1) % PLAYERS
        self._began = time.perf_counter()
        self._sockets[self._turn].send(self.TEXT)

    def close(self) -> None:
        """All leave."""
        for socket in self._sockets:
            socket.close()

    def _hear(self, _frame: bytes) -> None:
        self.told(time.perf_counter() - self._began)


def _nobody(_seconds: float) -> None:
    """Whoever has not begun yet is not listened to."""


def _encode(**message: Any) -> bytes:
    return msgspec.json.encode(message)
