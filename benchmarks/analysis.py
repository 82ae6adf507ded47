"""Measure the analysis of Cover Me on games of bots, which change seats after each game.

    python -m benchmarks.analysis rates --games 200 --every 4 --file rates.jsonl
    python -m benchmarks.analysis luck --games 100 --bots plan,plan,plan,plan
    python -m benchmarks.analysis ledger --games 60 --budget 100p --option same_value=Y

`rates` judges every fourth decision (with --every 4) and prints the error rates, which should rank the bots by strength. `luck` prints the
spread (standard deviation) of the plain and of the luck-corrected result, their mean difference, which should be 0, and the share of the luck
that would make the spread smallest in these games. `ledger` prints the mean of each kind of change; that of the estimates should be 0. Means
have 95% intervals.

Every game adds a line to the file. Games that are there already are not analysed again, and --part 0/2 and --part 1/2 share the games between
two processes. The table has all games of the file.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, linear_regression, stdev
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from covergames import coverme
from covergames.analysis import analyse
from covergames.analysis.coverme import CoverMeAnalysis
from covergames.analysis.coverme.luck import WEIGHT, luck
from covergames.analysis.coverme.skill import NEAR_FORCED, USUAL_STAKE
from covergames.analysis.coverme.values import MILLION, Effort, Z, verdict
from covergames.bots.budget import Budget
from covergames.lab import Setup, play
from covergames.record import Record, replay

Figures = dict[str, float]
"""What was measured of one seat in one game; shares of the victory are in points."""
Measure = Callable[[Record, int, argparse.Namespace], list[Figures]]
"""Measures one game, which has a number."""
POINTS = 100


def rates(record: Record, game: int, given: argparse.Namespace) -> list[Figures]:
    """Return the losses and the stakes of real decisions, of which every so many are judged."""
    effort = Effort(Budget.parse(given.budget))
    found = [{"loss": 0.0, "stake": 0.0, "decisions": 0.0} for _ in record.players]
    number = game  # so that games begin at different decisions
    for before, moment in pairwise(replay(record, coverme)):
        assert moment.seat is not None
        assert moment.action is not None
        view = coverme.view(before.state, moment.seat)
        number += len(view.legal) > 1
        if len(view.legal) > 1 and number % given.every == 0:
            judged = verdict(view, moment.action, effort, seed=f"{game} {moment.index}")
            if MILLION * judged.stake.mean >= NEAR_FORCED:
                seat = found[moment.seat]
                seat["loss"] += POINTS * judged.loss.mean
                seat["stake"] += POINTS * judged.stake.mean
                seat["decisions"] += 1
    return found


def spreads(record: Record, _game: int, given: argparse.Namespace) -> list[Figures]:
    """Return the plain result and the luck."""
    moments = list(replay(record, coverme))
    result = coverme.result(moments[-1].state)
    assert result is not None
    lucky = luck(moments, Effort(Budget.parse(given.budget)), lambda: None, seed=given.seed)
    shares = [(place == 1) / result.places.count(1) for place in result.places]
    return [{"plain": POINTS * share, "luck": POINTS * more} for share, more in zip(shares, lucky, strict=True)]


def changes(record: Record, _game: int, given: argparse.Namespace) -> list[Figures]:
    """Return the sum of the changes of each kind."""
    analysis = analyse(record, budget=Budget.parse(given.budget))
    assert isinstance(analysis, CoverMeAnalysis)
    return [
        {kind.value: POINTS * total.change / MILLION for kind, total in ledger.totals.items()}
        for ledger in analysis.seats
    ]


def mean(values: Sequence[float]) -> str:
    """Return the mean with half of its 95% interval."""
    if len(values) == 1:
        return f"{values[0]:.2f}"
    return f"{fmean(values):.2f} ± {Z * stdev(values) / sqrt(len(values)):.2f}"


def ratio(pairs: Sequence[tuple[float, float]]) -> str:
    """Return the ratio of two sums with half of its 95% interval (jackknife over games)."""
    above, below, games = sum(one for one, _ in pairs), sum(other for _, other in pairs), len(pairs)
    if games == 1:
        return f"{above / max(below, 1e-9):.2f}"
    without = [(above - one) / (below - other) for one, other in pairs]
    spread = sqrt((games - 1) / games * sum((one - fmean(without)) ** 2 for one in without))
    return f"{above / below:.2f} ± {Z * spread:.2f}"


def rates_line(seats: Sequence[Figures]) -> Mapping[str, str]:
    """Return the error rate as `covergames.analysis.coverme.skill` defines it, and the plain mean loss."""
    usual = POINTS * USUAL_STAKE / MILLION
    return {
        "error rate": ratio([(usual * seat["loss"], seat["stake"]) for seat in seats]),
        "loss per real decision": ratio([(seat["loss"], seat["decisions"]) for seat in seats]),
        "real decisions": f"{sum(seat['decisions'] for seat in seats):.0f}",
    }


def spreads_line(seats: Sequence[Figures]) -> Mapping[str, str]:
    """Return both spreads and the difference of the means."""
    return {
        "result": mean([seat["plain"] for seat in seats]),
        "spread": f"{stdev(seat['plain'] for seat in seats):.1f}",
        "without luck": f"{stdev(seat['plain'] - WEIGHT * seat['luck'] for seat in seats):.1f}",
        "mean difference": mean([-WEIGHT * seat["luck"] for seat in seats]),
        "best weight": f"{linear_regression([seat['luck'] for seat in seats], [seat['plain'] for seat in seats]).slope:.2f}",
    }


def changes_line(seats: Sequence[Figures]) -> Mapping[str, str]:
    """Return the mean sum of each kind."""
    return {kind: mean([seat[kind] for seat in seats]) for kind in seats[0]}


MEASURES: Mapping[str, tuple[Measure, Callable[[Sequence[Figures]], Mapping[str, str]], str]] = {
    "rates": (rates, rates_line, "1000p"),
    "luck": (spreads, spreads_line, "1000p"),
    "ledger": (changes, changes_line, "100p"),
}


def measured(file: Path) -> dict[int, dict[str, Any]]:
    """Return the lines of the file by game."""
    if not file.exists():
        return {}
    return {line["game"]: line for line in map(json.loads, file.read_text("utf-8").splitlines())}


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description="Measure the analysis of Cover Me on games of bots.")
    parser.add_argument("measure", choices=MEASURES)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--budget")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="random,trend,editor:50p,editor:400p")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--file", type=Path)
    given = parser.parse_args()
    measure, line_of, budget = MEASURES[given.measure]
    given.budget = given.budget or budget
    bots = tuple(given.bots.split(","))
    part, parts = map(int, given.part.split("/"))
    options = dict(option.split("=", 1) for option in given.option)
    setup = Setup(game=coverme.NAME, players=len(bots), bots=bots, seed=given.seed, options=options, rotate=True)
    with TemporaryDirectory() as folder:
        file = given.file or Path(folder) / "games.jsonl"
        known = measured(file)
        for number in range(part, given.games, parts):
            if number not in known:
                record = play(setup, number).record
                began = process_time()
                seats = measure(record, number, given)
                names = [name.rsplit(" ", 1)[0] for name in record.players]
                line = {"game": number, "seconds": process_time() - began, "bots": names, "seats": seats}
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(line) + "\n")
        games = list(measured(file).values())
    by_bot: dict[str, list[Figures]] = defaultdict(list)
    for game in games:
        for bot, seat in zip(game["bots"], game["seats"], strict=True):
            by_bot[bot].append(seat)
    seconds = fmean(game["seconds"] for game in games)
    title = f"{given.measure}: {len(games)} games, {given.budget}, {seconds:.1f} s of processor time a game"
    table = Table("bot", title=title)
    for heading in line_of(next(iter(by_bot.values()))):
        table.add_column(heading, justify="right")
    for bot, seats in by_bot.items():
        table.add_row(bot, *line_of(seats).values())
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
