"""The command that trains the champion's network."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from covergames.kernel.champion import StoredNetwork
from covergames.learning.examples import Examples
from covergames.learning.games import play_games
from covergames.learning.training import train

PORTION: Final = 2
"""Games that a process plays at a time."""


def main(arguments: list[str] | None = None) -> None:
    """Train in rounds, and write the network of the last one."""
    parser = argparse.ArgumentParser(prog="python -m covergames.learning", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="how often to play and learn (3)")
    parser.add_argument("--games", type=int, default=240, metavar="N", help="games of a round (240)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of games and of learning (1)")
    parser.add_argument(
        "--processes", type=int, default=None, metavar="N", help="that play; they do not change the result"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the network to write")
    chosen = parser.parse_args(arguments)
    weights: list[int] | None = None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        Progress(*columns) as progress,
        ProcessPoolExecutor(chosen.processes, mp_context=get_context("spawn")) as pool,
    ):
        for number in range(1, chosen.rounds + 1):
            task = progress.add_task(f"round {number}: games", total=chosen.games)
            seeds = [f"{chosen.seed} {number} {game}" for game in range(chosen.games)]
            portions = [seeds[start : start + PORTION] for start in range(0, len(seeds), PORTION)]
            parts: list[Examples] = []
            for part in pool.map(play_games, portions, [weights] * len(portions)):
                parts.append(part)
                progress.advance(task, PORTION)
            examples = Examples.joined(parts)
            learning = progress.add_task(f"round {number}: learning, %", total=100)
            weights, fit = train(examples, seed=chosen.seed, progress=partial(_show, progress, learning))
            print(
                f"round {number}: {len(examples.sizes):,} covers, surprise {fit.surprise:.3f}"
                f" (not knowing: {fit.ignorant_surprise:.3f}), {fit.explained:.0%} of the values explained",
                file=sys.stderr,
            )
    options = f"--rounds {chosen.rounds} --games {chosen.games} --seed {chosen.seed}"
    stored = StoredNetwork(origin=f"python -m covergames.learning {options}", weights=weights or [])
    chosen.out.write_bytes(msgspec.json.encode(stored) + b"\n")


def _show(progress: Progress, task: TaskID, part: float) -> None:
    progress.update(task, completed=round(100 * part))


if __name__ == "__main__":
    main()
