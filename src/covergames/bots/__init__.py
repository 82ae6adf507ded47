"""Players made of code. They are given views, never states."""

from covergames.bots.agenda import Agenda
from covergames.bots.bot import AnyBot, Bot, BotFault, BotMaker
from covergames.bots.budget import Budget, BudgetError
from covergames.bots.chance import ChanceBot
from covergames.bots.coverup import LayingBot
from covergames.bots.editor import EditorBot
from covergames.bots.registry import UnknownBot, named, names
from covergames.bots.trend import TrendBot

__all__ = [
    "Agenda",
    "AnyBot",
    "Bot",
    "BotFault",
    "BotMaker",
    "Budget",
    "BudgetError",
    "ChanceBot",
    "EditorBot",
    "LayingBot",
    "TrendBot",
    "UnknownBot",
    "named",
    "names",
]
