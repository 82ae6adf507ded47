"""The end of a game, the same in both."""

from __future__ import annotations

from covergames.game import Result
from covergames.wire.part import Told


class GameEnded(Told, frozen=True):
    """The game is over."""

    result: Result
