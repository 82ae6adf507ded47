"""Players of Cover Me."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from covergames.bots.bot import BotMaker
from covergames.bots.chance import ChanceBot
from covergames.bots.coverme.champion import ChampionBot
from covergames.bots.coverme.editor import EditorBot
from covergames.bots.coverme.novice import NoviceBot
from covergames.bots.coverme.plan import PlanBot
from covergames.bots.coverme.trend import TrendBot

__all__ = ["BOTS", "LEVELS", "OPPONENT", "STAND_IN", "ChampionBot", "EditorBot", "NoviceBot", "PlanBot", "TrendBot"]

BOTS: Final[Mapping[str, BotMaker]] = {
    "random": ChanceBot,
    "novice": NoviceBot,
    "trend": TrendBot,
    "plan": PlanBot,
    "editor": EditorBot,
    "champion": ChampionBot,
}
OPPONENT: Final = "trend"
STAND_IN: Final = "trend"
LEVELS: Final[Mapping[str, str]] = {
    "novice": "novice",
    "gentle": "trend",
    "good": "editor:60p",
    "strong": "editor:200ms",
    "champion": "champion:200ms",
}
