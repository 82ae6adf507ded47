"""Measure the kernel on random games of Cover Me for four, beside OpenSpiel's native rollouts.

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
from statistics import mean, median
from typing import Any, Final, TypeAlias

from rich.console import Console
from rich.table import Table

from covergames.coverme import Options
from covergames.kernel import IS_COMPILED, play_games

BATCH: Final = 2000 if IS_COMPILED else 20
"""Games of one call."""
ROLLOUTS: Final = 500
"""Rollouts of one call of a peer."""
PLAYERS: Final = 4

Batch: TypeAlias = Callable[[int], tuple[int, float]]
"""Plays some games, given a seed: how many, and how many decisions they had."""


@dataclass(frozen=True, slots=True)
class Speed:
    """The median of some rounds."""

    name: str
    cores: int
    games_per_second: float
    decisions_per_second: float
    lowest: float
    """Decisions per second of the slowest round."""
    highest: float
    """Decisions per second of the fastest round."""


def cover_me(seed: int) -> tuple[int, float]:
    """Fresh games for four, everything decided by lot: dealt, played to the end, ranked, and their outcomes handed over."""
    return BATCH, play_games(PLAYERS, Options(), BATCH, seed=seed).decisions


def hearts() -> Batch:
    """Rollouts of OpenSpiel's hearts."""
    import pyspiel

    return rollouts(pyspiel, pyspiel.load_game("hearts"))


def goofspiel() -> Batch:
    """Rollouts of OpenSpiel's goofspiel for four, its simultaneous choices one by one, as its search needs them."""
    import pyspiel

    return rollouts(pyspiel, pyspiel.load_game_as_turn_based("goofspiel", {"players": PLAYERS}))


def rollouts(pyspiel: Any, game: Any) -> Batch:
    """A search of a single simulation, whose evaluator makes all rollouts in C++, from the first decision on.

    Dealing is spared, and chance nodes are not decisions; the decisions of a game are counted in some games played here.
    """
    chance = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_outcome(state, chance))
    decisions = mean(_decisions(state.clone(), chance) for _ in range(100))

    def play(seed: int) -> tuple[int, float]:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, seed, False)  # noqa: FBT003 - it takes no names
        bot.mcts_search(state)
        return ROLLOUTS, ROLLOUTS * decisions

    return play


def _outcome(state: Any, chance: random.Random) -> int:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    chosen: int = chance.choices(outcomes, probabilities)[0]
    return chosen


def _decisions(state: Any, chance: random.Random) -> int:
    """How many decisions a random game has from here on."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_outcome(state, chance))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions


def measure(contestants: dict[str, Batch], *, seconds: float, rounds: int) -> list[Speed]:
    """In turns, and in seconds of the processor's time: what else the machine does shall not count."""
    for play in contestants.values():
        play(1)
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in contestants}
    for number in range(rounds):
        for name, play in contestants.items():
            rates[name].append(rate(play, seconds, f"{number}", time.process_time))
    return [_speed(name, 1, of) for name, of in rates.items()]


def rate(play: Batch, seconds: float, series: str, clock: Callable[[], float]) -> tuple[float, float]:
    """Games and decisions per second, over whole batches for at least that long."""
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
    """One process a core, all at the same time, in seconds that pass for everybody."""
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
    """The most memory that was ever used, in KiB, after the first batch and after all games."""
    import resource  # not on every system

    cover_me(0)
    first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(1, games // BATCH):
        cover_me(number)
    return {"games": games, "first": first, "last": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}


def _print(speeds: Sequence[Speed], memory: dict[str, int] | None) -> None:
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
    memory = watch_memory(asked.games) if asked.games else None
    if asked.json:
        print(json.dumps({"compiled": IS_COMPILED, "speeds": [*map(asdict, speeds)], "memory": memory}))
    else:
        _print(speeds, memory)
    return 0


if __name__ == "__main__":
    sys.exit(main())
