"""The results of an analysis of Cover Up. All figures are points, and exact."""

from __future__ import annotations

from typing import Any

import msgspec

from covergames.analysis.analysis import Analysis


class OutOfReach(msgspec.Struct, frozen=True, kw_only=True):
    """The moment since which no best pile could be reached without lifting or moving a card."""

    index: int
    """After how many events of the record."""
    t: int
    """Milliseconds since the round began."""
    action: dict[str, Any]
    """What the seat did then, as in a record."""
    points: int
    """What the best completion had afterwards."""


class EarlierFlip(msgspec.Struct, frozen=True, kw_only=True):
    """What the round would have brought if the seat had turned the hourglass at another time.

    Rivals are taken to lay what they laid, as long as the sand would have run.
    """

    t: int
    """Milliseconds since the round began."""
    points: int
    """The seat's points of the round."""
    rivals: list[int]
    """The points of the other seats, clockwise from the left."""


class LaterFlip(msgspec.Struct, frozen=True, kw_only=True):
    """The least points that the round could still have brought if the seat had turned the hourglass later."""

    points: int
    """The seat's own: those of a best pile, with the point of the hourglass."""
    rivals: list[int]
    """Of the other seats, clockwise from the left: who was cut short by the sand completes the pile, without lifting or moving a card."""


class GivenBack(msgspec.Struct, frozen=True, kw_only=True):
    """What the green card given back did to the neighbour."""

    card: str
    neighbour: int
    """The seat that got the hand."""
    optimum: int
    """The points of the best pile of that hand."""
    others: dict[str, int]
    """By green card that was kept: the optimum if it had been given back instead, with the same new card."""


class RoundReport(msgspec.Struct, frozen=True, kw_only=True):
    """One round of one seat."""

    round: int
    hand: list[str]
    points: int
    """All points of the round, with the hourglass."""
    hourglass: int
    """-1 or 1 for the seat that turned it, 0 for others."""
    optimum: int
    """The points of the best pile of the hand."""
    above: int
    """The points of the pile, without the hourglass, less the optimum."""
    out_of_reach: OutOfReach | None
    """None: the seat laid a best pile, or could still have completed one when the round ended."""
    flips: list[EarlierFlip]
    """For each earlier moment at which the seat could have turned the hourglass."""
    later_flip: LaterFlip | None
    """None: the seat did not turn the hourglass, or no best pile has all five cards."""
    given_back: GivenBack | None
    """None: after the last round."""


class SeatRounds(msgspec.Struct, frozen=True, kw_only=True):
    """All rounds of one seat."""

    seat: int
    name: str
    above: int
    """The points above the optimum, in all rounds together."""
    rounds: list[RoundReport]


class CoverUpAnalysis(Analysis, frozen=True, kw_only=True, tag="cover-up"):
    """A game of Cover Up: what each seat laid, compared with the best piles."""

    seats: list[SeatRounds]
