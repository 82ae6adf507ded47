"""Records of whole games for the tests of the analysis."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from covergames.lab import Setup, play
from covergames.record import Record

COVER_ME: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (4, {"length": "shorter"}),
    (2, {"length": "shorter"}),
    (2, {"two_player": "advanced", "length": "shorter"}),
    (3, {"same_value": "Y", "years": 1}),
    (5, {}),
    (3, {"length": "longer", "first_game": True}),
    (2, {"same_value": "R", "years": 2, "two_player": "advanced"}),
    (2, {"same_value": "B", "length": "shorter"}),
    (4, {"open_scores": True}),
    (2, {"two_player": "advanced", "first_game": True}),
)
"""Players and options of every variant."""
BOTS: Final = ("random", "trend", "plan", "novice", "editor:40p")


def cover_me(number: int) -> Record:
    """Return the record of a game of bots; every variant has its turn."""
    players, options = COVER_ME[number % len(COVER_ME)]
    bots = tuple(BOTS[(number + seat) % len(BOTS)] for seat in range(players))
    return _played("cover-me", players, bots, number, msgspec.json.encode(options))


def cover_up(number: int) -> Record:
    """Return the record of a game of bots."""
    bots = ("quick", "novice", "beginner", "random", "novice", "quick")[: 2 + number % 5]
    options = {"assist": bool(number % 2), "hourglass": 10 + number}
    return _played("cover-up", len(bots), bots, number, msgspec.json.encode(options))


@cache
def _played(game: str, players: int, bots: tuple[str, ...], seed: int, options: bytes) -> Record:
    setup = Setup(game=game, players=players, bots=bots, seed=seed, options=msgspec.json.decode(options), rotate=False)
    return play(setup, 0).record
