"""Players made of code. They are given views, never states."""

from covergames.bots.bot import AnyBot, Bot, BotMaker
from covergames.bots.budget import Budget, BudgetError
from covergames.bots.chance import ChanceBot
from covergames.bots.editor import EditorBot
from covergames.bots.registry import UnknownBot, named, names
from covergames.bots.solver import SolverBot
from covergames.bots.trend import TrendBot

__all__ = [
    "AnyBot",
    "Bot",
    "BotMaker",
    "Budget",
    "BudgetError",
    "ChanceBot",
    "EditorBot",
    "SolverBot",
    "TrendBot",
    "UnknownBot",
    "named",
    "names",
]
