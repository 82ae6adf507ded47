"""What the two interfaces of PettingZoo have in common: agents with their spaces, and a game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from covergames.envs.play import RENDER_MODES, Play


class Agents:
    """The seats of a game as agents ``seat_0``, ``seat_1`` and so on.

    An agent observes ``{"observation": bytes, "action_mask": mask}``; its info has the mask again, and ``illegal_action``, which says
    whether its last action was illegal. That changes nothing for it but the reward: `ILLEGAL`.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        self.metadata: dict[str, Any] = {
            "name": f"{play.game.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
        }
        self.render_mode = play.render_mode
        self.possible_agents = [f"seat_{number}" for number in range(play.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: number for number, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: play.game.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: play.game.action_space() for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent observes; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _deal(self, seed: int | None) -> None:
        """Deal a new game, which all agents play; the same seed and the same actions give the same game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.play.reset(int(self._random.integers(1 << 62)))
        self.agents = self.possible_agents[:]
