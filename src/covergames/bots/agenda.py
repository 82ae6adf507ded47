"""What the bots at a table will do next, and when: for games of turns and for games against the clock alike.

Where actions have a time, ``t``, a bot answers a view with what it will do next and the time at which it will do it. The
caller waits until then, and whenever the table changes before that, everybody is asked again. That is all that a live
table and a simulation have to agree on: `Agenda` keeps the answers, knows who is to be asked, and says whose action
comes first. It has no clock and asks nobody, so that a caller may let bots think elsewhere and hand their answers in.

>>> import random
>>> from covergames import bots, coverup
>>> from covergames.dealer import RandomDealer
>>> dealer = RandomDealer(random.Random(1))
>>> state = coverup.new(2, coverup.Options(), dealer)
>>> players = {seat: bots.named(coverup, "quick")(random.Random(seat)) for seat in state.seats}
>>> agenda = Agenda(coverup, players)
>>> while coverup.to_act(state):
...     seat, action = agenda.ask(state, players)
...     state = coverup.apply(state, seat, action, dealer).state
>>> state.round
5
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from covergames.bots.bot import AnyBot
from covergames.game import CLOCK, Seat
from covergames.games import AnyGame

Turn: TypeAlias = tuple[Seat, Any]
"""Who acts, and what they do."""


class Agenda:
    """The next action of every bot at one table."""

    def __init__(self, game: AnyGame, seats: Iterable[Seat]) -> None:
        self._game = game
        self._seats = tuple(seats)
        self._state: Any = None
        self._answers: dict[Seat, Any] = {}
        self._changes = 0

    def to_ask(self, state: Any) -> tuple[Seat, ...]:
        """The bots that may act in this state and have not been asked about it; answers to earlier states are void."""
        self._turn_to(state)
        return tuple(seat for seat in self._game.to_act(state) if seat in self._seats and seat not in self._answers)

    def note(self, state: Any, seat: Seat, action: Any) -> None:
        """Keep a bot's answer to its view of this state; if the table has changed since, it is void.

        Whoever names a time that has passed acts at once.
        """
        if state is self._state:
            t = time_of(action)
            self._answers[seat] = action if t is None or t >= state.now else replace(action, t=state.now)

    def next(self, state: Any) -> Turn | None:
        """What will happen first, if nobody else acts: the earliest answer or, at the deadline, the clock's action.

        An action without a time comes at once. Of equals the clock comes first, then whoever's turn it would be.
        """
        self._turn_to(state)
        turns = [*self._answers.items(), *((CLOCK, action) for action in self._game.legal(state, CLOCK))]
        return min(turns, key=self._order, default=None)

    def due(self, state: Any, now: int) -> Turn | None:
        """What should have happened by now, in milliseconds since the round began: it has the time it was planned for.

        A caller that carries out all that is due, one by one, before it takes anybody else's action of now plays the
        same game as one that looks every millisecond.
        """
        turn = self.next(state)
        if turn is None or (time_of(turn[1]) or 0) > now:
            return None
        return turn

    def ask(self, state: Any, bots: Mapping[Seat, AnyBot]) -> Turn | None:
        """Let the bots think here and now, in turn, until one decides without a time, or all have; what comes first."""
        for seat in self.to_ask(state):
            action = bots[seat].choose(self._game.view(state, seat))
            self.note(state, seat, action)
            if time_of(action) is None:
                return seat, action
        return self.next(state)

    def _turn_to(self, state: Any) -> None:
        """Forget what was said about another state."""
        if state is not self._state:
            self._state = state
            self._answers = {}
            self._changes += 1

    def _order(self, turn: Turn) -> tuple[int, bool, int]:
        seat, action = turn
        place = 0 if seat == CLOCK else self._seats.index(seat)
        return time_of(action) or 0, seat != CLOCK, (place - self._changes) % max(1, len(self._seats))


def time_of(action: Any) -> int | None:
    """When the action is to be done, in milliseconds since the round began; None in games without a clock."""
    t: int | None = getattr(action, "t", None)
    return t
