"""Players of Cover Up; they differ in what they see of their cards and in the pace at which they lay them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from covergames.bots.bot import BotMaker
from covergames.bots.coverup.laying import LayingBot
from covergames.bots.coverup.players import beginner, haphazard, human, novice, perfect, quick

__all__ = [
    "BOTS",
    "LEVELS",
    "OPPONENT",
    "STAND_IN",
    "LayingBot",
    "beginner",
    "haphazard",
    "human",
    "novice",
    "perfect",
    "quick",
]

BOTS: Final[Mapping[str, BotMaker]] = {
    "novice": novice,
    "random": haphazard,
    "beginner": beginner,
    "human": human,
    "quick": quick,
    "perfect": perfect,
}
OPPONENT: Final = "beginner"
STAND_IN: Final = "beginner"
LEVELS: Final[Mapping[str, str]] = {
    "novice": "novice",
    "gentle": "beginner",
    "good": "human:6",
    "strong": "human:8",
    "champion": "perfect",
}
