"""One WebSocket from its hello to its end: messages are rate-limited, decoded, executed and answered in order."""

from __future__ import annotations

import asyncio
import time
from math import ceil
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from covergames import __version__, wire
from covergames.server.bans import BANNED
from covergames.server.connection import Connection, Write
from covergames.server.limits import CHANGE_BYTES, TokenBucket, TooFast, spend
from covergames.server.log import PRESENCE_REFUSED, SOCKET_FAILED
from covergames.server.orders import command_of
from covergames.server.session import NO_SPECTATORS, UNKNOWN_TOKEN
from covergames.server.store import DamagedTable, NoSuchTable, StoreDamaged, StoreUnavailable
from covergames.table import KEEPER, Actor, Code, Connect, Disconnect, Refusal, ReportDelay

if TYPE_CHECKING:
    from covergames.server.configuration import Configuration
    from covergames.server.limits import AddressBudget
    from covergames.server.registry import TableRegistry
    from covergames.server.security import Message, Receive, Send
    from covergames.server.session import TableSession
    from covergames.server.word_filter import WordFilter

HELLO_TIMEOUT_SECONDS: Final = 10.0
"""How long a client may take to send its hello."""
MAX_TOO_FAST_REFUSALS: Final = 100
"""Messages over the rate limit that are refused before the connection is closed; the count falls by one a second."""
PACE_BURST_MESSAGES: Final = 10
"""Messages of one connection that are answered without a pause."""
PACE_MESSAGES_PER_SECOND: Final = 100
"""Messages a second that are answered after the burst, unless the rate limit is higher: other tables get their turn."""
READ_PAUSE_SECONDS: Final = 0.05
"""How long the server stops reading from a connection that exceeds the rate limit."""
DELAY_REPORT_INTERVAL_SECONDS: Final = 10.0
"""How often the delay of a connection is reported to its table."""
TOO_FAST: Final = "too-fast"
TRY_AGAIN: Final = "try-again"
"""The refusal code when the database does not answer. Commands are idempotent: the client sends it again with the same id."""

OTHER_VERSION: Final = "other-version"
"""The code of the goodbye to a client that speaks another version of the protocol."""


class SessionEnded(Exception):
    """Ends the session; `goodbye` is the last message to the client, None if the client is gone."""

    def __init__(self, goodbye: wire.Goodbye | None = None) -> None:
        super().__init__()
        self.goodbye = goodbye


class SocketSession:
    """Handles the messages of one WebSocket."""

    def __init__(
        self,
        registry: TableRegistry,
        configuration: Configuration,
        *,
        receive: Receive,
        send: Send,
        write: Write,
        address: str,
        budget: AddressBudget,
        words: WordFilter,
    ) -> None:
        self._registry = registry
        self._configuration = configuration
        self._receive = receive
        self._send = send
        self._write = write
        self._address = address
        self._budget = budget
        self._words = words
        limits = configuration.limits
        self._rate_limit = TokenBucket(limits.messages, limits.burst, time.monotonic)
        self._pace = TokenBucket(max(PACE_MESSAGES_PER_SECOND, limits.messages), PACE_BURST_MESSAGES, time.monotonic)
        self._refusal_budget = TokenBucket(1, MAX_TOO_FAST_REFUSALS, time.monotonic)
        self._delay_report_limit = TokenBucket(1 / DELAY_REPORT_INTERVAL_SECONDS, 1, time.monotonic)
        self._listener: asyncio.Task[None] | None = None
        """The task that waits for the client's next message; None: nothing reads any more."""

    async def run(self, table: str) -> None:
        """Serve the socket of that table until either side ends it."""
        goodbye: wire.Goodbye | None = None
        try:
            session, who = await self._handshake(table)
            await self._serve(session, who)
        except SessionEnded as end:
            goodbye = end.goodbye
        except StoreUnavailable:
            goodbye = self._goodbye_database()
        except (DamagedTable, StoreDamaged) as error:
            goodbye = _goodbye("damaged", str(error))
        except Exception as error:
            SOCKET_FAILED(error, table=table)
            goodbye = self._goodbye_come_back("failed", "the server failed; nothing has changed")
        await self._close(goodbye)

    async def reject(self, limit: int) -> None:
        """Refuse the socket because its address has reached the limit of connections."""
        await self._close(self._goodbye_come_back("too-many", f"an address may have {limit} connections"))

    async def _handshake(self, table: str) -> tuple[TableSession, Actor]:
        """Read the hello, and return the table's session and the owner of the token."""
        self._check_ban()
        try:
            hello = self._read(await asyncio.wait_for(self._next_frame(), HELLO_TIMEOUT_SECONDS))
        except TimeoutError:
            raise SessionEnded(_goodbye("no-hello", f"no hello within {HELLO_TIMEOUT_SECONDS:g} s")) from None
        except wire.Unreadable as error:
            self._count_unreadable()
            raise SessionEnded(_goodbye(Code.UNREADABLE.value, str(error))) from None
        if not isinstance(hello, wire.Hello):
            kind = type(hello).__name__.lower()
            raise SessionEnded(_goodbye("no-hello", f"the first message must be hello, not {kind}"))
        if hello.protocol not in wire.PROTOCOLS:
            raise SessionEnded(_goodbye(OTHER_VERSION, _other_version(hello.protocol)))
        try:
            session = await self._registry.session(table)
        except NoSuchTable as error:
            raise SessionEnded(_goodbye("no-such-table", str(error))) from None
        if self._registry.is_closing:
            raise SessionEnded(self._goodbye_closing())
        self._check_ban()  # a ban closes the connections that it finds, and this one is not there yet
        if hello.token is None:
            if not session.table.settings.spectators:
                raise SessionEnded(_goodbye("no-spectators", NO_SPECTATORS))
            return session, None
        who = await session.actor_of(hello.token)
        if who is None:
            raise SessionEnded(_goodbye(Code.NOT_YOURS.value, UNKNOWN_TOKEN))
        return session, who

    async def _serve(self, session: TableSession, who: Actor) -> None:
        """Answer messages until the socket ends."""
        backlog = self._configuration.limits.backlog
        connection = Connection(
            self._registry.new_connection_id(),
            who,
            write=self._write,
            send=self._send_text,
            stop=self._stop_reading,
            backlog=backlog,
            address=self._address,
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
        except Refusal as refusal:  # the seat has reached its limit of connections
            await connection.drained()
            raise SessionEnded(self._goodbye_come_back(refusal.code.value, refusal.reason)) from None
        except asyncio.CancelledError:
            if self._listener is not None:
                raise  # not cancelled by `_stop_reading`
        finally:
            self._listener = None
            session.remove_connection(connection)
            if connection.seat is not None:
                await self._report(session, Disconnect(connection.seat, connection.id))

    async def _yield_to_others(self) -> None:
        """Let other tasks run, and pause if this connection has sent many messages."""
        await asyncio.sleep(0)
        while not self._pace.take():
            await asyncio.sleep(self._pace.wait_seconds)

    def _stop_reading(self) -> None:
        """Stop waiting for messages."""
        if self._listener is not None:
            self._listener.cancel()
            self._listener = None

    async def _report(self, session: TableSession, news: Disconnect | ReportDelay) -> None:
        """Report to the table. If that fails it is only logged: the keeper also notices connections that are gone."""
        try:
            await session.execute(news, KEEPER)
        except (Refusal, StoreUnavailable) as error:
            PRESENCE_REFUSED(table=session.table.id, news=repr(news), reason=str(error))

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
            self._count_unreadable()
            refusal = Refusal(Code.UNREADABLE, str(error))
            self._reply(connection, session.refusal_message(connection, error.command, refusal))
            return
        match sent:
            case wire.Ping(n, delay):
                watchers = session.watchers if self._configuration.is_only_worker else UNSET
                self._reply(connection, wire.encode(wire.Pong(n=n, at=session.clock.now(), watchers=watchers)))
                if delay is not None and connection.seat is not None and self._delay_report_limit.take():
                    await self._report(session, ReportDelay(connection.seat, delay))
            case wire.Hello():
                refusal = Refusal(Code.NOT_NOW, "hello is only allowed as the first message")
                self._reply(connection, session.refusal_message(connection, None, refusal))
            case _:
                outcome = await self._execute(session, connection, sent, size=len(frame))
                metrics = self._registry.metrics
                metrics.commands.labels(type(sent).__name__, outcome).inc()
                metrics.command_seconds.observe(time.perf_counter() - began)

    async def _execute(self, session: TableSession, connection: Connection, order: wire.Order, *, size: int) -> str:
        """Execute the command of that size, answer it, and return the outcome for the metrics."""
        try:
            self._spend(order, size)
            self._words.check_order(order)
            if isinstance(order, wire.Arrange) and order.settings.listed and not session.table.settings.listed:
                await self._registry.quotas.check_listing(session.opener)
            if isinstance(order, wire.Rematch):
                sequence = await self._registry.rematch(session, connection, order.id)
            else:
                command = command_of(order, connection.who, of=session.table)
                sequence = await session.execute(command, connection.who, over=connection)
        except Refusal as refusal:
            self._reply(connection, session.refusal_message(connection, order.id, refusal))
            return refusal.code.value
        except TooFast as error:
            refused = wire.Refused(id=order.id, code=TOO_FAST, reason=error.reason, sequence=session.table.sequence)
            self._reply(connection, wire.encode(refused))
            return TOO_FAST
        except StoreUnavailable:
            self._registry.metrics.store_failures.inc()
            refused = wire.Refused(
                id=order.id,
                code=TRY_AGAIN,
                reason="the database does not answer: try again",
                sequence=session.table.sequence,
            )
            self._reply(connection, wire.encode(refused))
            return TRY_AGAIN
        self._reply(connection, wire.encode(wire.Done(id=order.id, sequence=sequence)))
        return "done"

    def _spend(self, order: wire.Order, size: int) -> None:
        """Take from the budget of the address what the command costs.

        Raises:
            TooFast: If the address has used it up.
        """
        if isinstance(order, wire.Rematch):
            spend(self._budget.tables, "new tables")
        elif isinstance(order, wire.Arrange | wire.Ready | wire.SeatBot | wire.Remove | wire.Mute):
            spend(self._budget.arrangements, "changes of tables", tokens=ceil(size / CHANGE_BYTES))

    def _check_ban(self) -> None:
        """End the session of a banned address."""
        ban = self._registry.ban_of(self._address)
        if ban is not None:
            raise SessionEnded(_goodbye(BANNED, ban.reason))

    def _count_unreadable(self) -> None:
        """Count a message that could not be read; it costs its address more than others."""
        self._registry.metrics.unreadable.inc()
        self._budget.frames.charge(self._budget.unreadable)

    def _refuse_too_fast(self, session: TableSession, connection: Connection) -> None:
        """Refuse a message without reading it, or close the connection if there were too many of them."""
        limits = self._configuration.limits
        reason = f"a connection may send {limits.messages} messages a second, and {limits.burst} at once"
        if not self._refusal_budget.take():
            self._registry.metrics.dropped.labels(TOO_FAST).inc()
            raise SessionEnded(self._goodbye_come_back(TOO_FAST, reason))
        refused = wire.Refused(id=None, code=TOO_FAST, reason=reason, sequence=session.table.sequence)
        self._reply(connection, wire.encode(refused))

    def _reply(self, connection: Connection, message: bytes) -> None:
        if not connection.send(message):
            self._registry.metrics.dropped.labels("slow").inc()
            connection.abort()

    def _read(self, frame: str | bytes) -> wire.ClientMessage:
        return wire.read_client_message(frame, max_bytes=self._configuration.limits.size)

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
        except Exception:  # the client is gone or does not read
            return

    def _goodbye_closing(self) -> wire.Goodbye:
        return wire.Goodbye(
            code="closing", reason="the server is closing", again_after=self._configuration.retry_after_seconds
        )

    def _goodbye_come_back(self, code: str, reason: str) -> wire.Goodbye:
        """Return a goodbye for a limit that is reached now: the client may reconnect later."""
        return wire.Goodbye(code=code, reason=reason, again_after=self._configuration.retry_after_seconds)

    def _goodbye_database(self) -> wire.Goodbye:
        return wire.Goodbye(
            code=TRY_AGAIN, reason="the database does not answer", again_after=self._configuration.retry_after_seconds
        )


def _goodbye(code: str, reason: str) -> wire.Goodbye:
    return wire.Goodbye(code=code, reason=reason)


def _other_version(protocol: int) -> str:
    """Return why a client with this version of the protocol cannot be served, and what to do."""
    remedy = (
        "update the client, or reload the page"
        if protocol < wire.PROTOCOLS[0]
        else f"update the server, which is covergames {__version__}, or use a client of that version"
    )
    return f"the client speaks version {protocol} of the protocol, and the server version {wire.PROTOCOL}: {remedy}"
