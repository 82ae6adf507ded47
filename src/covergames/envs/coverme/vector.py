"""Thousands of games of Cover Me at once: arrays of NumPy over the rows that the compiled kernel writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from covergames.coverme import Options
from covergames.envs.coverme.tables import KERNEL_PLAYERS, new_batch
from covergames.envs.feature import Bytes, Mask
from covergames.envs.rewards import ILLEGAL, Reward
from covergames.envs.spread import Spread
from covergames.envs.table import VectorEnv
from covergames.kernel import _batch as b
from covergames.kernel import _observation as o
from covergames.kernel import _table as k
from covergames.kernel.position import IS_COMPILED, chance

_TERMINATED: Final = 1
_TRUNCATED: Final = 2


class VectorCoverMe:
    """Games of Cover Me in this process; `covergames.envs.make_vec` makes them. See `covergames.envs.table.VectorEnv`."""

    def __init__(
        self,
        *,
        games: int,
        players: int,
        options: Options,
        reward: Reward,
        opponents: Sequence[str | None],
        max_cycles: int,
        seed: int | str,
        first: int = 0,
    ) -> None:
        if games < 1:
            raise ValueError(f"{games} games: at least 1 is needed")
        if len(opponents) != players or None not in opponents:
            raise ValueError(
                f"opponents {opponents!r}: name one for each of {players} seats, and None for at least one"
            )
        unknown = [name for name in opponents if name is not None and name not in KERNEL_PLAYERS]
        if unknown:
            raise ValueError(f"opponent {unknown[0]!r} is none of {', '.join(KERNEL_PLAYERS)}")
        policies = {seat: KERNEL_PLAYERS[name] for seat, name in enumerate(opponents) if name is not None}
        self.games = games
        self.players = players
        self._reward = reward
        self._first = first
        self._batch = new_batch(games, players, options, opponents=policies, restarts=True, max_cycles=max_cycles)
        self._mirrored: list[tuple[npt.NDArray[Any], str]] = []
        self.observations: Bytes = self._array("observations", np.uint64).view(np.uint8).reshape(games, o.OBSERVATION)
        self.masks: Mask = self._array("masks", np.int8).reshape(games, b.ACTIONS)
        self.seats: Bytes = self._array("seats", np.uint8)
        self.scores: npt.NDArray[np.int16] = self._array("scores", np.int16).reshape(games, players)
        self._places: npt.NDArray[np.int16] = self._array("places", np.int16).reshape(games, players)
        self._ends: Bytes = self._array("ends", np.uint8)
        self.illegal: npt.NDArray[np.bool_] = self._array("refused", np.uint8).view(np.bool_)
        self._sampled: Bytes = self._array("actions", np.uint8)
        self.rewards = np.zeros((games, players), np.float32)
        self.terminated = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self._acted = np.zeros(games, np.uint8)
        self._before = np.zeros((games, players), np.int16)
        self._info = {"action_mask": self.masks, "seats": self.seats, "illegal_action": self.illegal}
        self.reset(seed)

    def reset(self, seed: int | str | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Deal all games again; without a seed, with the generators as they are."""
        for game in range(self.games):
            if seed is not None:
                self._batch.set(game, k.CHANCE, chance(f"{seed} {self._first + game}"))
            self._batch.begin(game)
        if seed is not None:
            self._batch.seed_sampler(chance(f"{seed} sampler {self._first}"))
        self._look()
        self._before[:] = 0
        self.rewards[:] = 0
        self.terminated[:] = self.truncated[:] = False
        return self.observations, self._info

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Bytes, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Carry out one action in each game."""
        if actions.shape != (self.games,):
            raise ValueError(f"actions of the shape {actions.shape}: one for each of {self.games} games is needed")
        self._acted[:] = self.seats
        self._batch.step(
            (actions if actions.dtype == np.uint8 else actions.clip(0, b.ACTIONS).astype(np.uint8)).tobytes()
        )
        self._look()
        self._write_rewards()
        return self.observations, self.rewards, self.terminated, self.truncated, self._info

    def sample(self) -> Bytes:
        """Return a random legal action for each game, all equally likely."""
        self._batch.sample()
        self._look()
        return self._sampled

    def close(self) -> None:
        """Do nothing: there is no other process."""

    def _write_rewards(self) -> None:
        np.equal(self._ends, _TERMINATED, out=self.terminated)
        np.equal(self._ends, _TRUNCATED, out=self.truncated)
        ended = np.flatnonzero(self._ends)
        over = ended[self.terminated[ended]]
        if self._reward is Reward.PROGRESS:
            np.subtract(self.scores, self._before, out=self.rewards)
            self._before[:] = self.scores
            self._before[ended] = 0
        else:
            self.rewards.fill(0)
            if len(over):
                is_win = self._reward is Reward.WIN
                wins = self._places[over] == 1
                self.rewards[over] = wins / wins.sum(1, keepdims=True) if is_win else self.scores[over]
        refused = np.flatnonzero(self.illegal)
        if len(refused):
            self.rewards[refused, self._acted[refused]] += ILLEGAL

    def _array(self, name: str, kind: type[np.generic]) -> npt.NDArray[Any]:
        """Return the row of the batch of that name: its own memory or, if the kernel is not compiled, a copy."""
        row = getattr(self._batch, name)
        if IS_COMPILED:
            return np.frombuffer(row, kind)
        array = np.array(row, kind)
        self._mirrored.append((array, name))
        return array

    def _look(self) -> None:
        """Copy the rows again, if the arrays are copies."""
        for array, name in self._mirrored:
            array[:] = getattr(self._batch, name)


def new_vector(*, processes: int, **arguments: Any) -> VectorEnv:
    """Return the games in this process, or spread over several."""
    return VectorCoverMe(**arguments) if processes == 1 else Spread(VectorCoverMe, processes, arguments)
