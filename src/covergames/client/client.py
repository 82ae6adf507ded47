"""A live connection to a table, which reconnects when its socket breaks."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Final, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException

from covergames.bots import AnyBot
from covergames.client.player import play
from covergames.client.refusal import ConnectionFailed, Refusal
from covergames.game import Result, Seat
from covergames.wire import (
    PROTOCOL,
    Act,
    Done,
    Goodbye,
    Hello,
    Order,
    Ping,
    Pong,
    Ready,
    Refused,
    Say,
    ServerMessage,
    Start,
    TableMirror,
    TakeBack,
    Update,
    Welcome,
    Witness,
    encode,
    read_server_message,
)

RECONNECT_TIMEOUT_SECONDS: Final = 60.0
"""How long to try to reach the server before giving up."""
FIRST_RETRY_DELAY_SECONDS: Final = 0.1
MAX_RETRY_DELAY_SECONDS: Final = 5.0
"""Exponential backoff: each delay between two attempts is twice as long as the one before."""
HEARTBEAT_SECONDS: Final = 10.0
"""How often to ping a silent server, and how long it may take to answer."""
CLOSE_TIMEOUT_SECONDS: Final = 1.0
"""How long the server may take to answer when a socket is closed."""
MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024
"""Longest message of a server: a welcome contains the whole history."""
TRY_AGAIN: Final = "try-again"
"""The refusal code of a command that the client should send again."""

UNREADABLE: Final = "unreadable"
"""The refusal code of a message that the server cannot decode."""
TOO_FAST: Final = "too-fast"
"""The refusal code of a message that the server did not read, so that it does not name the command."""

Clock: TypeAlias = Callable[[], float]
Wait: TypeAlias = Callable[[float], Awaitable[object]]
Listener: TypeAlias = Callable[[ServerMessage], None]
"""Called with every message of the server, before the client handles it."""


class SequenceGap(Exception):
    """A message is missing: the client reconnects, and the next welcome contains everything."""


class Client:
    """The connection of a seat, of the host or of a spectator to a table.

    If the socket breaks, the client opens another one and sends every unanswered command again. Commands are idempotent: the
    server executes each id once. `mirror` is the table as the server sent it last.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        clock: Clock = time.time,
        wait: Wait = asyncio.sleep,
        listener: Listener = lambda _message: None,
        witness: Witness | None = None,
        reconnect_timeout: float = RECONNECT_TIMEOUT_SECONDS,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self._url = url
        self._token = token
        self._clock = clock
        self._wait = wait
        self._listener = listener
        self.witness = witness or Witness()
        """What the server has shown of the game, to compare it with the record."""
        self._reconnect_timeout = reconnect_timeout
        self._heartbeat = heartbeat
        self._mirror: TableMirror | None = None
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[Order, asyncio.Future[Done | Refused]]] = {}
        self._news = asyncio.Event()
        self._changes = 0
        self._end: ConnectionFailed | None = None
        self._running: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._resending: asyncio.Task[None] | None = None
        self._name = secrets.token_hex(8)
        self._numbers = 0
        self._pings: dict[int, float] = {}
        self._clock_offset_seconds = 0.0

    async def __aenter__(self) -> Client:
        self._running = asyncio.create_task(self._run_guarded())
        try:
            while self._mirror is None:
                await self.news()
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._stop()

    @property
    def mirror(self) -> TableMirror:
        """The table as the server sent it last.

        Raises:
            RuntimeError: If the client is not entered with ``async with``.
        """
        if self._mirror is None:
            raise RuntimeError("enter the client before you use it: async with client")
        return self._mirror

    @property
    def seat(self) -> Seat | None:
        """The client's seat; None: the host without a seat, or a spectator."""
        return self.mirror.you.seat

    @property
    def end(self) -> ConnectionFailed | None:
        """Why the connection has failed for good; None: it has not."""
        return self._end

    @property
    def changes(self) -> int:
        """How often the table has changed since this client was created; the end of the connection counts as a change."""
        return self._changes

    def view(self) -> Any | None:
        """Return the game as this client sees it; None: it has not begun."""
        return self.mirror.view()

    def now(self) -> int:
        """Return the estimated time of the server's clock, in milliseconds since 1970."""
        return round(1000 * (self._clock() + self._clock_offset_seconds))

    async def news(self) -> None:
        """Wait for the next change of the table.

        Raises:
            ConnectionFailed: If the connection has failed for good.
        """
        if self._end is None:
            await self._news.wait()
        if self._end is not None:
            raise self._end

    async def wait_until(self, at: int) -> None:
        """Wait until that time of the server's clock, or until the next change of the table.

        Raises:
            ConnectionFailed: If the connection has failed for good.
        """
        news = asyncio.ensure_future(self.news())
        waiting = asyncio.ensure_future(self._wait(max(0, at - self.now()) / 1000))
        try:
            await asyncio.wait((news, waiting), return_when=asyncio.FIRST_COMPLETED)
            if news.done():
                news.result()
        finally:
            news.cancel()
            waiting.cancel()

    async def act(self, action: Any, *, seen: int | None = None) -> int:
        """Send a decision, and return the sequence number of its entry.

        `seen` is the sequence number of the table that the decision is based on; None: the current one.

        Raises:
            Refusal: If the server refuses the decision.
            ConnectionFailed: If the connection fails for good before the answer.
        """
        mirror = self.mirror
        at = mirror.sequence if seen is None else seen
        return await self.order(Act(self.new_id(), at, mirror.codec.action.encode(action)))

    async def say(self, text: str) -> int:
        """Send a chat message, and return the sequence number of its entry."""
        return await self.order(Say(self.new_id(), text))

    async def ready(self, *, ready: bool = True, nonce: str | None = None) -> int:
        """Declare the seat ready for the game as arranged now, or not ready; a nonce replaces the earlier one."""
        if nonce is not None:
            self.witness.add_nonce(nonce)
        return await self.order(Ready(self.new_id(), ready, self.mirror.sequence, nonce))

    async def start(self) -> int:
        """Start the game."""
        return await self.order(Start(self.new_id()))

    async def take_back(self) -> int:
        """Take the seat back from a bot that stands in."""
        return await self.order(TakeBack(self.new_id()))

    async def order(self, order: Order) -> int:
        """Send a command until the server answers it, and return the sequence number of its entry.

        The server executes it once, even if the socket breaks. When this returns or raises, `mirror` includes everything that
        the server knew when it answered, unless the connection has ended.

        Raises:
            Refusal: If the server refuses the command.
            ConnectionFailed: If the connection fails for good before the answer.
        """
        if self._end is not None:
            raise self._end
        future: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        self._unanswered[order.id] = order, future
        try:
            await self._send(order)
            answer = await future
        finally:
            del self._unanswered[order.id]
        while self.mirror.sequence < answer.sequence and self._end is None:
            await self._news.wait()
        if isinstance(answer, Refused):
            raise Refusal(answer.code, answer.reason, answer.rule)
        return answer.sequence

    async def play(self, bot: AnyBot) -> Result | None:
        """Let the bot decide for this seat, and return the result of the game; None: the table was closed before.

        Raises:
            Refusal: If the server refuses a decision of the bot.
            ConnectionFailed: If the connection fails for good.
        """
        return await play(self, bot)

    def new_id(self) -> str:
        """Return a unique id for a command."""
        self._numbers += 1
        return f"{self._name}-{self._numbers}"

    async def _run_guarded(self) -> None:
        """Run until the end; an error in this client ends the connection, so that no caller waits for ever."""
        try:
            await self._run()
        except Exception as error:
            self._give_up("failed", repr(error), cause=error)

    async def _run(self) -> None:
        """Open one socket after another, until the server says goodbye for good or cannot be reached for too long."""
        delay, given_up_at = FIRST_RETRY_DELAY_SECONDS, self._clock() + self._reconnect_timeout
        while self._end is None:
            try:
                goodbye = await self._run_socket()
            except InvalidURI as error:
                self._give_up("unreachable", str(error))
                return
            except (OSError, WebSocketException) as error:
                if self._clock() >= given_up_at:
                    self._give_up("unreachable", f"{self._url}: {error}")
                    return
            except ValueError as error:  # a message that cannot be decoded, or does not fit the game
                self._give_up("unreadable", str(error))
                return
            else:
                delay, given_up_at = FIRST_RETRY_DELAY_SECONDS, self._clock() + self._reconnect_timeout
                if goodbye is not None and goodbye.again_after is None:
                    self._give_up(goodbye.code, goodbye.reason)
                    return
                if goodbye is not None and goodbye.again_after is not None:
                    await self._wait(goodbye.again_after)
                    continue
            await self._wait(delay)
            delay = min(2 * delay, MAX_RETRY_DELAY_SECONDS)

    async def _run_socket(self) -> Goodbye | None:
        """Handle one socket until it ends, and return the server's goodbye; None: the socket broke after the welcome."""
        async with connect(
            self._url,
            max_size=MAX_MESSAGE_BYTES,
            compression=None,
            ping_interval=self._heartbeat,
            ping_timeout=self._heartbeat,
            close_timeout=CLOSE_TIMEOUT_SECONDS,
        ) as socket:
            await socket.send(encode(Hello(self._token, PROTOCOL)).decode())
            try:
                while True:
                    message = read_server_message(await socket.recv())
                    if isinstance(message, Goodbye):
                        return message
                    await self._handle(message, socket)
            except SequenceGap:
                return None
            except ConnectionClosed:
                if self._socket is None:
                    raise  # without a welcome the server counts as unreachable
                return None
            finally:
                self._socket = None

    async def _handle(self, message: ServerMessage, socket: ClientConnection) -> None:
        self._listener(message)
        self.witness.note(message)
        match message:
            case Welcome(sequence=sequence) if self._socket is socket and sequence <= self.mirror.sequence:
                pass  # a repeated welcome is older than the mirror
            case Welcome():
                self._mirror = TableMirror(message)
                self._socket = socket
                self._signal_news()
                await self._send_ping()
                for order, _ in list(self._unanswered.values()):
                    await self._send(order)
            case Update() if self._socket is None or message.sequence > self.mirror.sequence + 1:
                raise SequenceGap
            case Update() if message.sequence > self.mirror.sequence:
                self.mirror.update(message)
                self._signal_news()
            case Update():
                pass  # a repeated update
            case Refused(id=command, code=code) if code == TRY_AGAIN and command in self._unanswered:
                self._start_task(self._send_again(command))
            case Refused(id=None, code=code) if code == TOO_FAST:
                self._resend_slowly()
            case Refused(id=None, code=code, reason=reason) if code == UNREADABLE:
                self._give_up(code, reason)
            case Done() | Refused():
                self._resolve(message)
            case Pong(n=n, at=at):
                self._set_clock(n, at)
            case Goodbye():
                raise AssertionError("`_run_socket` handles goodbyes")

    def _resolve(self, answer: Done | Refused) -> None:
        """Give the answer to the call that waits for it."""
        _, future = self._unanswered.get(answer.id or "", (None, None))
        if future is not None and not future.done():
            future.set_result(answer)

    async def _send(self, message: Order | Ping) -> None:
        """Send the message if there is a socket; if it breaks, commands are sent again on the next one."""
        if self._socket is not None:
            try:
                await self._socket.send(encode(message).decode())
            except ConnectionClosed:
                return

    async def _send_again(self, command: str) -> None:
        await self._wait(FIRST_RETRY_DELAY_SECONDS)
        if command in self._unanswered:
            await self._send(self._unanswered[command][0])

    def _resend_slowly(self) -> None:
        """Send all unanswered commands again, one after the other, because the server did not read one of them."""
        if self._resending is None or self._resending.done():
            self._resending = self._start_task(self._resend_all())

    async def _resend_all(self) -> None:
        while self._unanswered:
            for command in list(self._unanswered):
                await self._send_again(command)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _send_ping(self) -> None:
        self._numbers += 1
        self._pings = {self._numbers: self._clock()}
        await self._send(Ping(self._numbers))

    def _set_clock(self, n: int, at: int) -> None:
        """Estimate the clock offset: assume that the server answered half-way between ping and pong."""
        asked = self._pings.pop(n, None)
        if asked is not None:
            self._clock_offset_seconds = at / 1000 - (asked + self._clock()) / 2

    def _signal_news(self) -> None:
        self._changes += 1
        news, self._news = self._news, asyncio.Event()
        news.set()

    def _give_up(self, code: str, reason: str, *, cause: Exception | None = None) -> None:
        self._end = ConnectionFailed(code, reason)
        self._end.__cause__ = cause
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(self._end)
        self._signal_news()

    async def _stop(self) -> None:
        tasks = [task for task in (self._running, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
