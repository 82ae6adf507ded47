"""Which game is played, by how many, with which options: told once, and again when it changes.

Options are spelt as in records. A server tells all of them, with every card of a deck; a client leaves out what has its default.
"""

from __future__ import annotations

from typing import Any

import msgspec

from covergames.games import AnyGame, game_named
from covergames.schema import encode_options
from covergames.schema import read_options as read_game_options
from covergames.wire.part import HeldOptions, Number, Part


class Arrangement(Part, frozen=True):
    """A game, how many play it, and with which optional rules."""

    game: str
    players: Number
    options: HeldOptions = msgspec.field(default_factory=dict)


def write_arrangement(game: AnyGame, players: int, options: Any) -> Arrangement:
    """Return the arrangement as a server tells it."""
    return Arrangement(game.NAME, players, encode_options(game, options))


def game_of(arrangement: Arrangement) -> AnyGame:
    """Return the game that is played.

    Raises:
        NotationError: there is no such game.
    """
    return game_named(arrangement.game)


def read_options(arrangement: Arrangement) -> Any:
    """Return the options of the game.

    Raises:
        NotationError: they cannot be read, or there is no such game.
        OptionsError: they make no game.
    """
    return read_game_options(game_of(arrangement), arrangement.options, arrangement.players, at="$.arrangement.options")
