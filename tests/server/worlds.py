"""Two servers with the same table, into which a test puts two worlds, to compare what a viewer receives."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import msgspec
from msgspec import Raw
from websockets.asyncio.client import ClientConnection, connect

from covergames.game import NotationError, Seat
from covergames.server.clock import TableClock
from covergames.server.connection import Connection
from covergames.server.security import App, Message
from covergames.server.session import TableSession
from covergames.server.store import StoredEntry
from covergames.server.summary import summary_of
from covergames.server.tokens import new_table
from covergames.table import (
    KEEPER,
    Act,
    Connect,
    Entry,
    Proposal,
    Ready,
    Refusal,
    Settings,
    Sit,
    Start,
    opening,
    token_hash,
)
from covergames.table import Table as LiveTable
from covergames.table.entries import Acted, Spoke
from tests.contract.adapters import Adapter, Table
from tests.contract.play import seeded, walk
from tests.server.kit import TIMEOUT_SECONDS, Served
from tests.wire.tables import Viewer, viewers_of

LATER: Final = int(1000 * time.time()) + 3_600_000
"""The time of every entry, equal at both servers, and so late that no duty becomes due."""
ELSEWHERE: Final = "elsewhere"
"""The name of a worker that is always alive, to which everybody but the viewer is connected."""
BACKLOG_BYTES: Final = 10**9


class Line(Protocol):
    """A connection to a server."""

    async def send(self, text: str) -> None:
        """Send one frame to the server."""

    async def recv(self) -> str:
        """The next frame from the server."""

    async def close(self) -> None:
        """Close the connection."""


Dial = Callable[[Served, str], Any]
"""Connects to a table of a server, and returns a `Line`."""


class SocketLine:
    """A real WebSocket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def dial(cls, served: Served, table: str) -> Line:
        """Connect over TCP."""
        address = f"{served.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        return cls(await connect(address, compression=None, max_size=None))

    async def send(self, text: str) -> None:
        await self._connection.send(text)

    async def recv(self) -> str:
        frame = await asyncio.wait_for(self._connection.recv(), TIMEOUT_SECONDS)
        assert isinstance(frame, str)
        return frame

    async def close(self) -> None:
        await self._connection.close()


class DirectLine:
    """A WebSocket without a network: the test calls the application as uvicorn does, and gets the same frames."""

    def __init__(self, app: App, table: str) -> None:
        self._sent: asyncio.Queue[Message] = asyncio.Queue()
        self._heard: asyncio.Queue[Message] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})
        path = f"/api/tables/{table}/socket"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"localhost")],
            "subprotocols": [],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "extensions": {},
            "state": {},
        }
        self._running = asyncio.ensure_future(app(scope, self._sent.get, self._heard.put))

    @classmethod
    async def dial(cls, served: Served, table: str) -> Line:
        """Connect within this process."""
        line = cls(served.server.application.asgi, table)
        assert (await line._heard.get())["type"] == "websocket.accept"
        return line

    async def send(self, text: str) -> None:
        self._sent.put_nowait({"type": "websocket.receive", "text": text})

    async def recv(self) -> str:
        message = await self._heard.get()
        assert message["type"] == "websocket.send", message
        text: str = message["text"]
        return text

    async def close(self) -> None:
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._running


def token_of(viewer: Viewer) -> str | None:
    """The viewer's token."""
    return None if viewer is None else f"token of seat {viewer}"


def begun(adapter: Adapter, table: Table) -> list[Entry]:
    """The entries of a table at which a game with these options has just begun."""
    first = opening(
        adapter.game.NAME,
        players=table.players,
        options=table.options,
        settings=Settings(),
        title="",
        seed="5e" * 32,
        host_token_hash=None,
        at=LATER,
    )
    live, entries = LiveTable.fold("begun", [first]), [first]

    def do(command: Any, who: Any) -> None:
        proposal = live.propose(command, by=who, at=LATER)
        assert isinstance(proposal, Proposal)
        live.accept(proposal)
        entries.append(proposal.entry)

    for seat in range(table.players):
        token = token_of(Seat(seat))
        assert token is not None
        do(Sit(f"Person {seat}", token_hash(token), nonce=f"n{seat}"), None)
        if seat:
            do(Ready(ready=True), Seat(seat))
        do(Connect(Seat(seat), f"{ELSEWHERE}.{seat}"), KEEPER)
    do(Start(), Seat(0))
    return entries


class StoppedClock(TableClock):
    """Shows the time of the table's latest entry, so that both worlds have the same time."""

    def now(self) -> int:
        """The time of the latest entry."""
        return self._at

    def pass_entry(self, at: int) -> None:
        """Show that time."""
        self._at = at


@dataclass
class Side:
    """One of the two servers, with a table for this viewer."""

    served: Served
    session: TableSession
    viewer: Viewer
    dial: Dial
    line: Line | None = None
    frames: list[str] = field(default_factory=list)
    """Everything that the viewer has received since the last call of `received`."""
    orders: int = 0

    @classmethod
    async def of(cls, served: Served, entries: list[Entry], name: str, viewer: Viewer, dial: Dial) -> Side:
        """The same table at every server, with the viewer connected."""
        registry = served.server.application.registry
        await registry.store.heartbeat(ELSEWHERE, until=2**62)
        stored = [StoredEntry(entry.sequence, entry.at, entry.encode()) for entry in entries]
        live = LiveTable.fold(name, entries)
        assert await registry.store.create(name, stored[0], summary_of(live))
        assert await registry.store.append(name, stored[1:], summary_of(live))
        session = await registry.session(name)
        session.clock = StoppedClock(registry.clock, session.table.at)
        side = cls(served, session, viewer, dial)
        await side.connect()
        return side

    def put(self, state: Any, events: tuple[Any, ...]) -> None:
        """Replace the game by this state, at the time that the state says."""
        table = self.session.table
        at = max(table.at, (table.round_start or 0) + getattr(state, "now", 0))
        self._absorb(Proposal(Entry(table.sequence + 1, at, Acted(None, Raw(b"{}"), "clock")), events, state, 0))

    def speak(self, text: str) -> None:
        """Add a chat message of the first seat, as if another worker had stored it."""
        table = self.session.table
        self._absorb(table.proposal_of(Entry(table.sequence + 1, table.at, Spoke(0, text))))

    def _absorb(self, proposal: Proposal) -> None:
        """Apply a proposal as the session does with another worker's entry, without storing it."""
        table = self.session.table
        following = table.after(proposal)
        following.sequence = table.sequence
        self.session._apply(proposal, following)

    async def connect(self) -> None:
        """Connect the viewer, for the first time or again."""
        if self.line is not None:
            await self.disconnect()
        self.line = await self.dial(self.served, self.session.table.id)
        await self._send(type="hello", token=token_of(self.viewer))
        await self._until("welcome")
        if self.viewer is not None:
            await self._until("update")  # for the viewer's own connection

    async def disconnect(self) -> None:
        """Close the viewer's connection, and wait until that is stored."""
        assert self.line is not None
        await self.line.close()
        while self.session.connections or any(len(person.connections) > 1 for _, person in self.session.table.people):
            await asyncio.sleep(0.001)

    async def connect_another(self) -> None:
        """Add and remove another connection of the viewer."""

        def write(message: bytes) -> bool:
            self.frames.append(message.decode())
            return True

        async def send(message: bytes) -> None:
            raise AssertionError(f"{message!r} could have been written at once")

        connection = Connection(
            "another", self.viewer, write=write, send=send, stop=lambda: None, backlog=BACKLOG_BYTES
        )
        self.session.add_connection(connection)
        await connection.drained()
        self.session.remove_connection(connection)

    async def act(self, action: Any, *, seen: int) -> None:
        """Send a command of the viewer that is refused."""
        self.orders += 1
        await self._send(type="act", id=f"r{self.orders}", seen=seen, action=action)
        assert f'"id":"r{self.orders}"' in await self._until("refused")

    async def received(self) -> list[str]:
        """Return everything that the viewer received since the last call, without times."""
        await self._send(type="ping", n=0)
        await self._until("pong")
        frames, self.frames = self.frames, []
        return [re.sub(r'"at":\d+', '"at":0', frame) for frame in frames]

    async def _send(self, **message: Any) -> None:
        assert self.line is not None
        await self.line.send(msgspec.json.encode(message).decode())

    async def _until(self, kind: str) -> str:
        assert self.line is not None
        while True:
            frame = await self.line.recv()
            self.frames.append(frame)
            if frame.startswith(f'{{"type":"{kind}"'):
                return frame


def refused(adapter: Adapter, table: LiveTable, viewer: Viewer, chooser: random.Random) -> Iterator[dict[str, Any]]:
    """Decisions that the table refuses, in any order, encoded as the viewer's client would."""
    who = Seat(0) if viewer is None else viewer
    actions = list(adapter.refused(table.state, who, chooser))
    chooser.shuffle(actions)
    for action in actions:
        try:
            sent = table.codec.action.data(action)
        except (IndexError, KeyError):  # a card that does not exist, or an action of the clock: no client can encode it
            continue
        try:
            table.propose(Act(table.codec.action.convert(sent), seen=10**6), by=viewer, at=table.at)
        except (NotationError, Refusal):
            yield sent


@dataclass(frozen=True)
class Comparison:
    """What a viewer received for a step in one world and in the other."""

    step: int
    viewer: Viewer
    one: list[str]
    other: list[str]
    differ: bool
    """Whether the worlds do."""


async def compared(
    servers: tuple[Served, Served], adapter: Adapter, table: Table, *, dial: Dial
) -> AsyncIterator[Comparison]:
    """A whole game, every step of it, for every viewer.

    Each time: the step, a refusal (a rule's, or that the viewer had seen too little), something said, and another welcome.
    """
    game, entries = adapter.game, begun(adapter, table)
    sides = {}
    for viewer in viewers_of(table):
        name = new_table()
        sides[viewer] = [await Side.of(served, entries, name, viewer, dial) for served in servers]
    for turn in walk(adapter, table, 21):
        step = game.apply(turn.state, turn.seat, turn.action, seeded(turn.index))
        for viewer, (one, two) in sides.items():
            chooser = random.Random(f"{turn.index} {viewer}")
            world = adapter.other_world(turn.state, turn.seat, turn.action, step, viewer, chooser)
            other = game.apply(world.state, turn.seat, world.action, world.dealer)
            one.put(step.state, step.events)
            two.put(other.state, other.events)
            illegal = next(refused(adapter, one.session.table, viewer, chooser), None)
            received: list[list[str]] = []
            for side in (one, two):
                if illegal is not None:
                    await side.act(illegal, seen=10**6 if turn.index % 3 else 0)
                side.speak("well, well")
                if dial == DirectLine.dial:
                    await side.connect_another()
                else:
                    await side.connect()
                received.append(await side.received())
            yield Comparison(turn.index, viewer, one=received[0], other=received[1], differ=world.state != turn.state)
    for both in sides.values():
        for side in both:
            await side.disconnect()
