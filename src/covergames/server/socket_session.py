"""One socket from its hello to its end: what a client says is read, weighed, carried out and answered in order."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from covergames import wire
from covergames.server.connection import Connection, Write
from covergames.server.limits import TokenBucket
from covergames.server.orders import command_of
from covergames.server.session import NO_SPECTATORS
from covergames.server.store import NoSuchTable, StoreUnavailable
from covergames.table import KEEPER, Actor, Code, Connect, Disconnect, Refusal, ReportDelay

if TYPE_CHECKING:
    from covergames.server.configuration import Configuration
    from covergames.server.registry import TableRegistry
    from covergames.server.security import Message, Receive, Send
    from covergames.server.session import TableSession

GREETING: Final = 10.0
"""Seconds that a client has to say hello."""
PATIENCE: Final = 100
"""How many messages of a connection are refused at once because they come too fast before it is closed; one a second is forgiven."""
AT_ONCE: Final = 10
"""How many messages of a connection are answered without a pause."""
SWIFT: Final = 100
"""How many more are answered in a second, unless more are allowed in the long run: so the other tables have their turn."""
DEAF: Final = 0.05
"""Seconds for which nothing more is read from a connection that was too fast."""
MEASURED_EVERY: Final = 10.0
"""Seconds between two delays of a connection that are made known."""
TOO_FAST: Final = "too-fast"
TRY_AGAIN: Final = "try-again"
"""The database did not answer: sent once more, with the same id, the command is carried out once."""

_log = logging.getLogger("covergames.server")


class Ended(Exception):
    """The socket is to be closed, with these last words for the client, if it is still there."""

    def __init__(self, goodbye: wire.Goodbye | None = None) -> None:
        super().__init__()
        self.goodbye = goodbye


class SocketSession:
    """What is said on one socket."""

    def __init__(
        self, registry: TableRegistry, configuration: Configuration, *, receive: Receive, send: Send, write: Write
    ) -> None:
        self._registry = registry
        self._configuration = configuration
        self._receive = receive
        self._send = send
        self._write = write
        limits = configuration.limits
        self._bucket = TokenBucket(limits.messages, limits.burst, time.monotonic)
        self._pace = TokenBucket(max(SWIFT, limits.messages), AT_ONCE, time.monotonic)
        self._patience = TokenBucket(1, PATIENCE, time.monotonic)
        self._measuring = TokenBucket(1 / MEASURED_EVERY, 1, time.monotonic)
        self._listener: asyncio.Task[None] | None = None
        """Whoever waits for the client's next message; None: nobody does any more."""

    async def hold(self, table: str) -> None:
        """Until either side ends it."""
        goodbye: wire.Goodbye | None = None
        try:
            session, who = await self._greeted(table)
            await self._sit_down(session, who)
        except Ended as end:
            goodbye = end.goodbye
        except StoreUnavailable:
            goodbye = self._try_again()
        await self._close(goodbye)

    async def turn_away(self, limit: int) -> None:
        """There are too many connections from there already."""
        await self._close(self._too_many("too-many", f"{limit} connections from one address are allowed"))

    async def _greeted(self, table: str) -> tuple[TableSession, Actor]:
        """The table's room, and who is there."""
        try:
            hello = self._read(await asyncio.wait_for(self._frame(), GREETING))
        except TimeoutError:
            raise Ended(_goodbye("no-hello", f"no hello within {GREETING:g} s")) from None
        except wire.Unreadable as error:
            self._registry.metrics.unreadable.inc()
            raise Ended(_goodbye(Code.UNREADABLE.value, str(error))) from None
        if not isinstance(hello, wire.Hello):
            raise Ended(_goodbye("no-hello", f"the first message is hello, not {type(hello).__name__.lower()}"))
        try:
            session = await self._registry.session(table)
        except NoSuchTable as error:
            raise Ended(_goodbye("no-such-table", str(error))) from None
        if self._registry.is_closing:
            raise Ended(self._closing())
        if hello.token is None:
            if not session.table.settings.spectators:
                raise Ended(_goodbye("no-spectators", NO_SPECTATORS))
            return session, None
        who = await session.actor_of(hello.token)
        if who is None:
            raise Ended(_goodbye(Code.NOT_YOURS.value, "this token is of no seat at this table"))
        return session, who

    async def _sit_down(self, session: TableSession, who: Actor) -> None:
        """Listen and answer until the socket ends."""
        backlog = self._configuration.limits.backlog
        connection = Connection(
            self._registry.new_connection(), who, write=self._write, send=self._say, stop=self._stop, backlog=backlog
        )
        session.enter(connection)
        self._listener = asyncio.current_task()
        try:
            if connection.seat is not None:
                await session.ask(Connect(connection.seat, connection.id), KEEPER)
            while True:
                frame = await self._frame()
                if not connection.is_ending:
                    await self._hear(session, connection, frame)
                await self._give_way()
        except Refusal as refusal:  # of coming: there are too many connections already
            await connection.finished()
            raise Ended(self._too_many(refusal.code.value, refusal.reason)) from None
        except asyncio.CancelledError:
            if self._listener is not None:
                raise  # by somebody else than `_stop`
        finally:
            self._listener = None
            session.leave(connection)
            if connection.seat is not None:
                await self._report(session, Disconnect(connection.seat, connection.id))

    async def _give_way(self) -> None:
        """Let others have their turn, and for some time if this connection has had many."""
        await asyncio.sleep(0)
        while not self._pace.take():
            await asyncio.sleep(self._pace.wait)

    def _stop(self) -> None:
        """Listen no longer."""
        if self._listener is not None:
            self._listener.cancel()
            self._listener = None

    async def _report(self, session: TableSession, news: Disconnect | ReportDelay) -> None:
        """Have it known at the table, if that can be; that a connection is gone its keeper finds out later as well."""
        try:
            await session.ask(news, KEEPER)
        except (Refusal, StoreUnavailable) as error:
            _log.info("table %s: %s was not kept: %s", session.table.id, news, error)

    async def _hear(self, session: TableSession, connection: Connection, frame: str | bytes) -> None:
        """Answer one message."""
        began = time.perf_counter()
        if not self._bucket.take():
            self._slow_down(session, connection)
            await asyncio.sleep(DEAF)
            return
        try:
            sent = self._read(frame)
        except wire.Unreadable as error:
            self._registry.metrics.unreadable.inc()
            refusal = Refusal(Code.UNREADABLE, str(error))
            self._answer(connection, session.refused(connection, error.command, refusal))
            return
        match sent:
            case wire.Ping(n, delay):
                self._answer(connection, wire.encode(wire.Pong(n=n, at=self._registry.clock.now())))
                if delay is not None and connection.seat is not None and self._measuring.take():
                    await self._report(session, ReportDelay(connection.seat, delay))
            case wire.Hello():
                refusal = Refusal(Code.NOT_NOW, "hello is said once, at the beginning")
                self._answer(connection, session.refused(connection, None, refusal))
            case _:
                outcome = await self._carry_out(session, connection, sent)
                metrics = self._registry.metrics
                metrics.commands.labels(type(sent).__name__, outcome).inc()
                metrics.seconds.observe(time.perf_counter() - began)

    async def _carry_out(self, session: TableSession, connection: Connection, order: wire.Order) -> str:
        """Do it and say so, or say why not; what came of it."""
        try:
            if isinstance(order, wire.Rematch):
                sequence = await self._registry.rematch(session, connection, order.id)
            else:
                command = command_of(order, connection.who, of=session.table)
                sequence = await session.ask(command, connection.who, over=connection)
        except Refusal as refusal:
            self._answer(connection, session.refused(connection, order.id, refusal))
            return refusal.code.value
        except StoreUnavailable:
            self._registry.metrics.store_failures.inc()
            refused = wire.Refused(
                id=order.id,
                code=TRY_AGAIN,
                reason="the database does not answer: try again in a moment",
                sequence=session.table.sequence,
            )
            self._answer(connection, wire.encode(refused))
            return TRY_AGAIN
        self._answer(connection, wire.encode(wire.Done(id=order.id, sequence=sequence)))
        return "done"

    def _slow_down(self, session: TableSession, connection: Connection) -> None:
        """Refuse a message unread; whoever goes on like that has to go."""
        limits = self._configuration.limits
        reason = f"{limits.messages} messages a second are allowed, and {limits.burst} at once"
        if not self._patience.take():
            self._registry.metrics.dropped.labels(TOO_FAST).inc()
            raise Ended(self._too_many(TOO_FAST, reason))
        refused = wire.Refused(id=None, code=TOO_FAST, reason=reason, sequence=session.table.sequence)
        self._answer(connection, wire.encode(refused))

    def _answer(self, connection: Connection, message: bytes) -> None:
        if not connection.tell(message):
            self._registry.metrics.dropped.labels("slow").inc()
            connection.drop()

    def _read(self, frame: str | bytes) -> wire.Sent:
        return wire.read_sent(frame, largest=self._configuration.limits.size)

    async def _frame(self) -> str | bytes:
        message: Message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Ended
        text: str | None = message.get("text")
        return message["bytes"] if text is None else text

    async def _say(self, message: bytes) -> None:
        await self._send({"type": "websocket.send", "text": message.decode()})

    async def _close(self, goodbye: wire.Goodbye | None) -> None:
        try:
            if goodbye is not None:
                await asyncio.wait_for(self._say(wire.encode(goodbye)), 1)
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": 1000}), 1)
        except Exception:  # it is gone already, or does not read: there is nobody to tell
            return

    def _closing(self) -> wire.Goodbye:
        return wire.Goodbye(code="closing", reason="the server is closing", again_after=self._configuration.again_after)

    def _too_many(self, code: str, reason: str) -> wire.Goodbye:
        """There is too much of something, which may be over soon: it is worth coming again."""
        return wire.Goodbye(code=code, reason=reason, again_after=self._configuration.again_after)

    def _try_again(self) -> wire.Goodbye:
        return wire.Goodbye(
            code=TRY_AGAIN, reason="the database does not answer", again_after=self._configuration.again_after
        )


def _goodbye(code: str, reason: str) -> wire.Goodbye:
    return wire.Goodbye(code=code, reason=reason)
