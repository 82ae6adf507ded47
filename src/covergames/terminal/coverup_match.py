"""A live game of Cover Up, you against bots; without a screen, and with a clock to be driven."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from covergames.bots import AnyBot, BotFault, LocalBots
from covergames.coverup import Phase, State
from covergames.coverup.actions import Action
from covergames.coverup.events import Event
from covergames.coverup.timing import time_of
from covergames.game import IllegalAction, Seat
from covergames.record import Recording

COUNTDOWN: Final = 3.0
"""Seconds between the cards and the start: one, two, three (CU-R2)."""
ACTIONS_A_TICK: Final = 50
"""How many things can happen between two pictures; a bot that never lets time pass must not stop the screen."""

PATIENCE: Final = 0.05
"""Seconds for which bots may think about what to give back before the screen is drawn again."""


class Match:
    """The table: it carries out what you do, what the bots planned, and what the clock says."""

    def __init__(
        self, recording: Recording, *, seat: Seat, bots: Mapping[Seat, AnyBot], clock: Callable[[], float]
    ) -> None:
        self.recording = recording
        self.seat = seat
        self.events: list[Event] = []
        self._clock = clock
        self._bots = LocalBots(recording.game, bots)
        self.begin_round()

    @property
    def state(self) -> State:
        """The game as it stands."""
        state: State = self.recording.state
        return state

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by seat."""
        return self.recording.record.players

    @property
    def now(self) -> int:
        """Milliseconds since the round began; during the count of three, before it begins or goes on."""
        return int(1000 * (self._clock() - self._start)) + self._from

    @property
    def has_begun(self) -> bool:
        """Whether the count of three is over."""
        return self.now >= self._from

    @property
    def count(self) -> int:
        """Three, two, one; 0 when the round has begun (CU-R2)."""
        return max(0, -((self.now - self._from) // 1000))

    def act(self, action: Action) -> None:
        """Do what you decided, after all that happened before that; or raise `IllegalAction`, for a bot `BotFault`."""
        t = time_of(action)
        if t is not None:
            self._catch_up(t)
        self._do(self.seat, action)

    def tick(self) -> bool:
        """Let the bots and the clock do what is due; whether anything happened."""
        before = self.state
        if before.phase is Phase.LAY:
            self._catch_up(self.now)
        else:
            self._give_back()
        return self.state is not before

    def _give_back(self) -> None:
        """One bot after the other, as far as they are quick about it; the others at the next tick."""
        until = self._clock() + PATIENCE
        while self.state.phase is Phase.GIVE_BACK and self._clock() < until:
            turn = self._bots.next(self.state)
            if turn is None:
                return
            self._do_for_bot(*turn)

    def _catch_up(self, now: int) -> None:
        """All of this round that was due by that time."""
        for _ in range(ACTIONS_A_TICK):
            if self.state.phase is not Phase.LAY:
                return
            turn = self._bots.due(self.state, now)
            if turn is None:
                return
            self._do_for_bot(*turn)

    def _do_for_bot(self, seat: Seat, action: Action) -> None:
        try:
            self._do(seat, action)
        except IllegalAction as error:
            raise BotFault(f"{self.names[seat]}, the bot in seat {seat}: {error}") from error

    def _do(self, seat: Seat, action: Action) -> None:
        round_number = self.state.round
        self.events += self.recording.act(seat, action).events
        if self.state.round != round_number:
            self.begin_round()

    def begin_round(self) -> None:
        """Count to three; then the round begins or, in a game that was left, goes on at its latest action."""
        self._start = self._clock() + COUNTDOWN
        self._from = self.state.now
