"""Measure environments: steps per second of processor time with random legal actions, beside other libraries' games.

python -m benchmarks.envs [--seconds S] [--rounds N] [--json]

A step is one decision, with the observation and the mask of legal actions that follow it. Every contestant runs in turn, several
times, on one core. A library that is not installed is left out, with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, Final, TypeAlias

from rich.console import Console
from rich.table import Table

Steps: TypeAlias = Callable[[], tuple[int, float]]
"""Makes some steps and returns their number and the processor time that they took."""

GAMES: Final = 1024
CALLS: Final = 50
"""Steps of a batch between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Steps per second of one contestant over all rounds."""

    name: str
    median: float
    lowest: float
    highest: float


def batched(games: int, players: int, *, counts_sampling: bool, advanced: bool = False) -> Steps:
    """Prepare many games of Cover Me; the sampling of actions is counted or not."""
    from covergames.coverme import Options, TwoPlayer
    from covergames.envs import make_vec

    options = Options(two_player=TwoPlayer.ADVANCED if advanced else TwoPlayer.FICTIONAL)
    env = make_vec("cover-me", games=games, players=players, options=options, seed=1)

    def steps() -> tuple[int, float]:
        if counts_sampling:
            start = time.process_time()
            for _ in range(CALLS):
                env.step(env.sample())
            return CALLS * games, time.process_time() - start
        seconds = 0.0
        for _ in range(CALLS):
            actions = env.sample().copy()
            start = time.process_time()
            env.step(actions)
            seconds += time.process_time() - start
        return CALLS * games, seconds

    return steps


def in_turn(make: Callable[[], Any]) -> Steps:
    """Prepare an environment of PettingZoo: `last`, a random legal action, `step`, over whole games."""
    import numpy as np

    env = make()
    generator = np.random.default_rng(1)

    def steps() -> tuple[int, float]:
        count = 0
        start = time.process_time()
        env.reset(seed=int(generator.integers(1 << 30)))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(generator.random() * len(legal))])
                count += 1
        return count, time.process_time() - start

    return steps


def cover_me_in_turn() -> Steps:
    """Prepare Cover Me with four players as an environment of PettingZoo."""
    from covergames.envs import aec

    return in_turn(lambda: aec("cover-me", players=4))


def cover_up_at_once() -> Steps:
    """Prepare Cover Up with four players; a step of all seats counts as four decisions."""
    import numpy as np

    from covergames.envs import parallel

    env = parallel("cover-up", players=4)
    generator = np.random.default_rng(1)

    def steps() -> tuple[int, float]:
        count = 0
        start = time.process_time()
        seen, _ = env.reset(seed=1)
        while env.agents:
            actions = {agent: int(generator.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
            seen, *_ = env.step(actions)
            count += len(actions)
        return count, time.process_time() - start

    return steps


def texas_hold_em() -> Steps:
    """Prepare PettingZoo's Texas hold'em, without its wrappers."""
    from pettingzoo.classic import texas_holdem_v4

    return in_turn(lambda: texas_holdem_v4.raw_env(num_players=4))


def hanabi() -> Steps:
    """Prepare PettingZoo's Hanabi with four players."""
    from pettingzoo.classic import hanabi_v5

    return in_turn(lambda: hanabi_v5.env(players=4))


def open_spiel(name: str) -> Steps:
    """Prepare a game of OpenSpiel: its tensor of the observation and its mask after each decision."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game(name)
    generator = np.random.default_rng(1)

    def steps() -> tuple[int, float]:
        count = 0
        start = time.process_time()
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(generator.choice(outcomes, p=probabilities)))
            else:
                state.observation_tensor()
                legal = state.legal_actions()
                state.legal_actions_mask()
                state.apply_action(legal[int(generator.random() * len(legal))])
                count += 1
        return count, time.process_time() - start

    return steps


def pgx(name: str) -> Steps:
    """Prepare games of Pgx in a batch, with random legal actions inside the compiled step, on one thread."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        chosen = jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        return step(state, chosen, key)

    stepped = jax.jit(jax.vmap(one))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))
    keys = [jax.random.split(jax.random.PRNGKey(number), GAMES) for number in range(CALLS)]
    state = stepped(state, keys[0])

    def steps() -> tuple[int, float]:
        nonlocal state
        start = time.process_time()
        for each in keys:
            state = stepped(state, each)
        jax.block_until_ready(state.observation)
        return CALLS * GAMES, time.process_time() - start

    return steps


CONTESTANTS: Final[Mapping[str, Callable[[], Steps]]] = {
    "make_vec, 1,024 games of 4": lambda: batched(GAMES, 4, counts_sampling=True),
    "make_vec, 1,024 games of 4, sampling not counted": lambda: batched(GAMES, 4, counts_sampling=False),
    "make_vec, 64 games of 4": lambda: batched(64, 4, counts_sampling=True),
    "make_vec, 4,096 games of 4": lambda: batched(4096, 4, counts_sampling=True),
    "make_vec, 1,024 games of 2, fictional": lambda: batched(GAMES, 2, counts_sampling=True),
    "make_vec, 1,024 games of 2, advanced": lambda: batched(GAMES, 2, counts_sampling=True, advanced=True),
    "make_vec, 1,024 games of 3": lambda: batched(GAMES, 3, counts_sampling=True),
    "make_vec, 1,024 games of 5": lambda: batched(GAMES, 5, counts_sampling=True),
    "PettingZoo AEC: Cover Me, 4 players": cover_me_in_turn,
    "PettingZoo parallel: Cover Up, 4 players": cover_up_at_once,
    "PettingZoo: Texas hold'em, 4 players": texas_hold_em,
    "PettingZoo: Hanabi, 4 players": hanabi,
    "OpenSpiel: Hanabi, 4 players": lambda: open_spiel("hanabi(players=4)"),
    "OpenSpiel: gin rummy": lambda: open_spiel("gin_rummy"),
    "Pgx: sparrow mahjong, 1,024 games": lambda: pgx("sparrow_mahjong"),
    "Pgx: leduc hold'em, 1,024 games": lambda: pgx("leduc_holdem"),
}


def steps_per_second(steps: Steps, seconds: float) -> float:
    """Return the rate over at least so much processor time."""
    count, spent = 0, 0.0
    while spent < seconds:
        more, time_spent = steps()
        count += more
        spent += time_spent
    return count / spent


def measure(
    contestants: Mapping[str, Callable[[], Steps]], *, seconds: float, rounds: int
) -> tuple[list[Speed], list[str]]:
    """Return the speeds, and why a contestant did not run."""
    ready: dict[str, Steps] = {}
    missing: list[str] = []
    for name, prepare in contestants.items():
        try:
            ready[name] = prepare()
        except ImportError as error:
            missing.append(f"{name}: {error}")
    rates: dict[str, list[float]] = {name: [] for name in ready}
    for _ in range(rounds):
        for name, steps in ready.items():
            rates[name].append(steps_per_second(steps, seconds))
    return [Speed(name, median(each), min(each), max(each)) for name, each in rates.items()], missing


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for each contestant in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    speeds, missing = measure(CONTESTANTS, seconds=given.seconds, rounds=given.rounds)
    if given.json:
        print(json.dumps({"speeds": [asdict(speed) for speed in speeds], "missing": missing}, indent=1))
        return
    table = Table("steps per second of processor time", "median", "lowest", "highest")
    for speed in speeds:
        table.add_row(speed.name, *(f"{rate:,.0f}" for rate in (speed.median, speed.lowest, speed.highest)))
    Console(width=100).print(table)
    for reason in missing:
        print(f"left out: {reason}", file=sys.stderr)


if __name__ == "__main__":
    main()
