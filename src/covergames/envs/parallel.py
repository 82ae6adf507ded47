"""PettingZoo's parallel interface: all seats act in every step."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from covergames.envs.agents import Agents
from covergames.envs.table import Picture


class SeatsAtOnce(Agents, ParallelEnv[str, dict[str, Any], int]):
    """A game in which every seat acts in every step. The mask of a seat that owes no decision has one action, which does nothing.

    `max_cycles` counts steps.
    """

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Deal a new game; the same seed and the same actions give the same game."""
        self._deal(seed)
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

    def _seen(self) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        observations = {agent: self.play.observe(self._seat_of[agent]) for agent in self.agents}
        infos = {
            agent: self.play.info(self._seat_of[agent], seen["action_mask"]) for agent, seen in observations.items()
        }
        return observations, infos
