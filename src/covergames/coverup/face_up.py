"""Every card of a position, face up: for looking back at a game that is over, when nothing is secret any more.

Built field by field, as a view is; what a view shows anyway is not repeated. Nobody who plays is ever shown this.
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
    """All that lies hidden in this position."""
    return FaceUp(green=state.green, yellow=state.yellow, red=state.red, giving_back=state.giving_back)
