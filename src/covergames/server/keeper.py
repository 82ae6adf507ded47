"""What a table needs that no player asks for: the clock's duties, and the decisions of its bots.

One worker at a time does this for a table. Should two do it for a moment, nothing is done twice: the table refuses what
is not due, and of two who write the same entry one is first.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from typing import TYPE_CHECKING, Any, Final

from covergames.server.bot_pool import BotFailed
from covergames.server.bot_process import Question
from covergames.server.store import StoreUnavailable
from covergames.table import KEEPER, BotTurn, Code, Play, Refusal, Table

if TYPE_CHECKING:
    from covergames.game import Seat
    from covergames.server.bot_pool import BotPool
    from covergames.server.clock import Clock
    from covergames.server.metrics import Metrics
    from covergames.server.session import TableSession

RETRY_DELAY_MS: Final = 500
"""Milliseconds until what the database did not take is tried again."""

_log = logging.getLogger("covergames.server")
_random = random.SystemRandom()


class TableKeeper:
    """One room, while this worker keeps its table."""

    def __init__(self, session: TableSession, *, clock: Clock, bot_pool: BotPool, metrics: Metrics) -> None:
        self._session = session
        self._clock = clock
        self._bot_pool = bot_pool
        self._metrics = metrics
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: dict[object, asyncio.Task[None]] = {}
        self._changed = asyncio.Event()

    @property
    def is_busy(self) -> bool:
        """Whether a bot thinks or a duty is being done."""
        return bool(self._tasks)

    def update(self) -> None:
        """The table has changed, or has just been taken on: see what is due, and who has to think."""
        self._changed.set()
        self._changed = asyncio.Event()
        table = self._session.table
        self._set_timer(table)
        for turn in table.bots_to_act():
            if not self._is_running(turn.seat):
                self._start(turn.seat, self._play_seat(turn.seat))

    def stop(self) -> None:
        """Another worker takes over, or nobody has to."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks.values():
            task.cancel()

    def _start(self, key: object, work: Any) -> None:
        self._tasks[key] = asyncio.create_task(work)
        self._tasks[key].add_done_callback(lambda task: self._on_done(key, task))

    def _is_running(self, key: object) -> bool:
        """Whether that is being done. What has come to its end is not, even before `_on_done` is told."""
        task = self._tasks.get(key)
        return task is not None and not task.done()

    def _on_done(self, key: object, task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("attending table %s failed", self._session.table.id, exc_info=error)

    # The clock.

    def _set_timer(self, table: Table) -> None:
        if self._timer is not None:
            self._timer.cancel()
        duty = table.duty()
        self._timer = None if duty is None else self._clock.call_at(duty.due, self._on_timer)

    def _on_timer(self) -> None:
        if not self._is_running("clock"):
            self._start("clock", self._do_duties())

    async def _do_duties(self) -> None:
        """Everything that is due now."""
        while (duty := self._session.table.duty()) is not None and duty.due <= self._clock.now():
            try:
                await self._session.execute(duty.command, KEEPER)
            except Refusal as refusal:
                _log.info("table %s: %s was not due any more: %s", self._session.table.id, duty.command, refusal)
                break
            except StoreUnavailable:
                self._timer = self._clock.call_at(self._clock.now() + RETRY_DELAY_MS, self._on_timer)
                return
        self._set_timer(self._session.table)

    # Bots.

    async def _play_seat(self, seat: Seat) -> None:
        """Have the seat's bot decide, as long as it owes a decision."""
        while (turn := self._turn(seat)) is not None:
            table = self._session.table
            action = await self._choose(turn, table)
            if not await self._wait_for_time(table, action):
                continue
            try:
                await self._act(turn, table, action)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_DELAY_MS / 1000)

    async def _act(self, turn: BotTurn, table: Table, action: Any) -> None:
        """Do what the bot wants."""
        try:
            await self._session.execute(Play(turn.seat, action, turn.seen), KEEPER)
        except Refusal as refusal:
            # If the game went on meanwhile, the bot is asked again; if not, it would say the same again.
            if refusal.code is Code.ILLEGAL and self._session.table.state is table.state:
                _log.warning("bot %r at table %s: %s", turn.bot, table.id, refusal)
                await self._play_random(turn)

    def _turn(self, seat: Seat) -> BotTurn | None:
        return next((turn for turn in self._session.table.bots_to_act() if turn.seat == seat), None)

    async def _choose(self, turn: BotTurn, table: Table) -> Any:
        """What the bot wants, or a guess if it gives no answer."""
        view = table.game_view(turn.seat)
        began = time.perf_counter()
        try:
            return await self._bot_pool.ask(Question(table.game.NAME, table.id, turn.seat, turn.bot, view))
        except BotFailed as failure:
            self._metrics.bot_failures.inc()
            _log.warning("%s", failure)
            return _random.choice(view.legal)
        finally:
            self._metrics.bot_seconds.observe(time.perf_counter() - began)

    async def _wait_for_time(self, table: Table, action: Any) -> bool:
        """Wait for the time that the action names, if any; False if the game went on meanwhile, so that the bot thinks again."""
        t = getattr(action, "t", None)
        if t is None:
            return True
        assert table.round_start is not None, "only a round has times"
        due = table.round_start + max(t, table.state.now)
        while self._session.table.state is table.state:
            wait = self._clock.seconds_until(due)
            if wait <= 0:
                return True
            changed = self._changed
            try:
                await asyncio.wait_for(changed.wait(), wait)
            except TimeoutError:
                continue
        return False

    async def _play_random(self, turn: BotTurn) -> None:
        """A bot wanted what it may not: anything legal instead, so that people need not wait for ever."""
        table = self._session.table
        legal = table.game_view(turn.seat).legal
        if legal:
            try:
                await self._session.execute(Play(turn.seat, _random.choice(legal), turn.seen), KEEPER)
            except Refusal as refusal:
                _log.info("a guess for bot %r at table %s came too late: %s", turn.bot, table.id, refusal)
