"""What a bot is: somebody who is shown a view and decides."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, TypeVar

View = TypeVar("View", contravariant=True)
Action = TypeVar("Action", covariant=True)


class Bot(Protocol[View, Action]):
    """A player that sees what a person in its seat would see, never the state behind it.

    One bot plays one seat of one game. All its chance comes from the generator that it was made with, so that the same
    generator and the same views give the same decisions. One that thinks as long as it is given is also made with a
    `budget`, a `Budget` for each decision.
    """

    def choose(self, view: View) -> Action:
        """One of the view's legal actions; in a game against the clock, with the time ``t`` at which to do it.

        The time is now, which is the view's, or later. Whenever the table changes before that, the bot is asked again.
        """
        ...


class BotFault(Exception):
    """A bot chose what it may not; the message says which bot, in which game or seat, and what."""


AnyBot: TypeAlias = Bot[Any, Any]
BotMaker: TypeAlias = Callable[[random.Random], AnyBot]
"""Makes a bot that takes all its chance from the given generator.

If it has a parameter called `budget`, with a default, the bot's name may be followed by one: ``editor:50ms``.
"""
