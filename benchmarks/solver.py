"""Measure how fast the solver finds and proves the best pile on one core, beside OR-Tools CP-SAT.

    python -m benchmarks.solver [--hands N] [--cp-sat N]

Times are processor times, which other programs on the machine affect least; wall-clock times stand beside them. Both prove the
optimum of each hand. CP-SAT (one worker, the model of ``tests/coverup/cp_sat.py``) is thousands of times slower, so it solves
only the first hands of round five; the ratio compares the medians on these hands.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.house_deck import ROUNDS, deal
from covergames.coverup import Card, house_deck, solve
from covergames.coverup.solver import IS_COMPILED

DECK = house_deck()


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds for each hand: processor time and wall-clock time."""

    processor: list[float]
    wall: list[float]


def measured(hands: list[tuple[Card, ...]], solved: Callable[[tuple[Card, ...]], int]) -> Times:
    """Measure each hand."""
    times = Times([], [])
    for hand in hands:
        own, wall = time.process_time(), time.perf_counter()
        solved(hand)
        times.processor.append(1000 * (time.process_time() - own))
        times.wall.append(1000 * (time.perf_counter() - wall))
    return times


def ours(hand: tuple[Card, ...]) -> int:
    """Return the points that our solver proves."""
    found = solve(hand, DECK)
    assert found.proven
    assert found.search_completed
    return found.points


def theirs(hand: tuple[Card, ...]) -> int:
    """Return the points that CP-SAT proves."""
    from tests.coverup import cp_sat

    start = time.process_time()
    answer = cp_sat.solve(hand, DECK)
    assert answer is not None
    assert answer.proven
    assert answer.points == solve(hand, DECK).points
    print(f"CP-SAT: {time.process_time() - start:.1f} s", file=sys.stderr)
    return answer.points


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=500, help="hands in each round")
    parser.add_argument("--cp-sat", type=int, default=11, help="hands of round five for CP-SAT; 0 skips it")
    arguments = parser.parse_args()
    if not IS_COMPILED:
        print("the solver is not compiled: run scripts/compile first", file=sys.stderr)
    table = Table(f"best pile, {arguments.hands} hands each", box=None)
    for heading in ("median ms", "99 % ms", "most ms", "median wall-clock ms"):
        table.add_column(heading, justify="right")
    hands: list[tuple[Card, ...]] = []
    times = Times([], [])
    for number in ROUNDS:
        lot = random.Random(f"benchmark {number}")
        hands = [deal(DECK, number, lot) for _ in range(arguments.hands)]
        times = measured(hands, ours)
        ranked = sorted(times.processor)
        figures = median(ranked), ranked[int(0.99 * len(ranked))], ranked[-1], median(times.wall)
        table.add_row(f"round {number}", *(f"{figure:.2f}" for figure in figures))
    console = Console()
    console.print(table)
    if arguments.cp_sat:
        some = hands[: arguments.cp_sat]
        slow, fast = median(measured(some, theirs).processor), median(times.processor[: len(some)])
        console.print(
            f"first {len(some)} hands of round five, median: {fast:.2f} ms; CP-SAT, one worker: {slow:,.0f} ms; "
            f"{slow / fast:,.0f} times as long"
        )


if __name__ == "__main__":
    main()
