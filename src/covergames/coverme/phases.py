"""What a table can wait for: the phase that the game is in, and the kind of decision."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """What kind of decision the table waits for."""

    DRAFT = "draft"
    PLACE = "place"
    FEATURE = "feature"
    REPLENISH = "replenish"
    NEW_YEAR = "new year"
    VOTE = "vote"
    OVER = "over"


class Decision(Enum):
    """The kinds of decision that a table can wait for."""

    TAKE = "take"
    PLACE = "place"
    FEATURE = "feature"
    KEEP = "keep"
    SWAP = "swap"
    VOTE = "vote"
