"""Fit the scale of leads: how many points a lead typically changes, per square root of the seasons left.

    python -m benchmarks.lead_scales --games 2000

The games are played by the kernel's plan. After each season the share of the victory is estimated from the scores, as `covergames.kernel`
does it; the scale with the greatest likelihood is printed for each kind of game and by seasons left, with the mean log loss of the actual
winners in as many other games: with the kernel's scale, and with the calibrated one of `covergames.analysis.coverme.calibration`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from math import exp, log, sqrt
from statistics import fmean
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from covergames.analysis.coverme.calibration import scale_of
from covergames.coverme import GameLength, Options, TwoPlayer
from covergames.kernel import Position
from covergames.kernel import _plan as p
from covergames.kernel import _search as s
from covergames.kernel import _table as k

KINDS: Mapping[str, tuple[Sequence[int], Options]] = {
    "standard": ((3, 4, 5), Options()),
    "two players": ((2,), Options()),
    "two players, advanced": ((2,), Options(two_player=TwoPlayer.ADVANCED)),
    "longer": ((3, 4, 5), Options(length=GameLength.LONGER)),
    "shorter": ((3, 4, 5), Options(length=GameLength.SHORTER)),
    "same value": ((3, 4, 5), Options(same_value="drawn")),
    "same value, two players": ((2,), Options(same_value="drawn")),
    "same value, advanced": ((2,), Options(same_value="drawn", two_player=TwoPlayer.ADVANCED)),
}
SCALES = [0.3 * 1.03**number for number in range(90)]
LEFT = (1, 2, 4, 7, 11)
LEAST = 1e-9


class Lead(NamedTuple):
    """The scores after a season, and who has won in the end."""

    left: int
    scores: Sequence[int]
    wins: Sequence[float]


def leads(players: int, options: Options, games: int, seed: str) -> Iterator[Lead]:
    """Play games by plan and yield the leads after each season."""
    planner = p.Planner()
    for game in range(games):
        position = Position.deal(players, options, seed=f"{seed} {game}")
        table = position.table
        table[k.SEASONS_PLAYED] = table[k.LAST_SEASON] = 0
        found: list[tuple[int, Sequence[int]]] = []
        while table[k.PHASE] != k.OVER:
            table[k.LAST_SEASON] += 1
            planner.play(table)
            found.append((int(s.seasons_left(table.row)), position.standings().scores))
        places = position.standings().places
        wins = [(place == 1) / places.count(1) for place in places]
        yield from (Lead(left, scores, wins) for left, scores in found if left > 0)


def loss(some: Sequence[Lead], scale: float) -> float:
    """Return the mean log loss of the winners with that scale of leads."""
    found = []
    for left, scores, wins in some:
        width = scale * sqrt(left + s.EXTRA_SEASONS)
        powers = [exp((score - max(scores)) / width) for score in scores]
        found.append(-sum(won * log(max(LEAST, power / sum(powers))) for power, won in zip(powers, wins, strict=True)))
    return fmean(found)


def fitted(some: Sequence[Lead]) -> float:
    """Return the scale with the least log loss."""
    return min(SCALES, key=lambda scale: loss(some, scale))


def main() -> None:
    """Read the options, fit and print."""
    parser = argparse.ArgumentParser(description="Fit the scale of leads in games of the kernel's plan.")
    parser.add_argument("--games", type=int, default=2000)
    given = parser.parse_args()
    table = Table("kind of game", title=f"scale of leads: {given.games} games of each kind to fit, as many to compare")
    headings = ("fitted", *(f"{left} left" for left in LEFT), "calibrated", "log loss, kernel's", "calibrated")
    for heading in headings:
        table.add_column(heading, justify="right")
    for kind, (numbers, options) in KINDS.items():
        fit: list[Lead] = []
        other: list[Lead] = []
        for players in numbers:
            games = given.games // len(numbers)
            fit += leads(players, options, games, f"fit {players}")
            other += leads(players, options, games, f"other {players}")
        by_left = [fitted(some) if (some := [lead for lead in fit if lead.left == left]) else None for left in LEFT]
        scales = [fitted(fit), *by_left, scale_of(options)]
        losses = [loss(other, scale) for scale in (s.LEAD_SCALE_POINTS, scale_of(options))]
        cells = ["-" if scale is None else f"{scale:.2f}" for scale in scales]
        table.add_row(kind, *cells, *(f"{one:.3f}" for one in losses))
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
