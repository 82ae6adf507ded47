"""How fast the best pile is found and proven, on one core, and beside OR-Tools CP-SAT on the same hands.

    python -m benchmarks.solver [--hands N] [--cp-sat N]

Both prove the optimum of each hand. CP-SAT (one worker, the model of ``tests/coverup/cp_sat.py``) is some ten thousand
times slower, so it gets the first hands of round five only; the ratio is of the medians on these very hands.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.house_deck import ROUNDS, deal
from covergames.coverup import Card, house_deck, solve
from covergames.coverup.solver import IS_COMPILED

DECK = house_deck()


def times(hands: list[tuple[Card, ...]]) -> list[float]:
    """Milliseconds per hand, in the order of the hands."""
    measured = []
    for hand in hands:
        start = time.perf_counter()
        found = solve(hand, DECK)
        measured.append(1000 * (time.perf_counter() - start))
        assert found.proven
        assert found.search_completed
    return measured


def cp_sat_times(hands: list[tuple[Card, ...]], console: Console) -> list[float]:
    """Milliseconds per hand; CP-SAT must prove the same points."""
    from tests.coverup import cp_sat

    measured = []
    for number, hand in enumerate(hands, start=1):
        start = time.perf_counter()
        answer = cp_sat.solve(hand, DECK)
        measured.append(1000 * (time.perf_counter() - start))
        assert answer is not None
        assert answer.proven
        assert answer.points == solve(hand, DECK).points
        console.print(f"CP-SAT, hand {number} of {len(hands)}: {measured[-1] / 1000:.1f} s", style="dim")
    return measured


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=500, help="hands of each round")
    parser.add_argument("--cp-sat", type=int, default=11, help="hands of round five for CP-SAT; 0: without")
    arguments = parser.parse_args()
    if not IS_COMPILED:
        print("the solver is not compiled: run scripts/compile first", file=sys.stderr)
    table = Table(f"best pile, {arguments.hands} hands each", box=None)
    for heading in ("median ms", "99 % ms", "most ms"):
        table.add_column(heading, justify="right")
    hands: list[tuple[Card, ...]] = []
    measured: list[float] = []
    for number in ROUNDS:
        lot = random.Random(f"benchmark {number}")
        hands = [deal(DECK, number, lot) for _ in range(arguments.hands)]
        measured = times(hands)
        ranked = sorted(measured)
        table.add_row(
            f"round {number}", f"{median(ranked):.2f}", f"{ranked[int(0.99 * len(ranked))]:.2f}", f"{ranked[-1]:.2f}"
        )
    console = Console()
    console.print(table)
    if arguments.cp_sat:
        some = hands[: arguments.cp_sat]
        theirs = median(cp_sat_times(some, Console(stderr=True)))
        ours = median(measured[: arguments.cp_sat])
        console.print(
            f"first {len(some)} hands of round five, median: {ours:.2f} ms; CP-SAT, one worker: {theirs:.0f} ms; "
            f"{theirs / ours:,.0f} times as long"
        )


if __name__ == "__main__":
    main()
