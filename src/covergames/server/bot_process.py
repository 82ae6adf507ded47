"""The worker process in which bots think. A bot lives from its first decision to its last, so that it can remember."""

from __future__ import annotations

import random
import signal
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from covergames import bots
from covergames.bots.budget import at_most
from covergames.game import Seat
from covergames.games import game_named
from covergames.server.worker_process import INTERRUPT, answer_all, report

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
    is_part: bool = False
    """Ask for a part of the decision: see `SharingBot`. When the bot begins, the process reports it; `INTERRUPT` then ends the part."""
    parts: Sequence[Any] = ()
    """Ask for the decision that follows from these parts."""

    @property
    def key(self) -> BotKey:
        """What identifies the bot."""
        return self.table, self.seat, self.bot


class BotHost:
    """The bots of one process."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._bots: OrderedDict[BotKey, Any] = OrderedDict()
        self._is_recalled = False

    def answer(self, question: Question) -> Any:
        """Return the bot's decision, or its part of one; the bot is created at its first."""
        bot = self._bot(question)
        if question.parts:
            return bot.merged(question.view, question.parts)
        self._is_recalled = False
        with at_most(question.most_seconds, is_recalled=lambda: self._is_recalled):
            if not question.is_part:
                return bot.choose(question.view)
            report("begun")
            return bot.part(question.view)

    def recall(self) -> None:
        """End the part that a bot thinks about; its answer is what it has found out."""
        self._is_recalled = True

    def _bot(self, question: Question) -> Any:
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
    host = BotHost(random.Random())
    signal.signal(INTERRUPT, lambda _number, _frame: host.recall())
    answer_all(host.answer)
