"""A bot that leaves everything to chance, in any game."""

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
    """Every legal action is as likely as any other."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def choose(self, view: HasLegal) -> Any:
        """Any of the legal actions."""
        return self._generator.choice(view.legal)
