"""The bots of a game that registers none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from covergames.bots.bot import BotMaker
from covergames.bots.chance import ChanceBot

BOTS: Final[Mapping[str, BotMaker]] = {"random": ChanceBot}
OPPONENT: Final = "random"
STAND_IN: Final = "random"
LEVELS: Final[Mapping[str, str]] = dict.fromkeys(("novice", "gentle", "good", "strong", "champion"), "random")
