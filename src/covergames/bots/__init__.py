"""Players made of code. They are given views, never states."""

from covergames.bots.agenda import Agenda
from covergames.bots.bot import AnyBot, Bot, BotFault, BotMaker
from covergames.bots.chance import ChanceBot
from covergames.bots.coverup import LayingBot
from covergames.bots.registry import UnknownBot, named, names
from covergames.bots.trend import TrendBot

__all__ = [
    "Agenda",
    "AnyBot",
    "Bot",
    "BotFault",
    "BotMaker",
    "ChanceBot",
    "LayingBot",
    "TrendBot",
    "UnknownBot",
    "named",
    "names",
]
