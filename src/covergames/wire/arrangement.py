"""The arrangement of a table: the game, the number of players and the options.

Options have the notation of records. A server sends all of them, including every card of a deck; a client may omit those with
their default.
"""

from __future__ import annotations

from typing import Any

import msgspec

from covergames.games import AnyGame, game_named
from covergames.schema import encode_options
from covergames.schema import read_options as read_game_options
from covergames.wire.part import HeldOptions, Number, Part


class Arrangement(Part, frozen=True):
    """The game of a table, the number of players, and the options of the game."""

    game: str
    players: Number
    options: HeldOptions = msgspec.field(default_factory=dict)


def write_arrangement(game: AnyGame, players: int, options: Any) -> Arrangement:
    """Return the arrangement as a server sends it."""
    return Arrangement(game.NAME, players, encode_options(game, options))


def game_of(arrangement: Arrangement) -> AnyGame:
    """Return the rules of the game.

    Raises:
        NotationError: there is no such game.
    """
    return game_named(arrangement.game)


def read_options(arrangement: Arrangement) -> Any:
    """Return the options of the game.

    Raises:
        NotationError: they cannot be read, or there is no such game.
        OptionsError: the game cannot be played with them by this number of players.
    """
    return read_game_options(game_of(arrangement), arrangement.options, arrangement.players, at="$.arrangement.options")
