"""Prints decisions per second of every contestant, the same way and in the same run."""

from __future__ import annotations

import argparse
import random
import time
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.contestants import CONTESTANTS, Play

ROUNDS = 5


def decisions_per_second(play: Play, seconds: float) -> float:
    """Whole games for at least that long."""
    chance = random.Random(1)
    decisions = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        decisions += play(chance)
    return decisions / elapsed


def main() -> None:
    """Measure in turns, so that a busy moment of the machine does not hit one contestant alone."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help=f"per contestant and round, of {ROUNDS} rounds")
    seconds = parser.parse_args().seconds

    players = {name: prepare() for name, prepare in CONTESTANTS.items()}
    for play in players.values():
        play(random.Random(0))
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, play in players.items():
            rates[name].append(decisions_per_second(play, seconds))

    ours = median(next(iter(rates.values())))
    table = Table("driven from Python", box=None)
    for heading in ("decisions/s", "lowest", "highest", "ours is"):
        table.add_column(heading, justify="right")
    for name, measured in rates.items():
        middle = median(measured)
        table.add_row(
            name, f"{middle:,.0f}", f"{min(measured):,.0f}", f"{max(measured):,.0f}", f"{ours / middle:.2g} x"
        )
    Console().print(table)


if __name__ == "__main__":
    main()
