"""Measure the kernel on games of Cover Me for four: beside OpenSpiel's native rollouts, and within the lab.

python -m benchmarks.kernel [--seconds S] [--rounds N] [--games N] [--json]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import mean, median
from typing import Any, Final, TypeAlias

from rich.console import Console
from rich.table import Table

from covergames.coverme import Options
from covergames.kernel import IS_COMPILED, play_games
from covergames.lab import Run, Setup, summarize
from covergames.lab.coverme.kernel_games import POLICIES
from covergames.lab.work import play_portion

BATCH_GAMES: Final = 2000 if IS_COMPILED else 20
"""Games in one call of the kernel."""
BATCH_ROLLOUTS: Final = 500
"""Rollouts in one call of a peer."""
PLAYERS: Final = 4

Batch: TypeAlias = Callable[[int], tuple[int, float]]
"""Plays some games for a seed; returns the number of games and of their decisions."""


@dataclass(frozen=True, slots=True)
class Speed:
    """The median speed over all rounds, and the extremes."""

    name: str
    cores: int
    games_per_second: float
    decisions_per_second: float
    lowest: float
    """Decisions per second of the slowest round."""
    highest: float
    """Decisions per second of the fastest round."""


@dataclass(frozen=True, slots=True)
class LabCost:
    """What a game costs, in microseconds of processor time: the median over all rounds."""

    name: str
    kernel: float
    lab: float
    ratio: float


def cover_me(seed: int) -> tuple[int, float]:
    """Play random games for four: deal, play to the end, rank, and return the outcomes."""
    return BATCH_GAMES, play_games(PLAYERS, Options(), BATCH_GAMES, seed=seed).decisions


def in_lab(setup: Setup, games: int) -> None:
    """Play games as ``covergames simulate`` does in one process: play them, keep their outcomes and summarize them."""
    run = Run(setup)
    run.add(play_portion(setup, range(games)))
    summarize(setup, run.outcomes, seconds=1.0)


def measure_lab(*, rounds: int) -> list[LabCost]:
    """Measure in turns, in processor time, what a game costs in the kernel and in the lab."""
    costs = []
    for name, policy in POLICIES.items():
        setup = Setup("cover-me", PLAYERS, (name,), seed=1)
        kernel: Callable[[], object] = partial(play_games, PLAYERS, Options(), BATCH_GAMES, policies=policy)
        lab: Callable[[], object] = partial(in_lab, setup, BATCH_GAMES)
        seconds: tuple[list[float], list[float]] = [], []
        for _ in range(rounds + 1):
            for play, taken in zip((kernel, lab), seconds, strict=True):
                start = time.process_time()
                play()
                taken.append(time.process_time() - start)
        alone, with_lab = (1e6 * median(taken[1:]) / BATCH_GAMES for taken in seconds)
        costs.append(LabCost(name, alone, with_lab, with_lab / alone))
    return costs


def hearts() -> Batch:
    """Return rollouts of OpenSpiel's hearts."""
    import pyspiel

    return rollouts(pyspiel, pyspiel.load_game("hearts"))


def goofspiel() -> Batch:
    """Return rollouts of OpenSpiel's goofspiel for four, turn-based, as its search requires."""
    import pyspiel

    return rollouts(pyspiel, pyspiel.load_game_as_turn_based("goofspiel", {"players": PLAYERS}))


def rollouts(pyspiel: Any, game: Any) -> Batch:
    """Return a search with one simulation, whose evaluator plays all rollouts in C++ from the first decision.

    The deal is not repeated, and chance nodes are not decisions. The decisions per game are the mean of 100 games played here.
    """
    chance = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_outcome(state, chance))
    decisions = mean(_decisions(state.clone(), chance) for _ in range(100))

    def play(seed: int) -> tuple[int, float]:
        evaluator = pyspiel.RandomRolloutEvaluator(BATCH_ROLLOUTS, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, seed, False)  # noqa: FBT003 - it takes no names
        bot.mcts_search(state)
        return BATCH_ROLLOUTS, BATCH_ROLLOUTS * decisions

    return play


def _outcome(state: Any, chance: random.Random) -> int:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    chosen: int = chance.choices(outcomes, probabilities)[0]
    return chosen


def _decisions(state: Any, chance: random.Random) -> int:
    """Return the number of decisions in a random game from this state."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_outcome(state, chance))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions


def measure(contestants: dict[str, Batch], *, seconds: float, rounds: int) -> list[Speed]:
    """Measure the contestants in turns, in processor time, so that other load on the machine does not count."""
    for play in contestants.values():
        play(1)
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in contestants}
    for number in range(rounds):
        for name, play in contestants.items():
            rates[name].append(rate(play, seconds, f"{number}", time.process_time))
    return [_speed(name, 1, of) for name, of in rates.items()]


def rate(play: Batch, seconds: float, series: str, clock: Callable[[], float]) -> tuple[float, float]:
    """Return games and decisions per second, over whole batches that take at least that long."""
    chance = random.Random(series)
    games, decisions = 0, 0.0
    start = clock()
    while games == 0 or clock() - start < seconds:
        more_games, more_decisions = play(chance.getrandbits(31))
        games += more_games
        decisions += more_decisions
    elapsed = clock() - start
    return games / elapsed, decisions / elapsed


def measure_on_all(cores: int, *, seconds: float, rounds: int) -> Speed:
    """Measure one process on each core at the same time, in wall-clock time."""
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        pool.map(_rate_of_ours, [(0.0, f"warm {core}") for core in range(cores)], chunksize=1)
        rates = []
        for number in range(rounds):
            each = pool.map(_rate_of_ours, [(seconds, f"{number} {core}") for core in range(cores)], chunksize=1)
            rates.append((sum(games for games, _ in each), sum(decisions for _, decisions in each)))
    return _speed("Cover Me kernel, all cores", cores, rates)


def _rate_of_ours(task: tuple[float, str]) -> tuple[float, float]:
    seconds, series = task
    return rate(cover_me, seconds, series, time.perf_counter)


def _speed(name: str, cores: int, rates: Sequence[tuple[float, float]]) -> Speed:
    decisions = [of for _, of in rates]
    return Speed(name, cores, median(of for of, _ in rates), median(decisions), min(decisions), max(decisions))


def watch_memory(games: int) -> dict[str, int]:
    """Return the peak memory in KiB, after the first batch and after all games."""
    import resource  # not on every system

    cover_me(0)
    first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(1, games // BATCH_GAMES):
        cover_me(number)
    return {"games": games, "first": first, "last": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}


def _print(speeds: Sequence[Speed], costs: Sequence[LabCost], memory: dict[str, int] | None) -> None:
    console = Console()
    table = Table(box=None)
    table.add_column("4 players" if IS_COMPILED else "4 players, not compiled", no_wrap=True)
    for heading in ("games/s", "decisions/s", "lowest", "highest", "ours is"):
        table.add_column(heading, justify="right")
    ours = speeds[0].decisions_per_second
    for speed in speeds:
        figures = (speed.decisions_per_second, speed.lowest, speed.highest)
        millions = (f"{figure / 1e6:.2f} M" for figure in figures)
        ratio = f"{ours / speed.decisions_per_second:.2g} x"
        table.add_row(speed.name, f"{speed.games_per_second:,.0f}", *millions, ratio)
    console.print(table)
    table = Table(box=None)
    table.add_column("covergames simulate", no_wrap=True)
    for heading in ("kernel, us/game", "lab, us/game", "ratio"):
        table.add_column(heading, justify="right")
    for cost in costs:
        table.add_row(f"--bot {cost.name}", f"{cost.kernel:.1f}", f"{cost.lab:.1f}", f"{cost.ratio:.2f}")
    console.print(table)
    if memory is not None:
        console.print(f"memory over {memory['games']:,} games: {memory['first']:,} KiB, then {memory['last']:,} KiB")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the kernel and its peers, print the figures and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernel", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each contestant in each round (1)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each contestant is measured, in turns (5)")
    parser.add_argument("--games", type=int, default=0, help="also play this many games and report the memory")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args(arguments)
    try:
        peers = {"OpenSpiel hearts": hearts(), "OpenSpiel goofspiel": goofspiel()}
    except ModuleNotFoundError as error:
        print(f"{error.name} is not installed: run `make bench`, which installs every peer", file=sys.stderr)
        return 1
    speeds = measure({"Cover Me kernel": cover_me, **peers}, seconds=asked.seconds, rounds=asked.rounds)
    speeds.insert(1, measure_on_all(os.cpu_count() or 1, seconds=asked.seconds, rounds=asked.rounds))
    costs = measure_lab(rounds=asked.rounds)
    memory = watch_memory(asked.games) if asked.games else None
    if asked.json:
        figures = {"speeds": [*map(asdict, speeds)], "lab": [*map(asdict, costs)], "memory": memory}
        print(json.dumps({"compiled": IS_COMPILED, **figures}))
    else:
        _print(speeds, costs, memory)
    return 0


if __name__ == "__main__":
    sys.exit(main())
