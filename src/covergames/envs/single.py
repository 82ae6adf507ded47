"""Gymnasium's interface: one seat against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium import spaces

from covergames.envs.play import RENDER_MODES, Play
from covergames.envs.table import Picture


class OneSeat(gymnasium.Env[dict[str, Any], int]):
    """One seat; the others are bots, which decide between two steps.

    The observation is ``{"observation": bytes, "action_mask": mask}``, and the info has the mask again. An illegal action changes
    nothing: it costs the reward `ILLEGAL`, and ``illegal_action`` in the info is true.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, play: Play, seat: int) -> None:
        self.play = play
        self.seat = seat
        self.render_mode = play.render_mode
        self.observation_space: spaces.Space[dict[str, Any]] = play.game.observation_space()
        self.action_space: spaces.Space[Any] = play.game.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game; the same seed and the same actions give the same game, if the bots do not measure time."""
        super().reset(seed=seed, options=options)
        self.play.reset(int(self.np_random.integers(1 << 62)))
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out the seat's action and those of the bots, up to the seat's next decision."""
        rewards = self.play.step({self.seat: int(action)})
        seen, info = self._seen()
        return seen, rewards[self.seat], self.play.is_over, self.play.is_cut_off, info

    def render(self) -> Any:
        """Return what the seat observes, as text or as a picture."""
        picture: str | Picture | None = self.play.render(self.seat)
        return picture

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self.play.observe(self.seat)
        return seen, self.play.info(self.seat, seen["action_mask"])
