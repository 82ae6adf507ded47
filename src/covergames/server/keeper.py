"""The keeper of a table: it executes timed duties and plays for the bots.

The worker that holds the lease of a table runs its keeper. If two workers do so for a moment, nothing happens twice: the table
refuses what is not due, and the store accepts each sequence number once.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Any, Final

from covergames.bots import Agenda
from covergames.game import Seat
from covergames.server.bot_pool import BotFailed
from covergames.server.bot_process import Question
from covergames.server.log import BOT_FAILED, BOT_ILLEGAL, BOT_RANDOM_REFUSED, DUTY_REFUSED, KEEPER_FAILED
from covergames.server.store import StoreUnavailable
from covergames.table import KEEPER, BotTurn, Code, Play, Refusal, Table

if TYPE_CHECKING:
    from covergames.server.bot_pool import BotPool
    from covergames.server.clock import Clock
    from covergames.server.metrics import Metrics
    from covergames.server.session import TableSession

RETRY_DELAY_MS: Final = 500
"""How long to wait after the database did not answer."""

_random = random.SystemRandom()


class TableKeeper:
    """Executes the duties of one table and plays for its bots, while this worker holds the lease."""

    def __init__(self, session: TableSession, *, clock: Clock, bot_pool: BotPool, metrics: Metrics) -> None:
        self._session = session
        self._clock = clock
        self._bot_pool = bot_pool
        self._metrics = metrics
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: dict[object, asyncio.Task[None]] = {}
        self._changed = asyncio.Event()
        game = session.table.game
        self._agenda = Agenda(game.timing, [Seat(seat) for seat in range(game.PLAYERS.stop)])

    @property
    def is_busy(self) -> bool:
        """Whether a bot thinks or a duty is being executed."""
        return bool(self._tasks)

    def update(self) -> None:
        """Set the timer and start the bots for the table as it is now; called after every change."""
        self._wake()
        table = self._session.table
        self._set_timer(table)
        if self._session.bots_to_act():
            if not self._is_running("bots"):
                self._start("bots", self._play_bots())
        else:
            self._stop_thinking()

    def stop(self) -> None:
        """Cancel the timer and all bots."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks.values():
            task.cancel()

    async def close(self) -> None:
        """Cancel the timer and all bots, and wait until they have ended."""
        self.stop()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _stop_thinking(self) -> None:
        """Cancel the questions to bots: none of them has to decide any more."""
        for key, task in self._tasks.items():
            if isinstance(key, int):
                task.cancel()

    def _wake(self) -> None:
        """Something has changed for those who wait."""
        self._changed.set()
        self._changed = asyncio.Event()

    def _start(self, key: object, work: Any) -> None:
        self._tasks[key] = asyncio.create_task(work)
        self._tasks[key].add_done_callback(lambda task: self._on_done(key, task))

    def _is_running(self, key: object) -> bool:
        """Return whether the task with this key runs; a finished one does not, even before `_on_done` is called."""
        task = self._tasks.get(key)
        return task is not None and not task.done()

    def _on_done(self, key: object, task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            KEEPER_FAILED(error, table=self._session.table.id)

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
        """Execute all duties that are due now."""
        while (duty := self._session.table.duty()) is not None and duty.due <= self._clock.now():
            try:
                await self._session.execute(duty.command, KEEPER)
            except Refusal as refusal:
                DUTY_REFUSED(table=self._session.table.id, duty=repr(duty.command), reason=str(refusal))
                break
            except StoreUnavailable:
                self._timer = self._clock.call_at(self._clock.now() + RETRY_DELAY_MS, self._on_timer)
                return
        self._set_timer(self._session.table)

    # Bots.

    async def _play_bots(self) -> None:
        """Let the bots think, and carry out each decision when it is due, as long as any bot owes one."""
        while turns := {turn.seat: turn for turn in self._session.bots_to_act()}:
            changed, table = self._changed, self._session.table
            timing = table.game.timing
            now = 0 if timing is None else timing.now(table.state)
            for seat in self._agenda.turn_to({seat: turn.seen for seat, turn in turns.items()}, now=now):
                if not self._is_running(seat):
                    self._start(seat, self._think(turns[seat], table))
            elapsed = self._clock.now() - (table.round_start or 0)
            due = self._agenda.due(elapsed)
            if due is None:
                await self._wait(changed, self._agenda.wait(elapsed))
                continue
            try:
                await self._act(turns[due[0]], table, due[1])
            except StoreUnavailable:
                await asyncio.sleep(RETRY_DELAY_MS / 1000)

    async def _wait(self, changed: asyncio.Event, milliseconds: int | None) -> None:
        """Wait until the table changes, a bot has answered, or that time has passed."""
        seconds = None if milliseconds is None else self._clock.seconds_until(self._clock.now() + milliseconds)
        try:
            await asyncio.wait_for(changed.wait(), seconds)
        except TimeoutError:
            return

    async def _think(self, turn: BotTurn, table: Table) -> None:
        """Ask the bot for its decision."""
        self._agenda.note(turn.seat, turn.seen, await self._choose(turn, table))
        self._wake()

    async def _act(self, turn: BotTurn, table: Table, action: Any) -> None:
        """Execute the bot's action; if it is refused, ask the bot again, or if it is illegal, choose a random one."""
        try:
            await self._session.execute(Play(turn.seat, action, turn.seen), KEEPER)
        except Refusal as refusal:
            self._agenda.withdraw(turn.seat)
            # If the game has not changed meanwhile, the bot would choose the same action again.
            if refusal.code is Code.ILLEGAL and self._session.table.state is table.state:
                BOT_ILLEGAL(bot=turn.bot, table=table.id, rule=refusal.rule_id or refusal.code.value)
                await self._play_random(turn)

    async def _choose(self, turn: BotTurn, table: Table) -> Any:
        """Return the bot's action, or a random legal one if the bot fails."""
        view = table.game_view(turn.seat)
        began = time.perf_counter()
        try:
            question = Question(table.game.NAME, table.id, turn.seat, turn.bot, view)
            return await self._bot_pool.ask(question, self._session.opener or "")
        except BotFailed as failure:
            self._metrics.bot_failures.inc()
            BOT_FAILED(reason=str(failure))
            return _random.choice(view.legal)
        finally:
            self._metrics.bot_seconds.observe(time.perf_counter() - began)

    async def _play_random(self, turn: BotTurn) -> None:
        """Execute a random legal action for a bot that chose an illegal one, so that people do not wait for ever."""
        table = self._session.table
        legal = table.game_view(turn.seat).legal
        if legal:
            try:
                await self._session.execute(Play(turn.seat, _random.choice(legal), turn.seen), KEEPER)
            except Refusal as refusal:
                BOT_RANDOM_REFUSED(bot=turn.bot, table=table.id, rule=refusal.rule_id or refusal.code.value)
