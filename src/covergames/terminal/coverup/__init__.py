"""Cover Up in the terminal; `covergames.terminal.screens.GameScreens` describes these functions.

They import Textual and the client on first use, because other users of this package need neither.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from covergames.record import AnyMoment
    from covergames.terminal.blocking_client import BlockingClient
    from covergames.terminal.coverup.match import Match
    from covergames.terminal.coverup.replay_screen import CoverUpReplay
    from covergames.terminal.local_game import LocalGame
    from covergames.terminal.words import Words


def play(game: LocalGame, words: Words, _console: Console) -> None:
    """Play against bots until the game is over or the player leaves; the clock starts when the greeting is read."""
    from covergames.terminal.coverup.match import LocalMatch

    greeting = game.greeting(words, "terminal.cover-up.welcome")
    _run(LocalMatch(game, clock=time.monotonic), words, greeting)


def play_online(client: BlockingClient, words: Words, _console: Console) -> None:
    """Play at a server's table until the game is over or the player leaves; there is no greeting."""
    from covergames.terminal.coverup.remote_match import RemoteMatch

    _run(RemoteMatch(client), words, None)


def replay(moments: Sequence[AnyMoment], words: Words, console: Console) -> CoverUpReplay:
    """Return a replay of the recorded positions."""
    from covergames.terminal.coverup.replay_screen import CoverUpReplay
    from covergames.terminal.screen import Screen

    return CoverUpReplay(moments, Screen(console, words))


def _run(match: Match, words: Words, greeting: str | None) -> None:
    from covergames.terminal.coverup.app import CoverUpApp

    error = CoverUpApp(match, words, greeting=greeting).run()
    if error is not None:
        raise error
