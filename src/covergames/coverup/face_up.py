"""Every card of a position, face up: for replays of finished games, when nothing is secret any more.

Built field by field, as a view is; what a view shows is not repeated. It is never sent during a game.
"""

from __future__ import annotations

from dataclasses import dataclass

from covergames.coverup.cards import Card
from covergames.coverup.state import State


@dataclass(frozen=True, slots=True)
class FaceUp:
    """What a spectator's view hides. Draw piles have their top card first."""

    green: tuple[Card, ...]
    yellow: tuple[Card, ...]
    red: tuple[Card, ...]
    giving_back: tuple[Card | None, ...]
    """By seat: the green card chosen so far."""


def face_up(state: State) -> FaceUp:
    """Return everything that is hidden in this position."""
    return FaceUp(green=state.green, yellow=state.yellow, red=state.red, giving_back=state.giving_back)
