"""PettingZoo's AEC interface: one seat after the other."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from covergames.envs.agents import Agents
from covergames.envs.play import Play
from covergames.envs.table import Picture


class SeatsInTurn(Agents, AECEnv[str, dict[str, Any], int]):
    """A game in which one seat decides at a time; of seats that decide at the same time, the lowest number comes first.

    An agent whose action was illegal is asked again. A reward reaches an agent with its next `last`, as a sum since its previous one.
    `max_cycles` counts decisions.
    """

    def __init__(self, play: Play) -> None:
        super().__init__(play)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game; the same seed and the same actions give the same game."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self.play.info(self._seat_of[agent]) for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent observes now."""
        return self.play.observe(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action; None once the agent has terminated."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{agent} has to act"
        self._cumulative_rewards[agent] = 0.0
        rewards = self.play.step({self._seat_of[agent]: int(action)})
        for each in self.agents:
            self.rewards[each] = rewards[self._seat_of[each]]
        self._accumulate_rewards()
        if self.play.is_over or self.play.is_cut_off:
            ended = self.terminations if self.play.is_over else self.truncations
            for each in self.agents:
                ended[each] = True
                self.infos[each] = self.play.info(self._seat_of[each])
            return
        self.infos[agent] = self.play.info(self._seat_of[agent])
        self._select()

    def render(self) -> str | Picture | None:
        """Return what the selected agent observes, as text or as a picture."""
        return self.play.render(self._seat_of[self.agent_selection])

    def _select(self) -> None:
        seat = self.play.table.to_act()[0]
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = self.play.info(seat)
