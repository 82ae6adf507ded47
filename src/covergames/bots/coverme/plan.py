"""A Cover Me player that decides at once, by the kernel's plan for the season."""

from __future__ import annotations

import random

from covergames.coverme import Action, View
from covergames.kernel import planned


class PlanBot:
    """Plays as the editor expects everybody to play: covers that help one card to three trends, or without any trend."""

    remembers = False

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def choose(self, view: View) -> Action:
        """Return the action of the best plan, with a little chance so that it cannot be predicted.

        Raises:
            ValueError: the game is over.
        """
        if view.decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide: the game is over")
        if len(view.legal) == 1:
            return view.legal[0]
        return planned(view, seed=self._generator.getrandbits(62))
