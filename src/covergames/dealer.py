"""Dealers that shuffle for real, for live play and for simulations."""

from __future__ import annotations

import random
from collections.abc import Sequence

from covergames.game import AnyCard


class RandomDealer:
    """A dealer with a random generator: a seeded one for a repeatable game, `random.SystemRandom` for a live one."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def shuffle(self, _pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """Return the cards in a random order: each is sorted by a random number."""
        number = self._generator.random
        return sorted(cards, key=lambda _: number())
