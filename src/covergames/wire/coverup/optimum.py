"""The best pile that a hand allowed, told when its round is over."""

from __future__ import annotations

from covergames.coverup import Solution
from covergames.wire.coverup.cards import CardNames
from covergames.wire.coverup.pile import Placement, write_pile
from covergames.wire.part import Part


class Optimum(Part, frozen=True, kw_only=True):
    """The fewest points that a seat's hand allowed, without the hourglass, and a pile that has them."""

    points: int
    ways: int | None
    """How many piles have so few, not counting the same pile turned, mirrored or moved."""
    pile: tuple[Placement, ...]


def write_optimum(solution: Solution, names: CardNames) -> Optimum:
    """The solution with cards as text."""
    return Optimum(points=solution.points, ways=solution.optimal_piles, pile=write_pile(solution.pile, names))
