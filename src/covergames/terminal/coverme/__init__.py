"""Cover Me in the terminal; `covergames.terminal.screens.GameScreens` describes these functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covergames.game import Seat
from covergames.terminal.console import ask_on
from covergames.terminal.coverme.game_loop import GameLoop
from covergames.terminal.coverme.match import LocalMatch
from covergames.terminal.coverme.replay_screen import CoverMeReplay
from covergames.terminal.coverme.screen import CoverMeScreen
from covergames.terminal.coverme.words import CoverMeWords

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from covergames.record import AnyMoment
    from covergames.terminal.blocking_client import BlockingClient
    from covergames.terminal.local_game import LocalGame
    from covergames.terminal.words import Words


def play(game: LocalGame, words: Words, console: Console) -> None:
    """Play against bots until the game is over or the player leaves."""
    greeting = game.greeting(words, "terminal.cover-me.welcome")
    GameLoop(LocalMatch(game), _screen(words, console), ask_on(console), greeting=greeting).play()


def play_online(client: BlockingClient, words: Words, console: Console) -> None:
    """Play at a server's table until the game is over or the player leaves."""
    from covergames.terminal.coverme.remote_match import RemoteMatch  # needs the client, which is an extra

    seat = client.seat
    others = [Seat(number) for number in range(len(words.players)) if number != seat]
    greeting = words("terminal.online.welcome", name=words.name(seat), names=words.names(others))

    def show_waiting(seats: Sequence[Seat]) -> None:
        console.out(words("terminal.online.waiting", names=words.names(seats)))

    match = RemoteMatch(client, show_waiting=show_waiting)
    GameLoop(match, _screen(words, console), ask_on(console), greeting=greeting).play()


def replay(moments: Sequence[AnyMoment], words: Words, console: Console) -> CoverMeReplay:
    """Return a replay of the recorded positions."""
    return CoverMeReplay(moments, _screen(words, console))


def _screen(words: Words, console: Console) -> CoverMeScreen:
    return CoverMeScreen(console, CoverMeWords(words.language, words.players, words.seat))
