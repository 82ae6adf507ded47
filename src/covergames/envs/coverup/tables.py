"""One game of Cover Up for an environment: by the rules, with a clock that advances with each step."""

from __future__ import annotations

import random
from collections.abc import Mapping

from covergames import coverup
from covergames.bots import LocalBots, named
from covergames.coverup import Action, Options, State, timing
from covergames.dealer import RandomDealer
from covergames.envs.coverup.actions import action_of, legal_mask
from covergames.envs.coverup.features import STEP_MILLISECONDS, observe
from covergames.envs.feature import Bytes, Mask
from covergames.game import IllegalAction, Result, Seat
from covergames.games import game_named


class RulesTable:
    """A game in which everybody acts once in every `STEP_MILLISECONDS`.

    All actions of a step have the same time (CU-H3); a different seat is first in every step. Bots act at any time.
    """

    def __init__(self, players: int, options: Options, opponents: Mapping[int, str]) -> None:
        coverup.check(players, options)
        self._players = players
        self._options = options
        self._game = game_named(coverup.NAME)
        self._makers = {Seat(seat): named(self._game, name) for seat, name in opponents.items()}

    def reset(self, seed: int) -> None:
        """Deal a new game."""
        self._dealer = RandomDealer(random.Random(f"deal {seed}"))
        bots = {seat: make(random.Random(f"bot {seed} {seat}")) for seat, make in self._makers.items()}
        self._bots = LocalBots(self._game, bots)
        self._now = self._steps = 0
        self.state: State = coverup.new(self._players, self._options, self._dealer)
        self._let_time_pass(0)

    def to_act(self) -> list[int]:
        """Return the seats that may act, without opponents."""
        return [seat for seat in coverup.to_act(self.state) if seat not in self._makers]

    def observe(self, seat: int) -> Bytes:
        """Return what the seat observes."""
        return observe(coverup.view(self.state, Seat(seat)), self._now)

    def mask(self, seat: int) -> Mask:
        """Return which actions the seat may choose."""
        return legal_mask(coverup.view(self.state, Seat(seat)))

    def step(self, actions: Mapping[int, int]) -> list[int]:
        """Carry out the actions, then let time pass; return the seats whose action was illegal.

        An action that was legal until another seat acted in the same step, such as a second flip, does nothing (CU-H3).
        """
        refused: list[int] = []
        chosen: dict[int, Action] = {}
        for seat in self.to_act():
            try:
                action = action_of(coverup.view(self.state, Seat(seat)), actions.get(seat, -1), self._now)
            except ValueError:
                refused.append(seat)
                continue
            if action is not None:
                chosen[seat] = action
        self._steps += 1
        moment = self.state.round, self.state.phase
        for seat in sorted(chosen, key=lambda seat: (seat + self._steps) % self._players):
            if moment == (self.state.round, self.state.phase):
                self._apply(Seat(seat), chosen[seat])
        is_same_round = moment == (self.state.round, self.state.phase)
        self._let_time_pass(STEP_MILLISECONDS if is_same_round and timing.is_real_time(self.state) else 0)
        return refused

    def scores(self) -> list[int]:
        """Return everybody's points so far (CU-S5)."""
        return list(self.state.totals)

    def result(self) -> Result | None:
        """Return points and places once the game is over."""
        return coverup.result(self.state)

    def _apply(self, seat: Seat, action: Action) -> None:
        before = self.state
        try:
            self.state = coverup.apply(before, seat, action, self._dealer).state
        except IllegalAction:
            return
        if timing.begins_phase(before, self.state):
            self._now = 0

    def _let_time_pass(self, milliseconds: int) -> None:
        """Advance the clock, and carry out what bots and the clock itself have planned until then."""
        self._now += milliseconds
        while (turn := self._bots.due(self.state, self._now)) is not None:
            self._apply(*turn)
