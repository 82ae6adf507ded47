"""The games there are, by the name that records and commands use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from covergames import coverme, coverup
from covergames.game import Game, NotationError

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]

GAMES: Final[Mapping[str, AnyGame]] = {coverme.NAME: coverme, coverup.NAME: coverup}


def game_named(name: str) -> AnyGame:
    """The game of that name."""
    if name not in GAMES:
        raise NotationError(f"game {name!r} is none of {', '.join(GAMES)}")
    return GAMES[name]
