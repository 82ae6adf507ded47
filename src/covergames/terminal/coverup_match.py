"""A live game of Cover Up, you against bots that lay at a human pace; without a screen, and with a clock to be driven."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from covergames.coverup import Done, Flip, Lay, Phase, State, hint, view
from covergames.coverup.actions import Action
from covergames.coverup.events import Event
from covergames.game import CLOCK, Seat
from covergames.games import GAMES
from covergames.record import Recording

COUNTDOWN: Final = 3.0
"""Seconds between the cards and the start: one, two, three (CU-R2)."""


@dataclass
class Player:
    """A bot: it knows its hand, finds a good pile, and lays it card by card, each after some thought."""

    seat: Seat
    chance: random.Random
    pace: float
    """Seconds per card, on average."""
    plan: list[tuple[int, Action]] = field(default_factory=list)
    """What it will do, and when, in milliseconds."""

    def think(self, state: State) -> None:
        """Plan the round, or the rest of it: as good a pile as a few hundred looks find, then the hourglass or done."""
        mine = view(state, self.seat).seats[self.seat]
        found = hint(mine.pile, mine.hand, state.options.deck, node_limit=self.chance.choice((0, 100, 1000)))
        t = state.now
        self.plan = []
        for placement in found.pile:
            if placement in mine.pile:
                continue
            t += int(1000 * self.pace * self.chance.uniform(0.5, 1.6))
            self.plan.append((t, Lay(placement, t)))
        t += int(1000 * self.pace * self.chance.uniform(0.3, 1.0))
        self.plan.append((t, Done(t) if found.aside else Flip(t)))


class Match:
    """The table: it carries out what you do, what the bots planned, and what the clock says."""

    def __init__(
        self,
        recording: Recording,
        *,
        seat: Seat,
        clock: Callable[[], float],
        chance: random.Random,
        pace: float = 9.0,
    ) -> None:
        self.recording = recording
        self.seat = seat
        self.events: list[Event] = []
        self._clock = clock
        self._players = [Player(other, chance, pace) for other in self.state.seats if other != seat]
        self._chance = chance
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
        """Do what you decided, or raise `IllegalAction`."""
        self._do(self.seat, action)

    def tick(self) -> bool:
        """Let the bots and the clock do what is due; whether anything happened."""
        before = self.state
        if before.phase is Phase.GIVE_BACK:
            self._give_back()
        elif before.phase is Phase.LAY:
            self._play_bots()
            state = self.state
            if state.phase is Phase.LAY and state.deadline is not None and self.now >= state.deadline:
                self._do(CLOCK, GAMES["cover-up"].legal(state, CLOCK)[0])
        return self.state is not before

    def _play_bots(self) -> None:
        due = [(planned[0], player) for player in self._players for planned in player.plan[:1]]
        for t, player in sorted(due, key=lambda pair: pair[0]):
            state = self.state
            if t > self.now or state.phase is not Phase.LAY or state.locked[player.seat]:
                continue
            if state.deadline is not None and self.now >= state.deadline:
                return
            _, action = player.plan.pop(0)
            self._do(player.seat, self._in_time(player.seat, action))

    def _in_time(self, seat: Seat, action: Action) -> Action:
        """The planned action at the present time; whoever comes too late to flip is done."""
        t = max(self.now, self.state.now)
        if isinstance(action, Lay):
            return Lay(action.placement, t)
        flip = Flip(self.state.now)
        return Flip(t) if isinstance(action, Flip) and flip in GAMES["cover-up"].legal(self.state, seat) else Done(t)

    def _give_back(self) -> None:
        for player in self._players:
            if player.seat in GAMES["cover-up"].to_act(self.state):
                self._do(player.seat, self._chance.choice(GAMES["cover-up"].legal(self.state, player.seat)))

    def _do(self, seat: Seat, action: Action) -> None:
        round_number = self.state.round
        self.events += self.recording.act(seat, action).events
        if self.state.round != round_number:
            self.begin_round()

    def begin_round(self) -> None:
        """Count to three; then the round begins or, in a game that was left, goes on at its latest action."""
        self._start = self._clock() + COUNTDOWN
        self._from = self.state.now
        for player in self._players:
            player.think(self.state)
