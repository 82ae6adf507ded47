"""A bot that chooses at random, in any game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol


class HasLegal(Protocol):
    """A view of any game."""

    @property
    def legal(self) -> Sequence[Any]:
        """What the viewer may do now."""
        ...


class ChanceBot:
    """Chooses every legal action with the same probability."""

    remembers = False

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def choose(self, view: HasLegal) -> Any:
        """Return any of the legal actions."""
        return self._generator.choice(view.legal)
