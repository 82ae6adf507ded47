"""Dealers that shuffle for real, for live play and for simulations."""

from __future__ import annotations

import random
from collections.abc import Sequence

from covergames.game import AnyCard


class RandomDealer:
    """Shuffles with the given generator: a seeded one for a repeatable game, `random.SystemRandom` for a live one."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def shuffle(self, _pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """The cards in a random order: sorted by a random number each."""
        number = self._generator.random
        return sorted(cards, key=lambda _: number())
