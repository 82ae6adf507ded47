"""An agent as a bot: it plays at tables, in simulations and in tournaments like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from covergames.coverme import Action, View
from covergames.envs.coverme.actions import action_ids, action_of, legal_mask
from covergames.envs.coverme.features import observe
from covergames.envs.feature import Bytes, Mask

Policy: TypeAlias = Callable[[Bytes, Mask], int]
"""Chooses an action, given an observation and the mask of legal actions."""


def examples(view: View, action: Action) -> list[tuple[Bytes, list[int], int]]:
    """Return an action as steps of an environment: observation, legal actions, action; two cards are two steps."""
    steps: list[tuple[Bytes, list[int], int]] = []
    picked = None
    for number in action_ids(action):
        legal = np.flatnonzero(legal_mask(view, picked=picked)).tolist()
        steps.append((observe(view, picked=picked), legal, number))
        picked = number
    return steps


class PolicyBot:
    """A bot that decides by a policy over observations."""

    remembers = False

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, view: View) -> Action:
        """Return the action that the policy chooses; two cards are chosen one after the other.

        Raises:
            ValueError: the policy chooses an illegal action.
        """
        picked = None
        while True:
            number = self._policy(observe(view, picked=picked), legal_mask(view, picked=picked))
            action = action_of(view, number, picked=picked)
            if action is not None:
                return action
            picked = number
