"""The worker process in which bots think. A bot lives from its first decision to its last, so that it can remember."""

from __future__ import annotations

import random
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from covergames import bots
from covergames.bots import AnyBot
from covergames.bots.budget import at_most
from covergames.game import Seat
from covergames.games import game_named
from covergames.server.worker_process import answer_all

MAX_BOTS: Final = 2000
"""The most bots in a process; beyond it, the least recently asked bot is dropped."""


BotKey: TypeAlias = tuple[str, Seat, str]
"""The table, the seat and the name of a bot."""


@dataclass(frozen=True, slots=True)
class Question:
    """Ask a bot to decide from a view."""

    game: str
    table: str
    seat: Seat
    bot: str
    view: Any
    most_seconds: float | None = None
    """How long the bot may think, if its budget is longer; None: as long as its budget."""

    @property
    def key(self) -> BotKey:
        """What identifies the bot."""
        return self.table, self.seat, self.bot


class BotHost:
    """The bots of one process."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._bots: OrderedDict[BotKey, AnyBot] = OrderedDict()

    def answer(self, question: Question) -> Any:
        """Return the bot's decision; the bot is created at its first."""
        bot = self._bot(question)
        with at_most(question.most_seconds):
            return bot.choose(question.view)

    def _bot(self, question: Question) -> AnyBot:
        bot = self._bots.pop(question.key, None)
        if bot is None:
            maker = bots.named(game_named(question.game), question.bot)
            bot = maker(random.Random(self._chance.getrandbits(64)))
        self._bots[question.key] = bot
        if len(self._bots) > MAX_BOTS:
            self._bots.popitem(last=False)
        return bot


def main() -> None:
    """Run the worker process."""
    answer_all(BotHost(random.Random()).answer)
