"""What the bots at a table will do next, and when: for games of turns and for games against the clock alike.

Where actions have a time, a bot answers a view with its next action and the time at which to do it. If the table changes
before that time, the answer is void and the bot is asked again. `Agenda` keeps the answers, says which bots to ask, and says
which action is due. It has no clock, so that a simulation can skip to the next action while a server sleeps until then. It
asks no bots either, so that a caller may let them think in another process; `LocalBots` asks them in this one.

When all people have finished a round and wait for bots, the bots hurry, unless the round is about to end anyway: see `should_hurry`.

>>> import random
>>> from covergames import bots
>>> from covergames.dealer import RandomDealer
>>> from covergames.games import game_named
>>> game, dealer = game_named("cover-up"), RandomDealer(random.Random(1))
>>> state = game.new(2, game.TYPES.options(), dealer)
>>> players = LocalBots(game, {seat: bots.named(game, "quick")(random.Random(seat)) for seat in state.seats})
>>> while (turn := players.next(state)) is not None:
...     state = game.apply(state, *turn, dealer).state
>>> state.round
5
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from covergames.bots.bot import AnyBot
from covergames.game import CLOCK, Seat, Timing
from covergames.games import AnyGame

Turn: TypeAlias = tuple[Seat, Any]
"""Who acts, and the action."""

LONG_WAIT_MS: Final = 60_000
"""Bots hurry if more than this is left of a round: time that they could never use up at their fastest."""
HURRIED_PAUSE_MS: Final = 1200
"""The pause of each bot between two actions while people wait: long enough to be seen."""


def should_hurry(timing: Timing[Any, Any], state: Any) -> bool:
    """Return whether bots hurry in this round if people wait for nobody else.

    They do what they would have done, only sooner. In the last minute they keep their pace: the clock is part of the game there.
    """
    deadline = timing.deadline(state)
    return deadline is None or deadline - timing.now(state) > LONG_WAIT_MS


class Agenda:
    """The next action of every bot at one table. Times are milliseconds since the round began."""

    def __init__(self, timing: Timing[Any, Any] | None, seats: Iterable[Seat]) -> None:
        self._timing = timing
        self._seats = tuple(seats)
        self._moments: Mapping[Seat, int] = {}
        self._answers: dict[Seat, Any] = {}
        self._now = 0
        self._latest: int | None = None
        """The time by which hurried bots act; None: they take their time."""
        self._clock: tuple[Turn, ...] = ()
        self._changes = 0

    def turn_to(
        self, moments: Mapping[Seat, int], *, now: int = 0, clock: Iterable[Any] = (), hurried: bool = False
    ) -> tuple[Seat, ...]:
        """Set what each bot has to decide, and return the bots that have not answered it yet.

        A moment is a number that is different for each decision, and in real time after each change of the table. An answer
        to another moment is void. `now` is the time of the latest action, `clock` what the clock itself will do. `hurried`
        bots share `HURRIED_PAUSE_MS`: one of them acts soon, then the next.
        """
        if moments != self._moments:
            self._answers = {
                seat: action for seat, action in self._answers.items() if moments.get(seat) == self._moments[seat]
            }
            self._moments = moments
            self._changes += 1
        self._now = now
        self._latest = now + HURRIED_PAUSE_MS // len(moments) if hurried else None
        self._clock = tuple([(CLOCK, action) for action in clock])
        return tuple([seat for seat in moments if seat not in self._answers])

    def note(self, seat: Seat, moment: int, action: Any) -> None:
        """Keep a bot's answer, unless the bot has something else to decide by now."""
        if self._moments.get(seat) == moment:
            self._answers[seat] = action

    def withdraw(self, seat: Seat) -> None:
        """Forget the bot's answer, so that it is asked again."""
        self._answers.pop(seat, None)

    def next(self) -> Turn | None:
        """Return what will happen first if nobody else acts: the earliest answer, or the clock's action.

        An action without a time comes at once, and so does one whose time has passed. Of equal times the clock's comes
        first, then bots take turns.
        """
        turns = [*self._clock, *[(seat, self._in_time(action)) for seat, action in self._answers.items()]]
        return min(turns, key=self._order, default=None)

    def due(self, now: int) -> Turn | None:
        """Return what should have happened by now, with the time that it was planned for.

        A caller that carries out all that is due, one by one, before it takes anybody else's action of now plays the
        same game as one that looks every millisecond.
        """
        return self.next() if self.wait(now) == 0 else None

    def wait(self, now: int) -> int | None:
        """Return how many milliseconds remain until the next action is due; None: no action is known."""
        turn = self.next()
        if turn is None:
            return None
        t = self.time_of(turn[1])
        return 0 if t is None else max(0, t - now)

    def time_of(self, action: Any) -> int | None:
        """Return when the action is to be done; None: at once."""
        return None if self._timing is None else self._timing.time_of(action)

    def _in_time(self, action: Any) -> Any:
        """Return the action with the time at which it can happen, or at which a hurried bot does it."""
        t = self.time_of(action)
        if self._timing is None or t is None:
            return action
        sooner = t if self._latest is None else min(t, self._latest)
        return self._timing.at_time(action, max(sooner, self._now))

    def _order(self, turn: Turn) -> tuple[int, bool, int]:
        seat, action = turn
        place = 0 if seat == CLOCK else self._seats.index(seat)
        return self.time_of(action) or 0, seat != CLOCK, (place - self._changes) % max(1, len(self._seats))


class LocalBots:
    """Bots that think in this process, one after the other; they hurry when `people` at the table wait for them."""

    def __init__(self, game: AnyGame, bots: Mapping[Seat, AnyBot], *, people: bool = False) -> None:
        self._game = game
        self._bots = bots
        self._people = people
        self._agenda = Agenda(game.timing, bots)
        self._state: Any = None
        self._moment = 0

    def next(self, state: Any) -> Turn | None:
        """Return what will happen first if nobody else acts; None: no bot has to decide, and no clock runs.

        Bots are asked in turn, until one decides without a time or all have answered.
        """
        for seat in self._turn_to(state):
            action = self._bots[seat].choose(self._game.view(state, seat))
            if self._agenda.time_of(action) is None:
                return seat, action
            self._agenda.note(seat, self._moment, action)
        return self._agenda.next()

    def due(self, state: Any, now: int) -> Turn | None:
        """Return what should have happened by now; see `Agenda.due`."""
        turn = self.next(state)
        t = None if turn is None else self._agenda.time_of(turn[1])
        return None if t is not None and t > now else turn

    def _turn_to(self, state: Any) -> tuple[Seat, ...]:
        """Return the bots that have to decide in this state and were not asked about it."""
        if state is not self._state:
            self._state = state
            self._moment += 1
        to_act = self._game.to_act(state)
        moments = dict.fromkeys([seat for seat in to_act if seat in self._bots], self._moment)
        timing = self._game.timing
        if timing is None:
            return self._agenda.turn_to(moments)
        clock = self._game.legal(state, CLOCK)
        hurried = self._people and 0 < len(moments) == len(to_act) and should_hurry(timing, state)
        return self._agenda.turn_to(moments, now=timing.now(state), clock=clock, hurried=hurried)
