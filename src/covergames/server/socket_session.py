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

HELLO_TIMEOUT_SECONDS: Final = 10.0
"""Seconds that a client has to say hello."""
MAX_TOO_FAST_REFUSALS: Final = 100
"""How many messages of a connection are refused at once because they come too fast before it is closed; one a second is forgiven."""
PACE_BURST_MESSAGES: Final = 10
"""How many messages of a connection are answered without a pause."""
PACE_MESSAGES_PER_SECOND: Final = 100
"""How many more are answered in a second, unless more are allowed in the long run: so the other tables have their turn."""
READ_PAUSE_SECONDS: Final = 0.05
"""Seconds for which nothing more is read from a connection that was too fast."""
DELAY_REPORT_INTERVAL_SECONDS: Final = 10.0
"""Seconds between two delays of a connection that are made known."""
TOO_FAST: Final = "too-fast"
TRY_AGAIN: Final = "try-again"
"""The database did not answer: sent once more, with the same id, the command is carried out once."""

_log = logging.getLogger("covergames.server")


class SessionEnded(Exception):
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
        self._rate_limit = TokenBucket(limits.messages, limits.burst, time.monotonic)
        self._pace = TokenBucket(max(PACE_MESSAGES_PER_SECOND, limits.messages), PACE_BURST_MESSAGES, time.monotonic)
        self._refusal_budget = TokenBucket(1, MAX_TOO_FAST_REFUSALS, time.monotonic)
        self._delay_report_limit = TokenBucket(1 / DELAY_REPORT_INTERVAL_SECONDS, 1, time.monotonic)
        self._listener: asyncio.Task[None] | None = None
        """Whoever waits for the client's next message; None: nobody does any more."""

    async def run(self, table: str) -> None:
        """Until either side ends it."""
        goodbye: wire.Goodbye | None = None
        try:
            session, who = await self._handshake(table)
            await self._serve(session, who)
        except SessionEnded as end:
            goodbye = end.goodbye
        except StoreUnavailable:
            goodbye = self._goodbye_database()
        await self._close(goodbye)

    async def reject(self, limit: int) -> None:
        """There are too many connections from there already."""
        await self._close(self._goodbye_come_back("too-many", f"{limit} connections from one address are allowed"))

    async def _handshake(self, table: str) -> tuple[TableSession, Actor]:
        """The table's room, and who is there."""
        try:
            hello = self._read(await asyncio.wait_for(self._next_frame(), HELLO_TIMEOUT_SECONDS))
        except TimeoutError:
            raise SessionEnded(_goodbye("no-hello", f"no hello within {HELLO_TIMEOUT_SECONDS:g} s")) from None
        except wire.Unreadable as error:
            self._registry.metrics.unreadable.inc()
            raise SessionEnded(_goodbye(Code.UNREADABLE.value, str(error))) from None
        if not isinstance(hello, wire.Hello):
            raise SessionEnded(_goodbye("no-hello", f"the first message is hello, not {type(hello).__name__.lower()}"))
        try:
            session = await self._registry.session(table)
        except NoSuchTable as error:
            raise SessionEnded(_goodbye("no-such-table", str(error))) from None
        if self._registry.is_closing:
            raise SessionEnded(self._goodbye_closing())
        if hello.token is None:
            if not session.table.settings.spectators:
                raise SessionEnded(_goodbye("no-spectators", NO_SPECTATORS))
            return session, None
        who = await session.actor_of(hello.token)
        if who is None:
            raise SessionEnded(_goodbye(Code.NOT_YOURS.value, "this token is of no seat at this table"))
        return session, who

    async def _serve(self, session: TableSession, who: Actor) -> None:
        """Listen and answer until the socket ends."""
        backlog = self._configuration.limits.backlog
        connection = Connection(
            self._registry.new_connection_id(),
            who,
            write=self._write,
            send=self._send_text,
            stop=self._stop_reading,
            backlog=backlog,
        )
        session.add_connection(connection)
        self._listener = asyncio.current_task()
        try:
            if connection.seat is not None:
                await session.execute(Connect(connection.seat, connection.id), KEEPER)
            while True:
                frame = await self._next_frame()
                if not connection.is_closing:
                    await self._handle(session, connection, frame)
                await self._yield_to_others()
        except Refusal as refusal:  # of coming: there are too many connections already
            await connection.drained()
            raise SessionEnded(self._goodbye_come_back(refusal.code.value, refusal.reason)) from None
        except asyncio.CancelledError:
            if self._listener is not None:
                raise  # by somebody else than `_stop_reading`
        finally:
            self._listener = None
            session.remove_connection(connection)
            if connection.seat is not None:
                await self._report(session, Disconnect(connection.seat, connection.id))

    async def _yield_to_others(self) -> None:
        """Let others have their turn, and for some time if this connection has had many."""
        await asyncio.sleep(0)
        while not self._pace.take():
            await asyncio.sleep(self._pace.wait_seconds)

    def _stop_reading(self) -> None:
        """Listen no longer."""
        if self._listener is not None:
            self._listener.cancel()
            self._listener = None

    async def _report(self, session: TableSession, news: Disconnect | ReportDelay) -> None:
        """Have it known at the table, if that can be; that a connection is gone its keeper finds out later as well."""
        try:
            await session.execute(news, KEEPER)
        except (Refusal, StoreUnavailable) as error:
            _log.info("table %s: %s was not kept: %s", session.table.id, news, error)

    async def _handle(self, session: TableSession, connection: Connection, frame: str | bytes) -> None:
        """Answer one message."""
        began = time.perf_counter()
        if not self._rate_limit.take():
            self._refuse_too_fast(session, connection)
            await asyncio.sleep(READ_PAUSE_SECONDS)
            return
        try:
            sent = self._read(frame)
        except wire.Unreadable as error:
            self._registry.metrics.unreadable.inc()
            refusal = Refusal(Code.UNREADABLE, str(error))
            self._reply(connection, session.refusal_message(connection, error.command, refusal))
            return
        match sent:
            case wire.Ping(n, delay):
                self._reply(connection, wire.encode(wire.Pong(n=n, at=self._registry.clock.now())))
                if delay is not None and connection.seat is not None and self._delay_report_limit.take():
                    await self._report(session, ReportDelay(connection.seat, delay))
            case wire.Hello():
                refusal = Refusal(Code.NOT_NOW, "hello is said once, at the beginning")
                self._reply(connection, session.refusal_message(connection, None, refusal))
            case _:
                outcome = await self._execute(session, connection, sent)
                metrics = self._registry.metrics
                metrics.commands.labels(type(sent).__name__, outcome).inc()
                metrics.command_seconds.observe(time.perf_counter() - began)

    async def _execute(self, session: TableSession, connection: Connection, order: wire.Order) -> str:
        """Do it and say so, or say why not; what came of it."""
        try:
            if isinstance(order, wire.Rematch):
                sequence = await self._registry.rematch(session, connection, order.id)
            else:
                command = command_of(order, connection.who, of=session.table)
                sequence = await session.execute(command, connection.who, over=connection)
        except Refusal as refusal:
            self._reply(connection, session.refusal_message(connection, order.id, refusal))
            return refusal.code.value
        except StoreUnavailable:
            self._registry.metrics.store_failures.inc()
            refused = wire.Refused(
                id=order.id,
                code=TRY_AGAIN,
                reason="the database does not answer: try again in a moment",
                sequence=session.table.sequence,
            )
            self._reply(connection, wire.encode(refused))
            return TRY_AGAIN
        self._reply(connection, wire.encode(wire.Done(id=order.id, sequence=sequence)))
        return "done"

    def _refuse_too_fast(self, session: TableSession, connection: Connection) -> None:
        """Refuse a message unread; whoever goes on like that has to go."""
        limits = self._configuration.limits
        reason = f"{limits.messages} messages a second are allowed, and {limits.burst} at once"
        if not self._refusal_budget.take():
            self._registry.metrics.dropped.labels(TOO_FAST).inc()
            raise SessionEnded(self._goodbye_come_back(TOO_FAST, reason))
        refused = wire.Refused(id=None, code=TOO_FAST, reason=reason, sequence=session.table.sequence)
        self._reply(connection, wire.encode(refused))

    def _reply(self, connection: Connection, message: bytes) -> None:
        if not connection.send(message):
            self._registry.metrics.dropped.labels("slow").inc()
            connection.abort()

    def _read(self, frame: str | bytes) -> wire.Sent:
        return wire.read_sent(frame, largest=self._configuration.limits.size)

    async def _next_frame(self) -> str | bytes:
        message: Message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise SessionEnded
        text: str | None = message.get("text")
        return message["bytes"] if text is None else text

    async def _send_text(self, message: bytes) -> None:
        await self._send({"type": "websocket.send", "text": message.decode()})

    async def _close(self, goodbye: wire.Goodbye | None) -> None:
        try:
            if goodbye is not None:
                await asyncio.wait_for(self._send_text(wire.encode(goodbye)), 1)
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": 1000}), 1)
        except Exception:  # it is gone already, or does not read: there is nobody to tell
            return

    def _goodbye_closing(self) -> wire.Goodbye:
        return wire.Goodbye(
            code="closing", reason="the server is closing", again_after=self._configuration.retry_after_seconds
        )

    def _goodbye_come_back(self, code: str, reason: str) -> wire.Goodbye:
        """There is too much of something, which may be over soon: it is worth coming again."""
        return wire.Goodbye(code=code, reason=reason, again_after=self._configuration.retry_after_seconds)

    def _goodbye_database(self) -> wire.Goodbye:
        return wire.Goodbye(
            code=TRY_AGAIN, reason="the database does not answer", again_after=self._configuration.retry_after_seconds
        )


def _goodbye(code: str, reason: str) -> wire.Goodbye:
    return wire.Goodbye(code=code, reason=reason)
