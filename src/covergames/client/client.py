"""A live connection to a table, which outlives the sockets that it is made of."""

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
    Start,
    TableMirror,
    TakeBack,
    Told,
    Update,
    Welcome,
    encode,
    read_told,
)

RECONNECT_TIMEOUT_SECONDS: Final = 60.0
"""Seconds after which a server that cannot be reached is given up."""
FIRST_RETRY_DELAY_SECONDS: Final = 0.1
MAX_RETRY_DELAY_SECONDS: Final = 5.0
"""Seconds between two attempts to reach the server: each twice as long as the one before."""
HEARTBEAT_SECONDS: Final = 10.0
"""Seconds after which a silent server is asked whether it is there, and then has to answer."""
CLOSE_TIMEOUT_SECONDS: Final = 1.0
"""Seconds that a server has to answer when a socket is closed: one that went silent would not."""
MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024
"""Bytes that a server's message may have: a welcome brings the whole history."""
TRY_AGAIN: Final = "try-again"
"""The refusal that asks for the same command once more."""

UNREADABLE: Final = "unreadable"
"""The refusal of a message that makes no sense to the server, and never will."""
TOO_FAST: Final = "too-fast"
"""The refusal of a message that was not even read, so that it cannot be said which."""

Clock: TypeAlias = Callable[[], float]
Wait: TypeAlias = Callable[[float], Awaitable[object]]
Listener: TypeAlias = Callable[[Told], None]
"""Hears every message of the server, before anything is made of it."""


class SequenceGap(Exception):
    """The server's messages do not follow each other: what came between is in the next welcome."""


class Client:
    """One seat's, the host's or a spectator's connection to a table.

    If a socket breaks, another one is opened, and every command that was not answered is sent again under the same id:
    the server carries it out once. `mirror` is always what the server told last.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        clock: Clock = time.time,
        wait: Wait = asyncio.sleep,
        listener: Listener = lambda _told: None,
        reconnect_timeout: float = RECONNECT_TIMEOUT_SECONDS,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self._url = url
        self._token = token
        self._clock = clock
        self._wait = wait
        self._listener = listener
        self._reconnect_timeout = reconnect_timeout
        self._heartbeat = heartbeat
        self._mirror: TableMirror | None = None
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[Order, asyncio.Future[Done | Refused]]] = {}
        self._news = asyncio.Event()
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
        """The table as the server told it last."""
        if self._mirror is None:
            raise RuntimeError("a client is to be entered before it is used: async with client")
        return self._mirror

    @property
    def seat(self) -> Seat | None:
        """The client's own seat."""
        return self.mirror.you.seat

    @property
    def end(self) -> ConnectionFailed | None:
        """Why the server tells nothing more; None: it may."""
        return self._end

    def view(self) -> Any | None:
        """The game as this client may see it; None: it has not begun."""
        return self.mirror.view()

    def now(self) -> int:
        """The server's time, as far as it is known here, in milliseconds since 1970."""
        return round(1000 * (self._clock() + self._clock_offset_seconds))

    async def news(self) -> None:
        """Wait until the server tells anything about the table; `ConnectionFailed` if it never will."""
        if self._end is None:
            await self._news.wait()
        if self._end is not None:
            raise self._end

    async def wait_until(self, at: int) -> None:
        """Wait until that time of the server, or until there is news."""
        news = asyncio.ensure_future(self.news())
        waiting = asyncio.ensure_future(self._wait(max(0, at - self.now()) / 1000))
        done, others = await asyncio.wait((news, waiting), return_when=asyncio.FIRST_COMPLETED)
        for other in others:
            other.cancel()
        if news in done:
            news.result()

    async def act(self, action: Any, *, seen: int | None = None) -> int:
        """Decide, having seen the table at that sequence number, or as it is now; the sequence number that it got."""
        mirror = self.mirror
        at = mirror.sequence if seen is None else seen
        return await self.order(Act(self.new_id(), at, mirror.codec.action.encode(action)))

    async def say(self, text: str) -> int:
        """Say something to all at the table."""
        return await self.order(Say(self.new_id(), text))

    async def ready(self, *, ready: bool = True, nonce: str | None = None) -> int:
        """Be ready for the game as it is arranged now, or not any more; a nonce replaces the one given before."""
        return await self.order(Ready(self.new_id(), ready, self.mirror.sequence, nonce))

    async def start(self) -> int:
        """Begin the game."""
        return await self.order(Start(self.new_id()))

    async def take_back(self) -> int:
        """Decide again, after a bot stood in."""
        return await self.order(TakeBack(self.new_id()))

    async def order(self, order: Order) -> int:
        """Have a command carried out, once, whatever becomes of the socket, or `Refusal`.

        Answers with the sequence number of what it led to. Either way the client knows by then what the server knew,
        unless it was the last thing to be done here.
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
        """Let the bot decide for this seat until the game is over; None: the table was closed before."""
        return await play(self, bot)

    def new_id(self) -> str:
        """A name for a command that no other one has."""
        self._numbers += 1
        return f"{self._name}-{self._numbers}"

    async def _run_guarded(self) -> None:
        """Until the end; whoever waits for the server learns of a failure of ours, too."""
        try:
            await self._run()
        except Exception as error:
            self._give_up("failed", repr(error), cause=error)

    async def _run(self) -> None:
        """One socket after the other, until the server says goodbye for good or cannot be reached for long."""
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
            except ValueError as error:  # a message that is none, or that makes no game
                self._give_up("unreadable", str(error))
                return
            else:
                delay, given_up_at = FIRST_RETRY_DELAY_SECONDS, self._clock() + self._reconnect_timeout
                if goodbye is not None and goodbye.again_after is None:
                    self._give_up(goodbye.code, goodbye.reason)
                    return
                if goodbye is not None and goodbye.again_after is not None:
                    delay = goodbye.again_after
            await self._wait(delay)
            delay = min(2 * delay, MAX_RETRY_DELAY_SECONDS)

    async def _run_socket(self) -> Goodbye | None:
        """On one socket, until it ends after a welcome; with which last words."""
        async with connect(
            self._url,
            max_size=MAX_MESSAGE_BYTES,
            compression=None,
            ping_interval=self._heartbeat,
            ping_timeout=self._heartbeat,
            close_timeout=CLOSE_TIMEOUT_SECONDS,
        ) as socket:
            await socket.send(encode(Hello(self._token)).decode())
            try:
                while True:
                    told = read_told(await socket.recv())
                    if isinstance(told, Goodbye):
                        return told
                    await self._handle(told, socket)
            except SequenceGap:
                return None
            except ConnectionClosed:
                if self._socket is None:
                    raise  # there was no welcome: this counts as not reached
                return None
            finally:
                self._socket = None

    async def _handle(self, told: Told, socket: ClientConnection) -> None:
        self._listener(told)
        match told:
            case Welcome() if self._socket is socket:
                pass  # said before, and updated since
            case Welcome():
                self._mirror = TableMirror(told)
                self._socket = socket
                self._signal_news()
                await self._send_ping()
                for order, _ in list(self._unanswered.values()):
                    await self._send(order)
            case Update() if self._socket is None or told.sequence > self.mirror.sequence + 1:
                raise SequenceGap
            case Update() if told.sequence > self.mirror.sequence:
                self.mirror.update(told)
                self._signal_news()
            case Update():
                pass  # told before
            case Refused(id=command, code=code) if code == TRY_AGAIN and command in self._unanswered:
                self._start_task(self._send_again(command))
            case Refused(id=None, code=code) if code == TOO_FAST:
                self._resend_slowly()
            case Refused(id=None, code=code, reason=reason) if code == UNREADABLE:
                self._give_up(code, reason)
            case Done() | Refused():
                self._resolve(told)
            case Pong(n=n, at=at):
                self._set_clock(n, at)
            case Goodbye():
                raise AssertionError("heard by `_run_socket`")

    def _resolve(self, answer: Done | Refused) -> None:
        """Tell whoever waits for it."""
        _, future = self._unanswered.get(answer.id or "", (None, None))
        if future is not None and not future.done():
            future.set_result(answer)

    async def _send(self, message: Order | Ping) -> None:
        """Send it, if there is a socket; a command is sent again on the next one if this one breaks."""
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
        """Some command was not read: send all again that have no answer, one after the other, until they have one."""
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
        """The answer was written, as best as can be known, half-way between question and answer."""
        asked = self._pings.pop(n, None)
        if asked is not None:
            self._clock_offset_seconds = at / 1000 - (asked + self._clock()) / 2

    def _signal_news(self) -> None:
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
