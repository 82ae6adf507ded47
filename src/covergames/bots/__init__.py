"""Bots: programs that play. They get views, never states."""

from covergames.bots.agenda import Agenda, LocalBots, should_hurry
from covergames.bots.bot import AnyBot, Bot, BotFault, BotMaker, SharingBot
from covergames.bots.budget import Budget, BudgetError
from covergames.bots.chance import ChanceBot
from covergames.bots.names import TABLE_NAMES, free_name
from covergames.bots.registry import (
    GameBots,
    UnknownBot,
    at_level,
    bots_of,
    budget_of,
    can_share,
    named,
    names,
    remembers,
)
from covergames.bots.skill import SKILLS

__all__ = [
    "SKILLS",
    "TABLE_NAMES",
    "Agenda",
    "AnyBot",
    "Bot",
    "BotFault",
    "BotMaker",
    "Budget",
    "BudgetError",
    "ChanceBot",
    "GameBots",
    "LocalBots",
    "SharingBot",
    "UnknownBot",
    "at_level",
    "bots_of",
    "budget_of",
    "can_share",
    "free_name",
    "named",
    "names",
    "remembers",
    "should_hurry",
]
