"""Measure the decisions per second of each rules engine, all in the same run."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.contestants import CONTESTANTS, OURS, Play, Prepare

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Speed:
    """Decisions per second over all rounds, and our median divided by this one's."""

    name: str
    median: float
    lowest: float
    highest: float
    ours_is: float


def decisions_per_second(play: Play, seconds: float) -> float:
    """Return the rate over whole games that take at least so much processor time."""
    chance = random.Random(1)
    decisions = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        decisions += play(chance)
    return decisions / elapsed


def measure(contestants: Mapping[str, Prepare], seconds: float) -> list[Speed]:
    """Measure the contestants in turns, so that other load on the machine affects all of them."""
    players = {name: prepare() for name, prepare in contestants.items()}
    for play in players.values():
        play(random.Random(0))
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, play in players.items():
            rates[name].append(decisions_per_second(play, seconds))
    ours = median(rates[OURS])
    return [Speed(name, median(of), min(of), max(of), ours / median(of)) for name, of in rates.items()]


def table(speeds: Sequence[Speed]) -> Table:
    """Return the speeds as a table."""
    table = Table(box=None)
    table.add_column("driven from Python", no_wrap=True)
    for heading in ("decisions/s", "lowest", "highest", "ours is"):
        table.add_column(heading, justify="right")
    for speed in speeds:
        figures = (f"{rate:,.0f}" for rate in (speed.median, speed.lowest, speed.highest))
        table.add_row(speed.name, *figures, f"{speed.ours_is:.2g} x")
    return table


def main(arguments: Sequence[str] | None = None, contestants: Mapping[str, Prepare] = CONTESTANTS) -> int:
    """Measure, print and return the exit code; a contestant that is not installed is an error."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help=f"for each contestant in each of {ROUNDS} rounds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args(arguments)
    try:
        speeds = measure(contestants, asked.seconds)
    except ModuleNotFoundError as error:
        print(f"{error.name} is not installed: run `make bench`, which installs every peer", file=sys.stderr)
        return 1
    if asked.json:
        python = ".".join(map(str, sys.version_info[:3]))
        print(
            json.dumps({"python": python, "rounds": ROUNDS, "seconds": asked.seconds, "speeds": [*map(asdict, speeds)]})
        )
    else:
        Console().print(table(speeds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
