"""A match of Cover Up: one player's view of a table, local or on a server, its clock, and the way to act there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from covergames import coverup
from covergames.bots import LocalBots
from covergames.coverup import Phase
from covergames.coverup.timing import COUNTDOWN_MILLISECONDS, time_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from covergames.coverup import Action, State, View
    from covergames.game import Seat
    from covergames.terminal.local_game import LocalGame

ACTIONS_PER_TICK: Final = 50
"""The most actions between two drawings: a bot that lets no time pass must not freeze the screen."""
GIVE_BACK_SECONDS: Final = 0.05
"""How long bots may think about the cards they give back before the screen is drawn again."""


class Match(Protocol):
    """A table as the screen needs it. Times are milliseconds since the round began."""

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        ...

    @property
    def view(self) -> View:
        """What the player sees now."""
        ...

    @property
    def now(self) -> int:
        """The time; negative before the round begins."""
        ...

    @property
    def countdown(self) -> int:
        """The seconds until the round begins or goes on: three, two, one, and then 0 (CU-R2)."""
        ...

    def begin_round(self) -> None:
        """Start the countdown, if the player starts it."""
        ...

    def act(self, action: Action) -> None:
        """Apply the player's action.

        Raises:
            IllegalAction: the player may not do this; nothing has changed.
            BotFault: a bot chose an illegal action.
            ConnectionError: the server cannot be reached any more.
        """
        ...

    def tick(self) -> None:
        """Apply everything that is due.

        Raises:
            BotFault: a bot chose an illegal action.
            ConnectionError: the server cannot be reached any more.
        """
        ...

    def save(self) -> None:
        """Save the game.

        Raises:
            OSError: it cannot be saved.
        """
        ...


class LocalMatch:
    """A match in this process against bots."""

    def __init__(self, game: LocalGame, *, clock: Callable[[], float]) -> None:
        self._game = game
        self._clock = clock
        """Returns seconds."""
        self._bots = LocalBots(coverup, game.bots, people=True)
        self._shown: tuple[State, View] | None = None
        """The latest view, with the state from which it was made."""
        self.begin_round()

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        return self._game.seat

    @property
    def view(self) -> View:
        """What the player sees now."""
        if self._shown is None or self._shown[0] is not self._state:
            self._shown = self._state, coverup.view(self._state, self.seat)
        return self._shown[1]

    @property
    def now(self) -> int:
        """The time; during the countdown it is before the time at which the round begins or goes on."""
        return int(1000 * (self._clock() - self._clock_start)) + self._resumed_at

    @property
    def countdown(self) -> int:
        """The seconds until the round begins or goes on."""
        return max(0, -((self.now - self._resumed_at) // 1000))

    def begin_round(self) -> None:
        """Start the countdown; a resumed round goes on at its latest action."""
        self._clock_start = self._clock() + COUNTDOWN_MILLISECONDS / 1000
        self._resumed_at = self._state.now

    def act(self, action: Action) -> None:
        """Apply the player's action, after everything that was due before it."""
        t = time_of(action)
        if t is not None:
            self._catch_up(t)
        self._act(self.seat, action)

    def tick(self) -> None:
        """Apply everything that is due for bots and clock."""
        if self._state.phase is Phase.LAY:
            self._catch_up(self.now)
        else:
            self._give_back()

    def save(self) -> None:
        """Save the game."""
        self._game.save()

    @property
    def _state(self) -> State:
        state: State = self._game.state
        return state

    def _give_back(self) -> None:
        """Let bots give cards back one after the other; the slow ones continue at the next tick."""
        until = self._clock() + GIVE_BACK_SECONDS
        while self._state.phase is Phase.GIVE_BACK and self._clock() < until:
            turn = self._bots.next(self._state)
            if turn is None:
                return
            self._act(*turn)

    def _catch_up(self, now: int) -> None:
        """Apply everything of this round that is due by that time."""
        for _ in range(ACTIONS_PER_TICK):
            if self._state.phase is not Phase.LAY:
                return
            turn = self._bots.due(self._state, now)
            if turn is None:
                return
            self._act(*turn)

    def _act(self, seat: Seat, action: Action) -> None:
        number = self._state.round
        self._game.act(seat, action)
        if self._state.round != number:
            self.begin_round()
