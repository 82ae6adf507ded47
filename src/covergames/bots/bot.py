"""What a bot is: a player that gets a view and returns a decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

View = TypeVar("View", contravariant=True)
Action = TypeVar("Action", covariant=True)


class Bot(Protocol[View, Action]):
    """A player that sees what a person in its seat would see, never the state behind it.

    One bot plays one seat of one game. All its chance comes from the generator that it is created with, so the same
    generator and the same views give the same decisions. A bot that thinks as long as it is allowed to also takes a
    `budget`, a `Budget` for each decision. A class of bots that keep nothing between two decisions says ``remembers = False``:
    a server then lets them think in any process that is free.
    """

    def choose(self, view: View) -> Action:
        """Return one of the view's legal actions; in a game against the clock, with the time ``t`` at which to do it.

        The time is the view's, which is now, or later. If the table changes before that time, the bot is asked again.
        """
        ...


class SharingBot(Bot[View, Action], Protocol):
    """A bot whose decisions several processes can share: each thinks about the same view with its own generator.

    A server shares decisions only if the budget of the bot is an amount of time.
    """

    def part(self, view: View) -> Any:
        """Return what this process finds out within the budget; it must be possible to pickle it."""
        ...

    def merged(self, view: View, parts: Sequence[Any]) -> Action:
        """Return the action to choose, given one part or several."""
        ...


class BotFault(Exception):
    """A bot chose an illegal action, or failed; the message names the bot, the game or seat, and what it did."""

    traceback = ""
    """Where a bot failed, as Python prints it."""


AnyBot: TypeAlias = Bot[Any, Any]
BotMaker: TypeAlias = Callable[[random.Random], AnyBot]
"""Makes a bot that takes all its chance from the given generator.

If it has a parameter called `budget`, with a default, the bot's name may be followed by one: ``editor:50ms``. So may a `skill`,
an int: ``human:4``.
"""
