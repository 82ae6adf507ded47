"""Hands of Cover Up to solve alone: one for every day, the same for everybody, and any number for practice.

A puzzle's hand follows from its name and a published key, by the shuffles of docs/fair-deals.md; docs/puzzles.md
explains how to deal it. Everything about a puzzle is public except the solution, which is shown on request.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from covergames.coverup import Card, Pile, house_deck
from covergames.coverup.advice import Advice, advise
from covergames.coverup.hand import COLOURS, deal
from covergames.coverup.layout import points
from covergames.coverup.solver import best_piles
from covergames.game import NotationError
from covergames.table.fair import FairDealer

KEY: Final = b"covergames puzzle 1"
"""The published key. It must never change: with another key every name would mean another puzzle."""
ROUND_BY_WEEKDAY: Final = (1, 2, 3, 4, 5, 5, 5)
"""The round of the daily hand, from Monday to Sunday: the week begins with easy hands."""
PRACTICE_HANDS: Final = 2**32
"""The number of practice hands in each round."""
MAX_SHOWN_PILES: Final = 12
"""The most best piles that a solution shows."""

_PRACTICE: Final = re.compile(r"([1-5])-(0|[1-9][0-9]{0,9})")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A hand with a name: its date, or the round and the seed."""

    name: str
    round: int
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Best:
    """The points of a best pile, the number of best piles, and some of them (CU-B1)."""

    points: int
    ways: int
    piles: tuple[Pile, ...]


def daily(day: date) -> Puzzle:
    """Return the puzzle of that day, the same for everybody."""
    return _dealt(day.isoformat(), ROUND_BY_WEEKDAY[day.weekday()])


def practice(round_number: int, seed: int) -> Puzzle:
    """Return the practice puzzle of a round (CU-N3) with that seed.

    Raises:
        NotationError: there is no such round or seed.
    """
    if round_number not in COLOURS or not 0 <= seed < PRACTICE_HANDS:
        raise NotationError(
            f"no practice in round {round_number} with seed {seed}: rounds are 1 to 5, seeds below 2**32"
        )
    return _dealt(f"{round_number}-{seed}", round_number)


def named(name: str) -> Puzzle:
    """Return the puzzle of that name, ``2026-11-16`` or ``3-4711``.

    Raises:
        NotationError: no puzzle has such a name.
    """
    if match := _PRACTICE.fullmatch(name):
        return practice(int(match[1]), int(match[2]))
    try:
        day = date.fromisoformat(name)
    except ValueError:
        day = None
    if day is None or day.isoformat() != name:
        raise NotationError(
            f"no puzzle {name!r}: puzzles are called like 2026-11-16, a date, or 3-4711, round and seed"
        )
    return daily(day)


def best(puzzle: Puzzle) -> Best:
    """Return the solution, proven."""
    piles = _best_piles(puzzle)
    return Best(points(piles[0], puzzle.hand, house_deck()), len(piles), piles[:MAX_SHOWN_PILES])


def advice(puzzle: Puzzle, laid: Pile) -> Advice:
    """Return the next step from the laid cards to a best pile."""
    return advise(laid, _best_piles(puzzle), house_deck())


@lru_cache(maxsize=64)
def _best_piles(puzzle: Puzzle) -> tuple[Pile, ...]:
    return best_piles(puzzle.hand, house_deck())


def _dealt(name: str, round_number: int) -> Puzzle:
    key = hmac.digest(KEY, name.encode(), "sha256")
    return Puzzle(name, round_number, deal(house_deck(), round_number, FairDealer(key)))
