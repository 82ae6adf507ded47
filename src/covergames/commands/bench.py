"""``covergames bench``: how fast the kernel is, beside OpenSpiel's native rollouts, and what a server bears, beside a bare echo."""

from __future__ import annotations

import json as jsons
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import mean, median
from typing import Annotated, Any, Final, TypeAlias

import typer
from rich.console import Console
from rich.table import Table

from covergames.commands.failure import FAILED, USAGE, fail
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


def bench(
    what: Annotated[str, typer.Argument(help="What is measured: kernel or server.")],
    *,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="Kernel: per contestant and round (1). Server: per pace (20).")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Kernel: how often each is measured, in turns.")] = 5,
    games: Annotated[int, typer.Option(min=0, help="Kernel: also play so many games and watch the memory.")] = 0,
    tables: Annotated[
        list[int] | None, typer.Option(min=1, help="Server: tables of four at a time (10, then 100, then 1000).")
    ] = None,
    think: Annotated[float, typer.Option(min=0.001, help="Server: seconds between decisions, at the calm pace.")] = 5.0,
    database: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Server: a database to measure (a SQLite file in the current folder)."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Random games of Cover Me for four: in the kernel, beside OpenSpiel's native rollouts; at a server, beside a bare echo."""
    match what:
        case "kernel":
            bench_kernel(seconds=1.0 if seconds is None else seconds, rounds=rounds, games=games, json=json)
        case "server":
            from covergames.commands.bench_server import bench_server

            bench_server(
                tables or [10, 100, 1000],
                seconds=20.0 if seconds is None else seconds,
                think=think,
                databases=database or [],
                json=json,
            )
        case _:
            fail(f"there is no benchmark {what!r}: kernel and server are some", code=USAGE)


def bench_kernel(*, seconds: float, rounds: int, games: int, json: bool) -> None:
    """Measure the kernel and its peers, and print what was found."""
    try:
        peers = {"OpenSpiel hearts": hearts(), "OpenSpiel goofspiel": goofspiel()}
    except ModuleNotFoundError as error:
        fail(f"{error.name} is not installed here: `make bench` installs all that is compared", code=FAILED)
    cores = os.cpu_count() or 1
    speeds = measure({"Cover Me kernel": cover_me, **peers}, seconds=seconds, rounds=rounds)
    speeds.insert(1, measure_on_all(cores, seconds=seconds, rounds=rounds))
    memory = watch_memory(games) if games else None
    if json:
        print(jsons.dumps({"compiled": IS_COMPILED, "speeds": [*map(asdict, speeds)], "memory": memory}))
    else:
        _print(speeds, memory)


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
