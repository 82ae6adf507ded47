"""The settings of a table, which its host chooses in addition to the options of the game."""

from __future__ import annotations

from typing import Final

import msgspec

from covergames.bots import Budget, UnknownBot, bots_of, budget_of
from covergames.games import AnyGame
from covergames.table.refusal import Code, Refusal

TIMEOUT_SECONDS: Final = range(5, 24 * 3600 + 1)
"""The allowed values of `Settings.away_after` and `Settings.decision_time`."""
MAX_BOT_BUDGETS: Final = (Budget(seconds=5), Budget(playouts=5000))
"""The most that a bot at a table may think about a decision: all tables of a server share its processors."""
ABANDONED_AFTER_SECONDS: Final = range(60, 30 * 24 * 3600 + 1)
"""The allowed values of `Settings.abandoned_after`."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """The settings of a table that do not affect the rules of its game."""

    listed: bool = False
    """Whether the public list of open tables contains it."""
    away_after: int | None = 120
    """Seconds until a bot stands in for a person who is away while others wait; null: never."""
    decision_time: int | None = None
    """Seconds until a bot takes a decision that a person has not taken; null: never."""
    stand_in: str | None = None
    """The bot that stands in; null: the default of the game."""
    chat: bool = True
    """Whether the table has a chat."""
    spectators: bool = True
    """Whether people without a seat may watch the game."""
    abandoned_after: int = 6 * 3600
    """Seconds until a table closes at which nobody is present."""

    def stand_in_for(self, game: AnyGame) -> str:
        """Return the bot that stands in at a table of this game."""
        return bots_of(game).STAND_IN if self.stand_in is None else self.stand_in


def check_settings(settings: Settings, game: AnyGame) -> None:
    """Check the settings of a table of this game.

    Raises:
        Refusal: a time is out of range, or the bot is not allowed.
    """
    for name, value, allowed in (
        ("away_after", settings.away_after, TIMEOUT_SECONDS),
        ("decision_time", settings.decision_time, TIMEOUT_SECONDS),
        ("abandoned_after", settings.abandoned_after, ABANDONED_AFTER_SECONDS),
    ):
        if value is not None and value not in allowed:
            raise Refusal(Code.UNREADABLE, f"{name} {value}: {allowed[0]} to {allowed[-1]} seconds are possible")
    if settings.stand_in is not None:
        check_bot(settings.stand_in, game)


def check_bot(name: str, game: AnyGame) -> None:
    """Check that tables of this game may seat the bot. The name comes from a client, which the server does not trust.

    Raises:
        Refusal: the game has no such bot, its code is in a file, or it thinks for too long.
    """
    if ".py:" in name:
        raise Refusal(Code.UNKNOWN_BOT, f"bot {name!r}: tables do not seat bots from files")
    try:
        budget = budget_of(game, name)
    except UnknownBot as error:
        raise Refusal(Code.UNKNOWN_BOT, str(error)) from None
    if budget is not None and not any(budget.is_within(most) for most in MAX_BOT_BUDGETS):
        allowed = " or ".join(str(most) for most in MAX_BOT_BUDGETS)
        raise Refusal(Code.UNKNOWN_BOT, f"bot {name!r}: at a table it may think for {allowed} at most")
