"""The process in which bots think: `main` answers questions until its input ends.

A bot lives from its first decision to its last, so that it can remember. Questions and answers are pickled, each behind
its length; whatever a bot prints goes to standard error.
"""

from __future__ import annotations

import os
import pickle
import random
import signal
import sys
from collections import OrderedDict
from dataclasses import dataclass
from typing import IO, Any, Final

from covergames import bots
from covergames.bots import AnyBot
from covergames.game import Seat
from covergames.games import game_named

HEAD: Final = 4
"""The bytes of a length."""
REMEMBERED: Final = 2000
"""How many bots a process keeps; of those that are no longer asked, the oldest make room."""
NICENESS: Final = 5
"""Thinking gives way to answering messages."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: what would you do?"""

    game: str
    table: str
    seat: Seat
    bot: str
    view: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot would do, or why there is no telling."""

    action: Any
    failure: str | None = None


class Thinker:
    """The bots of some tables."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._bots: OrderedDict[tuple[str, Seat, str], AnyBot] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """Ask the bot, which is made at its first decision."""
        try:
            return Answer(self._bot(question).choose(question.view))
        except Exception as error:
            return Answer(None, f"{type(error).__name__}: {error}")

    def _bot(self, question: Question) -> AnyBot:
        key = (question.table, question.seat, question.bot)
        bot = self._bots.pop(key, None)
        if bot is None:
            maker = bots.named(game_named(question.game), question.bot)
            bot = maker(random.Random(self._chance.getrandbits(64)))
        self._bots[key] = bot
        if len(self._bots) > REMEMBERED:
            self._bots.popitem(last=False)
        return bot


def pack(value: object) -> bytes:
    """The value behind its length."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(HEAD, "big") + data


def main() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server, which ends this in good order
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(NICENESS)
    thinker = Thinker(random.Random())
    while head := sys.stdin.buffer.read(HEAD):
        question = pickle.loads(sys.stdin.buffer.read(int.from_bytes(head, "big")))
        answers.write(pack(thinker.answer(question)))
        answers.flush()
