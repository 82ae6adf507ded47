"""The terminal screens of a game: the functions that the module in its registration offers."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Protocol, cast

from covergames.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from covergames.games import AnyGame
    from covergames.record import AnyMoment
    from covergames.terminal.blocking_client import BlockingClient
    from covergames.terminal.local_game import LocalGame
    from covergames.terminal.replay import Replay
    from covergames.terminal.words import Words


class NoScreens(ValueError):
    """The game cannot be played in the terminal."""


class GameScreens(Protocol):
    """The functions of the module that a registration names as ``terminal``."""

    def play(self, game: LocalGame, words: Words, console: Console, /) -> None:
        """Play against bots in this process until the game is over or the player leaves.

        Raises:
            BotFault: a bot chose an illegal action.
            OSError: the game cannot be saved.
        """
        ...

    def play_online(self, client: BlockingClient, words: Words, console: Console, /) -> None:
        """Play at a server's table until the game is over or the player leaves; the game has begun.

        Raises:
            ConnectionFailed: the server ended the connection for good.
            OSError: the server cannot be reached.
        """
        ...

    def replay(self, moments: Sequence[AnyMoment], words: Words, console: Console, /) -> Replay[Any]:
        """Return a replay of the recorded positions."""
        ...


def screens_of(game: AnyGame) -> GameScreens:
    """Return the module with the game's screens; it is imported on first use.

    Raises:
        NoScreens: the game's registration names none.
    """
    module = GAMES[game.NAME].terminal
    if module is None:
        raise NoScreens(f"{game.NAME} has no screens for the terminal")
    return cast("GameScreens", importlib.import_module(module))
