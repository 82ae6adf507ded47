"""How detailed a page is."""

from __future__ import annotations

from enum import IntEnum, auto


class Detail(IntEnum):
    """The levels of detail. Each one needs fewer lines than those before it."""

    CARDS = auto()
    """Frames, and cards that look like cards, where there is space for them."""
    FRAMES = auto()
    """Frames where there is space for them; each card is a line."""
    LINES = auto()
    """No frames; each card is a line."""
    SHORT = auto()
    """Cards of the hand are letters only, unless the player chooses among them."""
    COMPACT = auto()
    """Each track is a number, and earlier news is left out."""
    ESSENTIAL = auto()
    """Parts that do not concern the decision are left out too."""
    LETTERS = auto()
    """All cards of the hand are letters only; the tracks explain the letters."""
