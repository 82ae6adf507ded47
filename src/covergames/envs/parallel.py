"""PettingZoo's parallel interface: all seats act in every step."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from covergames.envs.play import RENDER_MODES, Play
from covergames.envs.table import Picture


class SeatsAtOnce(ParallelEnv[str, dict[str, Any], int]):
    """A game in which every seat acts in every step. The mask of a seat that owes no decision has one action, which does nothing.

    An agent observes ``{"observation": bytes, "action_mask": mask}``; its info has the mask again, and ``illegal_action``,
    which says whether its last action was illegal. That changes nothing for it but the reward: `ILLEGAL`. `max_cycles` counts steps.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        self.metadata = {"name": f"{play.game.name.replace('-', '_')}_v0", "render_modes": list(RENDER_MODES)}
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

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Deal a new game; the same seed and the same actions give the same game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.play.reset(int(self._random.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        return self._seen()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Carry out everybody's action."""
        agents = self.agents
        rewards = self.play.step({self._seat_of[agent]: int(action) for agent, action in actions.items()})
        observations, infos = self._seen()
        is_over, is_cut_off = self.play.is_over, self.play.is_cut_off
        if is_over or is_cut_off:
            self.agents = []
        return (
            observations,
            {agent: rewards[self._seat_of[agent]] for agent in agents},
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut_off),
            infos,
        )

    def render(self) -> str | Picture | None:
        """Return what the first seat observes, as text or as a picture."""
        return self.play.render(0)

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _seen(self) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        observations = {agent: self.play.observe(self._seat_of[agent]) for agent in self.agents}
        infos = {
            agent: self.play.info(self._seat_of[agent], seen["action_mask"]) for agent, seen in observations.items()
        }
        return observations, infos
