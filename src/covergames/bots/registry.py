"""The bots there are, by game and by the name that commands use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from covergames import coverme, coverup
from covergames.bots.bot import BotMaker
from covergames.bots.chance import ChanceBot
from covergames.bots.solver import SolverBot
from covergames.bots.trend import TrendBot
from covergames.games import AnyGame

_ANY_GAME: Final[Mapping[str, BotMaker]] = {"random": ChanceBot}
_OF_GAME: Final[Mapping[str, Mapping[str, BotMaker]]] = {
    coverme.NAME: {"trend": TrendBot},
    coverup.NAME: {"solver": SolverBot},
}


class UnknownBot(ValueError):
    """A name that no bot of this game has; the message lists those that there are."""


def names(game: AnyGame) -> tuple[str, ...]:
    """The bots that play this game, weakest first."""
    return (*_ANY_GAME, *_OF_GAME.get(game.NAME, {}))


def named(game: AnyGame, name: str) -> BotMaker:
    """What makes the bot of that name: ``named(coverme, "trend")(random.Random(7))``."""
    makers = {**_ANY_GAME, **_OF_GAME.get(game.NAME, {})}
    if name not in makers:
        raise UnknownBot(f"bot {name!r} is none of {', '.join(makers)}, which play {game.NAME}")
    return makers[name]
