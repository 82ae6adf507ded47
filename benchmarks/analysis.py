"""Measure the analysis of Cover Me on games of bots.

    python -m benchmarks.analysis [--games N] [--budget 400p] [--seed N] [--bots random,trend,editor:50p] [--gains]

For each bot it prints the error rate, which should rank the bots by strength; the spread (standard deviation) of the plain and of
the luck-corrected result with their mean difference, which should be 0; and the mean of the estimates, which should be 0 too. Means have
95% intervals. With --gains it prints the table of `covergames.analysis.coverme.gains` instead, measured with an empty one.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.table import Table

from covergames import coverme
from covergames.analysis import analyse
from covergames.analysis.coverme import CoverMeAnalysis, Kind, SeatLedger, gains
from covergames.analysis.coverme.ledger import Ledger
from covergames.analysis.coverme.sheets import POINT
from covergames.analysis.coverme.values import Effort, Z
from covergames.bots.budget import Budget
from covergames.game import Seat
from covergames.lab import Setup, play
from covergames.record import Record, replay
from covergames.schema import codec_of

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}),
    (2, {}),
    (4, {}),
    (2, {"two_player": "advanced"}),
    (4, {}),
    (3, {}),
    (4, {"same_value": "Y"}),
    (5, {}),
    (4, {"length": "shorter"}),
)
"""The games of the table of gains, in turn."""


def records(bots: tuple[str, ...], games: int, seed: int) -> Iterator[Record]:
    """Yield records of games with one bot in each seat; the bots move one seat on after each game."""
    setup = Setup(game=coverme.NAME, players=len(bots), bots=bots, seed=seed, options={}, rotate=True)
    for number in range(games):
        yield play(setup, number).record


def print_gains(bots: tuple[str, ...], games: int, seed: int, budget: Budget) -> None:
    """Print the table of what the search gains over the plan, as a share of the stake."""
    vars(gains)["GAINS"] = {}
    sums: dict[gains.Circumstance, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for number in range(games):
        players, options = VARIANTS[number % len(VARIANTS)]
        seated = tuple(bots[(number + seat) % len(bots)] for seat in range(players))
        setup = Setup(game=coverme.NAME, players=players, bots=seated, seed=seed, options=options, rotate=False)
        moments = list(replay(play(setup, number).record, coverme))
        codec = codec_of(coverme, moments[0].state.options)
        for seat in range(players):
            ledger = Ledger(Seat(seat), players, Effort.of(budget, 1), codec, seed=seed)
            ledger.read(moments, lambda: None)
            for circumstance, stake, gained in ledger.gains:
                cell = sums[circumstance]
                cell[0] += gained
                cell[1] += max(0.0, stake)
                cell[2] += 1
    for circumstance in sorted(sums):
        gained, stake, number_of_decisions = sums[circumstance]
        share = gained / stake if stake > 0 else 0.0
        print(f"    {circumstance!r}: {share:.3f},  # {number_of_decisions:.0f} decisions")


def mean(values: list[float]) -> str:
    """Return the mean with half of its 95% interval."""
    return (
        f"{fmean(values):.2f} ± {Z * stdev(values) / sqrt(len(values)):.2f}" if len(values) > 1 else f"{values[0]:.2f}"
    )


def print_ranking(bots: tuple[str, ...], games: int, seed: int, budget: Budget) -> None:
    """Print the error rates, the spread of the results, and the mean estimate."""
    ledgers: dict[str, list[SeatLedger]] = defaultdict(list)
    for record in records(bots, games, seed):
        analysis = analyse(record, budget=budget)
        assert isinstance(analysis, CoverMeAnalysis)
        for ledger in analysis.seats:
            ledgers[ledger.name.rsplit(" ", 1)[0]].append(ledger)
    table = Table("bot", title=f"{games} games, {budget} a decision; points of win share")
    for heading in (
        "loss per real decision",
        "plain result",
        "spread",
        "corrected spread",
        "mean difference",
        "estimate",
    ):
        table.add_column(heading, justify="right")
    for bot, found in ledgers.items():
        plain = [ledger.result / POINT for ledger in found]
        corrected = [ledger.corrected / POINT for ledger in found]
        table.add_row(
            bot,
            mean([ledger.error_rate.change / POINT for ledger in found if ledger.real_decisions]),
            mean(plain),
            f"{stdev(plain):.1f}",
            f"{stdev(corrected):.1f}",
            mean([one - other for one, other in zip(corrected, plain, strict=True)]),
            mean([ledger.totals[Kind.ESTIMATE].change / POINT for ledger in found]),
        )
    Console(width=120).print(table)


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description="Measure the analysis of Cover Me on games of bots.")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--budget", default="400p")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="random,trend,editor:50p,editor:400p")
    parser.add_argument("--gains", action="store_true")
    given = parser.parse_args()
    measure = print_gains if given.gains else print_ranking
    measure(tuple(given.bots.split(",")), given.games, given.seed, Budget.parse(given.budget))


if __name__ == "__main__":
    main()
