"""One table on a real WebSocket whose faults a test controls: it breaks sockets, loses answers and stops its clock.

It keeps one game in memory: enough to test a client.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec import UNSET
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from covergames.coverup import TimeUp
from covergames.dealer import RandomDealer
from covergames.game import CLOCK, IllegalAction, Seat
from covergames.games import AnyGame
from covergames.schema import codec_of
from covergames.table import Settings, TableView
from covergames.table.seats import StoodInFor
from covergames.table.view import Place, Stage
from covergames.wire import (
    NO_EVENTS,
    Act,
    Done,
    Goodbye,
    Hello,
    Leave,
    Order,
    Ping,
    Pong,
    Ready,
    Refused,
    ServerMessage,
    Snapshot,
    TakeBack,
    Update,
    Welcome,
    You,
    encode,
    read_client_message,
    write_arrangement,
)

Fault = Callable[[Order], bool]
"""Whether the server fails at this command."""


def never(_order: Order) -> bool:
    """No fault."""
    return False


class DrivenClock:
    """A clock that moves only while a caller waits."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def now(self) -> float:
        return self.seconds

    async def wait(self, seconds: float) -> None:
        """Let other tasks run, then advance the clock."""
        until = self.seconds + seconds
        for _ in range(20):
            await asyncio.sleep(0)
        self.seconds = max(self.seconds, until)


class TinyServer:
    """One table; the token of seat 1 is ``seat 1``."""

    def __init__(self, game: AnyGame, players: int, options: Any, *, time: DrivenClock | None = None) -> None:
        self.game = game
        self.players = players
        self.time = time or DrivenClock()
        self.sequence = 0
        self.state: Any = None
        self.options = options
        self.acted: list[tuple[Seat, Any]] = []
        """Every decision that was executed."""
        self.connections = 0
        """The number of sockets so far."""
        self.absent = 0
        """How many of the next sockets break before their welcome."""
        self.lose_answer: Fault = never
        """The command is stored, but the socket breaks before the answer."""
        self.lose_command: Fault = never
        """The socket breaks before the command is executed."""
        self.be_busy: Fault = never
        """The database does not answer."""
        self.be_strict: Fault = never
        """The message is refused unread because of the rate limit."""
        self.stood_in_for: dict[Seat, StoodInFor] = {}
        self.round_start: int | None = None
        self.sent_frames: list[bytes] = []
        """Every message that was sent."""
        self._ready: set[Seat] = set()
        self._done: dict[str, int] = {}
        self._sockets: dict[ServerConnection, Seat | None] = {}
        self._dealer = RandomDealer(random.Random(5))
        self.url = ""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[TinyServer]:
        """Listen on a free port during the block."""
        async with serve(self._serve_socket, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            self.url = f"ws://127.0.0.1:{port}/api/tables/t1/socket"
            yield self

    async def cut(self) -> None:
        """Break every socket."""
        for socket in list(self._sockets):
            socket.transport.abort()
            await socket.wait_closed()

    async def close_all(self, goodbye: Goodbye) -> None:
        """Send the goodbye to everybody, and close."""
        for socket in list(self._sockets):
            await socket.send(encode(goodbye).decode())
            await socket.close()

    async def _serve_socket(self, socket: ServerConnection) -> None:
        self.connections += 1
        hello = read_client_message(await socket.recv())
        assert isinstance(hello, Hello)
        if self.absent:
            self.absent -= 1
            socket.transport.abort()
            return
        if hello.token is not None and not hello.token.startswith("seat "):
            await self._send(socket, Goodbye(code="not-yours", reason="this token belongs to no seat here"))
            return
        seat = None if hello.token is None else Seat(int(hello.token.removeprefix("seat ")))
        await self._send(socket, self._welcome(seat))
        self._sockets[socket] = seat
        try:
            async for frame in socket:
                await self._handle(socket, seat, frame)
        except ConnectionClosed:
            return
        finally:
            del self._sockets[socket]

    async def _handle(self, socket: ServerConnection, seat: Seat | None, frame: str | bytes) -> None:
        sent = read_client_message(frame)
        if isinstance(sent, Ping):
            await self._send(socket, Pong(n=sent.n, at=self._now()))
            return
        assert not isinstance(sent, Hello)
        assert seat is not None
        if self.lose_command(sent):
            socket.transport.abort()
        elif self.be_busy(sent):
            await self._refuse(socket, sent, "try-again", "the database does not answer")
        elif self.be_strict(sent):
            await self._send(
                socket, Refused(id=None, code="too-fast", reason="50 a second are allowed", sequence=self.sequence)
            )
        elif sent.id in self._done:
            await self._send(socket, Done(id=sent.id, sequence=self._done[sent.id]))
        else:
            try:
                events = self._execute(seat, sent)
            except IllegalAction as error:
                await self._refuse(socket, sent, "illegal", error.reason, error.rule_id)
                return
            self.sequence += 1
            self._done[sent.id] = self.sequence
            if self.lose_answer(sent):
                socket.transport.abort()
            if isinstance(sent, Leave):
                await self._send(socket, Done(id=sent.id, sequence=self.sequence))
                await self._send(socket, Goodbye(code="left", reason="the seat was given up"))
                return
            await self.broadcast(events)
            await self._send(socket, Done(id=sent.id, sequence=self.sequence))

    def _execute(self, seat: Seat, order: Order) -> tuple[Any, ...] | None:
        match order:
            case Ready():
                self._ready.add(seat)
                if len(self._ready) == self.players:
                    return self.deal()
            case Leave():
                pass
            case TakeBack():
                del self.stood_in_for[seat]
            case Act():
                action = codec_of(self.game, self.options).action.decode(order.action)
                timing = self.game.timing
                return self.apply(seat, action if timing is None else timing.at_time(action, self._t()))
            case _:
                raise AssertionError(f"no test sends {order}")
        return None

    def deal(self) -> tuple[Any, ...]:
        """Start the game."""
        self.options = self.game.settle(self.players, self.options, self._dealer)
        self.state = self.game.new(self.players, self.options, self._dealer)
        self.round_start = self._now()
        return tuple(self.game.set_up_events(self.state))

    def apply(self, seat: Seat, action: Any) -> tuple[Any, ...]:
        """Execute a decision."""
        before = self.state
        self.state, events = self.game.apply(before, seat, action, self._dealer)
        self.acted.append((seat, action))
        if getattr(before, "round", 0) != getattr(self.state, "round", 0):
            self.round_start = self._now()
        return events

    async def time_up(self) -> None:
        """End the round."""
        (action,) = self.game.legal(self.state, CLOCK)
        assert isinstance(action, TimeUp)
        events = self.apply(CLOCK, action)
        self.sequence += 1
        await self.broadcast(events)

    async def broadcast(self, events: tuple[Any, ...] | None) -> None:
        """Send everybody an update, with these events of the game."""
        for socket, seat in list(self._sockets.items()):
            update = Update(sequence=self.sequence, at=self._now(), table=self._table())
            if events is not None:
                snapshot = self._showing(events)
                update = Update(
                    sequence=self.sequence,
                    at=self._now(),
                    table=self._table(),
                    arrangement=write_arrangement(self.game, self.players, self.options),
                    public=snapshot.public,
                    private=snapshot.private(seat),
                    events=snapshot.events(seat),
                )
            await self._send(socket, update)

    async def _refuse(
        self, socket: ServerConnection, order: Order, code: str, reason: str, rule: str | None = None
    ) -> None:
        await self._send(socket, Refused(id=order.id, code=code, reason=reason, rule=rule, sequence=self.sequence))

    async def _send(self, socket: ServerConnection, message: ServerMessage) -> None:
        frame = encode(message)
        self.sent_frames.append(frame)
        try:
            await socket.send(frame.decode())
        except ConnectionClosed:
            return

    def _welcome(self, seat: Seat | None) -> Welcome:
        snapshot = None if self.state is None else self._showing(())
        return Welcome(
            you=You(seat, host=False),
            sequence=self.sequence,
            at=self._now(),
            table=self._table(),
            arrangement=write_arrangement(self.game, self.players, self.options),
            chat=(),
            public=UNSET if snapshot is None else snapshot.public,
            private=UNSET if snapshot is None else snapshot.private(seat),
            decisions=UNSET if snapshot is None else len(self.acted),
            history=NO_EVENTS if snapshot is None else snapshot.history(),
        )

    def _showing(self, events: tuple[Any, ...]) -> Snapshot:
        return Snapshot(self.game, self.state, events)

    def _table(self) -> TableView:
        is_over = self.state is not None and self.game.result(self.state) is not None
        return TableView(
            id="t1",
            title="",
            stage=Stage.OVER if is_over else Stage.LOBBY if self.state is None else Stage.PLAYING,
            settings=Settings(),
            seats=tuple(self._place(Seat(number)) for number in range(self.players)),
            host=Seat(0),
            round_start=self.round_start,
            commitment="",
            seed=None,
            rematch=None,
            rematch_of=None,
            closed=None,
        )

    def _place(self, seat: Seat) -> Place:
        return Place(
            name=f"player {seat}",
            bot=None,
            present=True,
            ready=seat in self._ready,
            muted=False,
            stood_in_for=self.stood_in_for.get(seat),
            stand_in_at=None,
            decision_until=None,
            delay=None,
            nonce=None,
        )

    def _now(self) -> int:
        return round(1000 * self.time.now())

    def _t(self) -> int:
        start = self.round_start or 0
        return max(self._now() - start, getattr(self.state, "now", 0))
