"""One game of Cover Me for an environment: on the kernel's row, or by the rules with bots that need views.

Both number actions and observe alike. `RulesTable` is slow and plays with any bot; `KernelTable` is fast and plays with the
players of the kernel.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

import numpy as np

from covergames import coverme
from covergames.bots import LocalBots, named
from covergames.coverme import Options
from covergames.coverme.scoring import ranking
from covergames.dealer import RandomDealer
from covergames.envs.coverme.actions import ACTIONS, STAY, action_of, legal_mask
from covergames.envs.coverme.features import observe
from covergames.envs.feature import Bytes, Mask
from covergames.envs.table import Table
from covergames.game import Result, Seat
from covergames.games import game_named
from covergames.kernel import Policy, Position
from covergames.kernel import _batch as b
from covergames.kernel import _knowledge as w
from covergames.kernel import _table as k
from covergames.kernel.position import IS_COMPILED, chance

KERNEL_PLAYERS: Final = {f"kernel-{policy.name.lower()}": policy for policy in Policy}
"""The players of the kernel by name: quick, and not the bots of similar names."""
FOREVER: Final = 1 << 40
_ONLY_STAY: Final = np.zeros(ACTIONS, np.int8)
_ONLY_STAY[STAY] = 1
_ONLY_STAY.flags.writeable = False
_OPTION_PLACES: Final = range(k.CHANCE)
"""Where a table has what follows from the options."""


def new_batch(
    games: int,
    players: int,
    options: Options,
    *,
    opponents: Mapping[int, Policy],
    restarts: bool,
    max_cycles: int,
) -> b.Batch:
    """Return games with these options, not yet dealt; `opponents` are players of the kernel by seat.

    Raises:
        OptionsError: the options do not fit the number of players.
    """
    table = Position(players, options).table
    batch = b.Batch(games, players, restarts=restarts, most_cycles=max_cycles)
    for game in range(games):
        for place in _OPTION_PLACES:
            batch.set(game, place, table[place])
        batch.set(game, w.DRAWN_START, table[k.START])
        batch.set(game, w.DRAWN_REMOVED, table[k.REMOVED])
        batch.set(game, w.OPEN_SCORES, int(options.open_scores))
        for seat in range(players):
            batch.set(game, k.POLICY + seat, opponents.get(seat, k.NOBODY))
    return batch


class KernelTable:
    """A game on the kernel's row."""

    def __init__(self, players: int, options: Options, opponents: Mapping[int, Policy] | None = None) -> None:
        self._players = players
        self._seats = [seat for seat in range(players) if seat not in (opponents or {})]
        self._batch = new_batch(1, players, options, opponents=opponents or {}, restarts=False, max_cycles=FOREVER)
        self._view = np.frombuffer(memoryview(self._batch.view), np.uint8) if IS_COMPILED else None
        self._masks: dict[int, Mask] = {}
        """By seat, until something changes."""

    def reset(self, seed: int) -> None:
        """Deal a new game."""
        self._masks.clear()
        self._batch.set(0, k.CHANCE, chance(seed))
        self._batch.begin(0)

    def to_act(self) -> list[int]:
        """Return the seats that owe a decision, without opponents."""
        owing = self._batch.to_act(0)
        return [seat for seat in self._seats if owing >> seat & 1]

    def observe(self, seat: int) -> Bytes:
        """Return what the seat observes."""
        self._batch.look(0, seat)
        if self._view is None:
            return np.array(self._batch.view, np.uint64).view(np.uint8)
        return self._view.copy()

    def mask(self, seat: int) -> Mask:
        """Return which actions the seat may choose."""
        mask = self._masks.get(seat)
        if mask is None:
            legal = self._batch.legal(0, seat)
            if not legal:
                return _ONLY_STAY
            self._masks[seat] = mask = np.zeros(ACTIONS, np.int8)
            mask[legal] = 1
        return mask

    def step(self, actions: Mapping[int, int]) -> list[int]:
        """Carry out the actions, and those of opponents; return the seats whose action was illegal."""
        self._masks.clear()
        batch, refused = self._batch, []
        owing = batch.to_act(0)
        for seat, action in actions.items():
            if owing >> seat & 1:
                batch.step_seat(0, seat, action if 0 <= action < ACTIONS else ACTIONS)
                if batch.refused[0]:
                    refused.append(seat)
        return refused

    def scores(self) -> list[int]:
        """Return everybody's score."""
        return [self._batch.get(0, k.STANDING + seat) >> k.WORTHS for seat in range(self._players)]

    def result(self) -> Result | None:
        """Return scores and places once the game is over."""
        if self._batch.get(0, k.PHASE) != k.OVER:
            return None
        return Result(tuple(self._batch.scores), tuple(self._batch.places))


class RulesTable:
    """A game by the rules, with bots that are named as in commands."""

    def __init__(self, players: int, options: Options, opponents: Mapping[int, str] | None = None) -> None:
        coverme.check(players, options)
        self._players = players
        self._options = options
        self._makers = {Seat(seat): named(game_named(coverme.NAME), name) for seat, name in (opponents or {}).items()}
        self._picked: dict[int, int] = {}

    def reset(self, seed: int) -> None:
        """Deal a new game."""
        self._dealer = RandomDealer(random.Random(f"deal {seed}"))
        bots = {seat: make(random.Random(f"bot {seed} {seat}")) for seat, make in self._makers.items()}
        self._bots = LocalBots(game_named(coverme.NAME), bots)
        self._picked.clear()
        self._go_to(coverme.new(self._players, self._options, self._dealer))

    def to_act(self) -> list[int]:
        """Return the seats that owe a decision, without opponents."""
        return [seat for seat in coverme.to_act(self.state) if seat not in self._makers]

    def observe(self, seat: int) -> Bytes:
        """Return what the seat observes."""
        return observe(coverme.view(self.state, Seat(seat)), picked=self._picked.get(seat))

    def mask(self, seat: int) -> Mask:
        """Return which actions the seat may choose."""
        return legal_mask(coverme.view(self.state, Seat(seat)), picked=self._picked.get(seat))

    def step(self, actions: Mapping[int, int]) -> list[int]:
        """Carry out the actions, and those of bots; return the seats whose action was illegal."""
        return [seat for seat in self.to_act() if seat in actions and not self._act(seat, actions[seat])]

    def _act(self, seat: int, action: int) -> bool:
        view = coverme.view(self.state, Seat(seat))
        try:
            chosen = action_of(view, action, picked=self._picked.get(seat))
        except ValueError:
            return False
        if chosen is None:
            self._picked[seat] = action
        else:
            self._picked.pop(seat, None)
            self._go_to(coverme.apply(self.state, Seat(seat), chosen, self._dealer).state)
        return True

    def scores(self) -> list[int]:
        """Return everybody's score."""
        return list(ranking(self.state).scores)

    def result(self) -> Result | None:
        """Return scores and places once the game is over."""
        return coverme.result(self.state)

    def _go_to(self, state: coverme.State) -> None:
        """Let bots decide until another seat has to, or the game is over."""
        while (turn := self._bots.next(state)) is not None:
            state = coverme.apply(state, *turn, self._dealer).state
        self.state = state


def new_table(players: int, options: Options, opponents: Mapping[int, str] | None = None) -> Table:
    """Return a game on the kernel's row, unless a bot plays that needs views.

    Raises:
        OptionsError: the options do not fit the number of players.
        UnknownBot: no bot has that name.
    """
    named_opponents = opponents or {}
    if all(name in KERNEL_PLAYERS for name in named_opponents.values()):
        return KernelTable(players, options, {seat: KERNEL_PLAYERS[name] for seat, name in named_opponents.items()})
    return RulesTable(players, options, named_opponents)
