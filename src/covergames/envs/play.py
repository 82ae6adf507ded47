"""One game of an environment, played step by step: observations, rewards, the limit of steps, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypedDict

from covergames.envs.feature import Mask
from covergames.envs.rewards import ILLEGAL, Reward, reward_of
from covergames.envs.table import EnvGame, Picture

RENDER_MODES: Final = ("ansi", "rgb_array")
MAX_CYCLES: Final = 10_000
"""Where a game is cut off by default: far behind the end of any game in which people do not vote to play on for ever."""


class Settings(TypedDict, total=False):
    """How a game is played and watched; the arguments of all environments of single games."""

    options: Any | None
    """The game's options, such as `covergames.coverme.Options`; None: the standard game."""
    reward: Reward | str
    """``win``, which is the default, ``score`` or ``progress``."""
    max_cycles: int
    """After how many steps a game is cut off: 10,000 by default."""
    render_mode: str | None
    """``ansi``, ``rgb_array`` or None."""


class Play:
    """A table with its rewards. The environments of PettingZoo and Gymnasium are thin layers over it."""

    def __init__(
        self,
        game: EnvGame,
        *,
        players: int,
        opponents: Mapping[int, str] | None = None,
        options: Any | None = None,
        reward: Reward | str = Reward.WIN,
        max_cycles: int = MAX_CYCLES,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode {render_mode!r} is none of {', '.join(RENDER_MODES)}")
        if max_cycles < 1:
            raise ValueError(f"max_cycles {max_cycles}: at least 1 is needed")
        self.game = game
        self.players = players
        self.table = game.new_table(players, game.options() if options is None else options, opponents or {})
        self.reward = Reward(reward)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.cycles = 0
        self.is_over = False
        self.refused: list[int] = []
        """The seats whose last action was illegal."""

    @property
    def is_cut_off(self) -> bool:
        """Whether the limit of steps has been reached before the end of the game."""
        return not self.is_over and self.cycles >= self.max_cycles

    def reset(self, seed: int) -> None:
        """Deal a new game."""
        self.table.reset(seed)
        self.cycles = 0
        self.refused = []
        self.is_over = self.table.result() is not None
        self._scores = self.table.scores()

    def step(self, actions: Mapping[int, int]) -> list[float]:
        """Carry out the actions by seat and return everybody's reward."""
        self.refused = self.table.step(actions)
        self.cycles += 1
        before = self._scores
        if self.reward is Reward.PROGRESS:
            self._scores = self.table.scores()
        result = self.table.result()
        self.is_over = result is not None
        rewards = reward_of(self.reward, before=before, after=self._scores, result=result, sign=self.game.score_sign)
        for seat in self.refused:
            rewards[seat] += ILLEGAL
        return rewards

    def observe(self, seat: int) -> dict[str, Any]:
        """Return what the seat observes, with its mask."""
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def info(self, seat: int, mask: Mask | None = None) -> dict[str, Any]:
        """Return the seat's mask, and whether its last action was illegal."""
        return {
            "action_mask": self.table.mask(seat) if mask is None else mask,
            "illegal_action": seat in self.refused,
        }

    def render(self, seat: int) -> str | Picture | None:
        """Return what the seat observes, as text or as a picture; None: no mode was chosen."""
        if self.render_mode is None:
            return None
        observation = self.table.observe(seat)
        return self.game.text(observation) if self.render_mode == "ansi" else self.game.picture(observation)
