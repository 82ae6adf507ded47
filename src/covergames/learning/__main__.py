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

from covergames.kernel import _hand_network as h
from covergames.kernel import _network as n
from covergames.kernel.champion import StoredNetworks
from covergames.learning.examples import Examples
from covergames.learning.games import play_games
from covergames.learning.training import train

GAMES: Final = (240, 240, 960)
"""Games of each round: the first ones need not be learned from as well as the last one."""
PORTION: Final = 2
"""Games that a process plays at a time."""


def main(arguments: list[str] | None = None) -> None:
    """Train in rounds, and write the network of the last one."""
    parser = argparse.ArgumentParser(prog="python -m covergames.learning", description=__doc__)
    parser.add_argument(
        "--games",
        type=int,
        nargs="+",
        default=GAMES,
        metavar="N",
        help=f"of each round, at least two rounds ({' '.join(map(str, GAMES))})",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of games and of learning (1)")
    parser.add_argument(
        "--processes", type=int, default=None, metavar="N", help="that play; they do not change the result"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the network to write")
    chosen = parser.parse_args(arguments)
    if len(chosen.games) < 2:
        parser.error(
            f"--games {chosen.games[0]}: at least two rounds, because the first one does not ask about cards to have"
        )
    covers: list[int] | None = None
    hands: list[int] | None = None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        Progress(*columns) as progress,
        ProcessPoolExecutor(chosen.processes, mp_context=get_context("spawn")) as pool,
    ):
        for number, games in enumerate(chosen.games, 1):
            task = progress.add_task(f"round {number}: games", total=games)
            seeds = [f"{chosen.seed} {number} {game}" for game in range(games)]
            portions = [seeds[start : start + PORTION] for start in range(0, len(seeds), PORTION)]
            weights = None if covers is None else (covers, hands)
            placed: list[Examples] = []
            wished: list[Examples] = []
            for about_covers, about_hands in pool.map(play_games, portions, [weights] * len(portions)):
                placed.append(about_covers)
                if about_hands is not None:
                    wished.append(about_hands)
                progress.advance(task, PORTION)
            learn = partial(_learn, progress, seed=chosen.seed)
            covers = learn(f"round {number}: covers", placed, rows=n.ROWS, with_chances=True)
            if wished:
                hands = learn(f"round {number}: hands", wished, rows=h.ROWS, with_chances=False)
    options = f"--games {' '.join(map(str, chosen.games))} --seed {chosen.seed}"
    stored = StoredNetworks(origin=f"python -m covergames.learning {options}", covers=covers or [], hands=hands or [])
    chosen.out.write_bytes(msgspec.json.encode(stored) + b"\n")


def _learn(
    progress: Progress, name: str, parts: list[Examples], *, rows: int, with_chances: bool, seed: int
) -> list[int]:
    """Learn from these examples, say how well, and return the weights."""
    examples = Examples.joined(parts)
    task = progress.add_task(f"{name}, %", total=100)
    weights, fit = train(
        examples, rows=rows, with_chances=with_chances, seed=seed, progress=partial(_show, progress, task)
    )
    chances = f"surprise {fit.surprise:.3f} (not knowing: {fit.ignorant_surprise:.3f}), " if with_chances else ""
    print(
        f"{name}: {len(examples.sizes):,} decisions, {chances}{fit.explained:.1%} of the values explained",
        file=sys.stderr,
    )
    return weights


def _show(progress: Progress, task: TaskID, part: float) -> None:
    progress.update(task, completed=round(100 * part))


if __name__ == "__main__":
    main()
