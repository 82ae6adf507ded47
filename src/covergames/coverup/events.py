"""What happens at the table, one class each, and how much of it a viewer may see (CU-I1).

`redact` is the only place that decides who sees what of an event; a new event cannot pass it unnoticed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from covergames.coverup.cards import Card
from covergames.coverup.layout import Placement
from covergames.coverup.state import SeatScore
from covergames.game import Result, Seat


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was laid or moved, to the top of the pile."""

    seat: Seat
    placement: Placement
    t: int


@dataclass(frozen=True, slots=True)
class Lifted:
    """A card was taken off the pile."""

    seat: Seat
    card: Card
    t: int


@dataclass(frozen=True, slots=True)
class Flipped:
    """The hourglass was flipped; the others have until `deadline`."""

    seat: Seat
    t: int
    deadline: int


@dataclass(frozen=True, slots=True)
class WasDone:
    """A seat will not move its cards any more in this round (CU-H2)."""

    seat: Seat
    t: int


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """The sand ran out, or the round limit was reached."""

    t: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is over: the removed cards and the points of each seat."""

    round: int
    scores: tuple[SeatScore, ...]


@dataclass(frozen=True, slots=True)
class ChoseGiveBack:
    """A seat chose the green card to give back; the others do not see which."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A seat gave a green card back and took a harder one (CU-N1)."""

    seat: Seat
    gave: Card
    took: Card


@dataclass(frozen=True, slots=True)
class Passed:
    """All five cards went to the next seat (CU-N2)."""

    seat: Seat
    to: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began: all seats lay their cards (CU-R2)."""

    round: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: round five was scored (CU-X1)."""

    result: Result


Event: TypeAlias = (
    Laid
    | Lifted
    | Flipped
    | WasDone
    | TimeRanOut
    | RoundScored
    | ChoseGiveBack
    | Exchanged
    | Passed
    | RoundBegan
    | GameEnded
)


def redact(event: Event, viewer: Seat | None) -> Event:
    """Return the event as the seat, or a spectator, may see it: only a pending give-back is hidden (CU-I1)."""
    match event:
        case ChoseGiveBack(seat, _):
            return event if seat == viewer else ChoseGiveBack(seat, None)
        case (
            Laid()
            | Lifted()
            | Flipped()
            | WasDone()
            | TimeRanOut()
            | RoundScored()
            | Exchanged()
            | Passed()
            | RoundBegan()
            | GameEnded()
        ):
            return event
        case _:
            assert_never(event)
