"""Rate the people of Cover Up, `human:1` to `human:9`, and `perfect`, and draw the chart of docs/bots-cover-up.md.

    python -m benchmarks.levels [--games N] [--seed N] [--processes N] [--out FOLDER] [--picture FILE]

Everybody plays the next stronger player, two at a table, every deal from both seats. The share of wins is the step between the two in Elo
points, and a rating is the sum of the steps from `human:1` on. The intervals are 95%, over deals. The same seed gives the same games
and the same ratings on every machine. A run that was stopped continues where it was: `--out` keeps its games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import hypot, log10
from pathlib import Path
from typing import Final

from covergames.bots import SKILLS
from covergames.lab import Estimate, Run, Setup, StoredRun
from covergames.lab.tournament import standings, whole_deals
from covergames.lab.work import local, portions

ROOT: Final = Path(__file__).resolve().parent.parent
PLAYERS: Final = (*(f"human:{skill}" for skill in SKILLS), "perfect")
"""Weakest first."""


@dataclass(frozen=True, slots=True)
class Elo:
    """A number of Elo points with its 95% interval."""

    points: float
    low: float
    high: float

    def __add__(self, other: Elo) -> Elo:
        """Return the sum of two independent numbers."""
        points = self.points + other.points
        below = hypot(self.points - self.low, other.points - other.low)
        above = hypot(self.high - self.points, other.high - other.points)
        return Elo(points, points - below, points + above)

    def __str__(self) -> str:
        return f"{self.points:.0f} | {self.low:.0f} to {self.high:.0f}"


def step(wins: Estimate, games: int) -> Elo:
    """Return how far the player who won that share of the games is above the other."""
    assert wins.low is not None
    assert wins.high is not None
    most = (games + 0.5) / (games + 1)  # half a game lost keeps the points finite if one player won all games
    return Elo(*(_points(min(share, most)) for share in (wins.mean, wins.low, wins.high)))


def _points(share: float) -> float:
    return 400 * log10(share / (1 - share))


def wins_of_stronger(run: Run) -> Estimate:
    """Return the share of games that the stronger player won; deals that were played from one seat only do not count."""
    return next(one.wins for one in standings([run]).standings if one.bot == run.setup.bots[1])


def ratings(steps: Sequence[Elo]) -> list[Elo]:
    """Return the ratings of all players, above the first."""
    return list(accumulate(steps, initial=Elo(0.0, 0.0, 0.0)))


def draw(rated: Sequence[Elo], picture: Path) -> None:
    """Draw the ratings beside the line of equal steps."""
    import matplotlib as mpl

    from covergames.lab.figure import COLOURS, LABEL, STYLE, axes, drawn, name_axes

    with mpl.rc_context(STYLE):
        figure, (panel,) = axes(width=8.4, height=4.2)
        places = range(len(rated))
        last = len(rated) - 1
        panel.plot([0, last], [0, rated[last].points], color="#333333", ls="--", lw=1.2, label="equal steps", zorder=1)
        points = [rating.points for rating in rated]
        errors = [[one.points - one.low for one in rated], [one.high - one.points for one in rated]]
        panel.errorbar(
            places, points, yerr=errors, fmt="o", color=COLOURS[0], capsize=5, label="measured, 95% interval"
        )
        for place in places[1:]:
            panel.annotate(
                f"{points[place]:.0f}",
                (place, points[place]),
                xytext=(9, -11),
                textcoords="offset points",
                size=9,
                bbox=LABEL,
            )
        panel.set_xticks(places, [player.removeprefix("human:") for player in PLAYERS])
        name_axes(panel, "skill, and the perfect player", "Elo points above human:1")
        panel.legend(loc="upper left")
        picture.write_bytes(drawn(figure))


def main() -> None:
    """Play, rate and draw, as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games of each pair (200)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed gives other games (1)")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="processes that play (2)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "levels", metavar="FOLDER", help="keeps the games")
    picture = ROOT / "docs" / "pictures" / "cover-up-levels.svg"
    parser.add_argument("--picture", type=Path, default=picture, metavar="FILE", help="the chart")
    asked = parser.parse_args()
    games = whole_deals(asked.games, 2)
    with ExitStack() as stack:
        runs = []
        for pair in pairwise(PLAYERS):
            setup = Setup("cover-up", 2, pair, asked.seed, rotate=True, duplicate=True)
            runs.append(stack.enter_context(StoredRun(asked.out / "-".join(pair).replace(":", ""), setup)))
        engine = stack.enter_context(local(asked.processes))
        for index, portion in portions(engine, [(run.setup, run.missing(games)) for run in runs]):
            runs[index].add(portion)
    wins = [wins_of_stronger(run) for run in runs]
    steps = [step(won, run.games) for won, run in zip(wins, runs, strict=True)]
    rated = ratings(steps)
    print(f"{games} games of each pair, seed {asked.seed}")
    print("| player | rating | 95% | step to the next | 95% | won by the next |")
    print("|---|---|---|---|---|---|")
    for player, rating, above, won in zip(PLAYERS[:-1], rated, steps, wins, strict=False):
        print(f"| `{player}` | {rating} | {above} | {won.mean:.1%} |")
    print(f"| `{PLAYERS[-1]}` | {rated[-1]} | | | |")
    draw(rated, asked.picture)


if __name__ == "__main__":
    main()
