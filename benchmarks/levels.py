"""Rate the people of Cover Up, `human:1` to `human:9`, and `perfect`, and draw the chart of docs/bots-cover-up.md.

    python -m benchmarks.levels [--games N] [--processes N] [--out FOLDER] [--seed N] [--picture FILE]

Everybody plays the next two stronger players, two at a table, every deal from both seats. The ratings are Elo points above `human:1`, fitted to
all these games at once (Bradley-Terry); their 95% intervals come from deals drawn again (bootstrap). The same seed gives the same
games and the same ratings on every machine. A run that was stopped continues where it was: `--out` keeps its games.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from math import exp, log
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from covergames.bots import SKILLS
from covergames.lab import Run, Setup, StoredRun
from covergames.lab.work import local, portions

ROOT: Final = Path(__file__).resolve().parent.parent
PLAYERS: Final = (*(f"human:{skill}" for skill in SKILLS), "perfect")
"""Weakest first."""
ELO_PER_LOGIT: Final = 400 / log(10)
BOOTSTRAPS: Final = 400

Pair: TypeAlias = tuple[int, int]
"""Two players by their places in `PLAYERS`, the weaker one first."""
PAIRS: Final[tuple[Pair, ...]] = tuple(
    (weak, strong) for weak in range(len(PLAYERS)) for strong in (weak + 1, weak + 2) if strong < len(PLAYERS)
)


def deals(run: Run) -> list[float]:
    """Return how many of its two games with each deal the stronger player won; a shared victory is half."""
    strong = run.setup.bots[1]
    won = [outcome.wins()[outcome.bots.index(strong)] for outcome in run.outcomes]
    return [sum(won[number : number + 2]) for number in range(0, len(won) - 1, 2)]


def ratings(won: Mapping[Pair, float], games: Mapping[Pair, int]) -> list[float]:
    """Return the ratings in Elo points above the first player, by maximum likelihood (Newton's method)."""
    size = len(PLAYERS)
    logits = np.zeros(size)
    for _ in range(30):
        gradient, curvature = np.zeros(size), np.zeros((size, size))
        for (weak, strong), number in games.items():
            share = 1 / (1 + exp(logits[weak] - logits[strong]))
            # Half a game for each side keeps the rating finite if one of them won every game.
            error = won[weak, strong] + 0.5 - (number + 1) * share
            weight = (number + 1) * share * (1 - share)
            gradient[strong] += error
            gradient[weak] -= error
            curvature[strong, strong] += weight
            curvature[weak, weak] += weight
            curvature[weak, strong] -= weight
            curvature[strong, weak] -= weight
        step = np.clip(np.linalg.solve(curvature[1:, 1:], gradient[1:]), -1, 1)
        logits[1:] += step
        if np.abs(step).max() < 1e-6:
            break
    return [ELO_PER_LOGIT * float(logit) for logit in logits]


def rated(results: Mapping[Pair, Sequence[float]], samples: int = BOOTSTRAPS) -> tuple[list[float], list[list[float]]]:
    """Return the ratings, and those of every bootstrap sample."""

    def fitted(sample: Mapping[Pair, Sequence[float]]) -> list[float]:
        return ratings(
            {pair: sum(won) for pair, won in sample.items()}, {pair: 2 * len(won) for pair, won in sample.items()}
        )

    chooser = random.Random(1)
    again = [fitted({pair: chooser.choices(won, k=len(won)) for pair, won in results.items()}) for _ in range(samples)]
    return fitted(results), again


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return what the middle 95% of the values lie between."""
    ordered = sorted(values)
    return ordered[round(0.025 * (len(ordered) - 1))], ordered[round(0.975 * (len(ordered) - 1))]


def draw(elo: Sequence[float], intervals: Sequence[tuple[float, float]], picture: Path) -> None:
    """Draw the ratings beside the line of equal steps."""
    import matplotlib as mpl

    from covergames.lab.figure import COLOURS, LABEL, STYLE, axes, drawn, name_axes

    with mpl.rc_context(STYLE):
        figure, (panel,) = axes(width=8.4, height=4.2)
        places = range(len(PLAYERS))
        panel.plot([0, len(PLAYERS) - 1], [0, elo[-1]], color="#333333", ls="--", lw=1.2, label="equal steps", zorder=1)
        errors = [[value - low for value, (low, _) in zip(elo, intervals, strict=True)]]
        errors.append([high - value for value, (_, high) in zip(elo, intervals, strict=True)])
        panel.errorbar(
            places, elo, yerr=errors, fmt="o", color=COLOURS[0], capsize=5, label="measured, with 95% interval"
        )
        for place, value in zip(places, elo, strict=True):
            panel.annotate(
                f"{value:.0f}", (place, value), xytext=(9, -11), textcoords="offset points", size=9, bbox=LABEL
            )
        panel.set_xticks(places, [player.removeprefix("human:") for player in PLAYERS])
        name_axes(panel, "skill of human, then perfect", "Elo points above human:1")
        panel.legend(loc="upper left")
        picture.write_bytes(drawn(figure))


def main() -> None:
    """Play, rate and draw, as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=600, metavar="N", help="games of each pair, an even number (600)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed gives other games (1)")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="processes that play (2)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "levels", metavar="FOLDER", help="keeps the games")
    picture = ROOT / "docs" / "pictures" / "cover-up-levels.svg"
    parser.add_argument("--picture", type=Path, default=picture, metavar="FILE", help=f"the chart ({picture})")
    asked = parser.parse_args()
    setups = [
        Setup("cover-up", 2, (PLAYERS[weak], PLAYERS[strong]), asked.seed, rotate=True, duplicate=True)
        for weak, strong in PAIRS
    ]
    with ExitStack() as stack:
        runs = [
            stack.enter_context(StoredRun(asked.out / "-".join(setup.bots).replace(":", ""), setup)) for setup in setups
        ]
        engine = stack.enter_context(local(asked.processes))
        wanted = [(run.setup, run.missing(asked.games)) for run in runs]
        for index, portion in portions(engine, wanted):
            runs[index].add(portion)
    results = {pair: deals(run) for pair, run in zip(PAIRS, runs, strict=True)}
    elo, again = rated(results)
    intervals = [interval([sample[place] for sample in again]) for place in range(len(PLAYERS))]
    print(f"{asked.games} games of each of {len(PAIRS)} pairs, seed {asked.seed}")
    print("| player | rating | 95% | step to the next | 95% | wins against the next | against the one after |")
    print("|---|---|---|---|---|---|---|")
    for place, player in enumerate(PLAYERS):
        low, high = intervals[place]
        cells = [f"`{player}`", f"{elo[place]:.0f}", f"{low:.0f} to {high:.0f}", "", "", "", ""]
        if place + 1 < len(PLAYERS):
            least, most = interval([sample[place + 1] - sample[place] for sample in again])
            cells[3:5] = f"{elo[place + 1] - elo[place]:.0f}", f"{least:.0f} to {most:.0f}"
        for column, other in ((5, place + 1), (6, place + 2)):
            if won := results.get((place, other)):
                cells[column] = f"{1 - sum(won) / (2 * len(won)):.1%}"
        print(f"| {' | '.join(cells)} |")
    draw(elo, intervals, asked.picture)


if __name__ == "__main__":
    main()
