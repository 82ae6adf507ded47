"""Places that decisions and events name: where a card is taken from, and where one lies or goes."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NewType


class Source(IntEnum):
    """Where a card can be taken from; the first three are the open piles by hair colour (CM-S6)."""

    BLONDE = 0
    RED_BROWN = 1
    BLACK = 2
    FACE_DOWN = 3

    @property
    def is_open(self) -> bool:
        """Whether everybody sees the card that is taken (CM-I1)."""
        return self is not Source.FACE_DOWN

    @property
    def word(self) -> str:
        """The name in records, such as ``red-brown``."""
        return self.name.lower().replace("_", "-")


Magazine = NewType("Magazine", int)
"""A row of covers. The seats' own come first, by seat; with two players, two more: their secondary ones, or A and B."""


class Row(Enum):
    """Which of a player's magazines (CM-A1)."""

    PRIMARY = "primary"
    SECONDARY = "secondary"

    __hash__ = object.__hash__  # members are singletons, and FEATURE is read for every choice of a model


class Fate(Enum):
    """Where a season special goes (CM-E2, CM-E3, CM-E4, CM-A4)."""

    PRESTIGE_STACK = "prestige stack"
    SIDE_STACK = "side stack"
    INFLUENCE_ROW = "influence row"
