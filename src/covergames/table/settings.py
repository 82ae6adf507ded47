"""What a table's host may choose besides the game's own options."""

from __future__ import annotations

from typing import Final

import msgspec

from covergames.bots import Budget, UnknownBot, bots_of, named
from covergames.games import AnyGame
from covergames.table.refusal import Code, Refusal

TIMEOUT_SECONDS: Final = range(5, 24 * 3600 + 1)
"""How long somebody may be away, or a decision may take."""
MAX_BOT_BUDGETS: Final = (Budget(seconds=5), Budget(playouts=5000))
"""What a bot may think for a decision at a table: all tables of a server share its processors."""
ABANDONED_AFTER_SECONDS: Final = range(60, 30 * 24 * 3600 + 1)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """How people are seated and served; the rules of the game know nothing of it."""

    listed: bool = False
    """Whether strangers find the table among the open ones."""
    away_after: int | None = 120
    """Seconds until a bot stands in for somebody who is away while others wait; null: they wait."""
    decision_time: int | None = None
    """Seconds for a decision, after which a bot takes it; null: as long as it takes."""
    stand_in: str | None = None
    """The bot that stands in; null: the one that the game names."""
    chat: bool = True
    spectators: bool = True
    """Whether people without a seat may watch the game."""
    abandoned_after: int = 6 * 3600
    """Seconds without anybody present until the table closes."""

    def stand_in_for(self, game: AnyGame) -> str:
        """Return the bot that stands in at a table of this game."""
        return bots_of(game).STAND_IN if self.stand_in is None else self.stand_in


def check_settings(settings: Settings, game: AnyGame) -> None:
    """Refuse times out of range and bots that there are not."""
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
    """Refuse a bot that does not play this game, one in a file, and one that thinks for long.

    Whoever asks is not who runs the program, and not alone.
    """
    if ".py:" in name:
        raise Refusal(Code.UNKNOWN_BOT, f"bot {name!r}: a table seats no bots from files")
    try:
        named(game, name)
    except UnknownBot as error:
        raise Refusal(Code.UNKNOWN_BOT, str(error)) from None
    _, _, text = name.partition(":")
    if text and not any(Budget.parse(text).is_within(most) for most in MAX_BOT_BUDGETS):
        allowed = " or ".join(str(most) for most in MAX_BOT_BUDGETS)
        raise Refusal(Code.UNKNOWN_BOT, f"bot {name!r}: at a table it may think for {allowed} at most")
