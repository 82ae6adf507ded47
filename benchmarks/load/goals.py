"""The performance goals of a server, and whether a measurement reaches them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.load.measure import ECHO_NAME, Figures
from benchmarks.peers.boardgame_io import NAME as PEER_NAME

MIN_TABLES: Final = 1000
"""With fewer tables the goals for latency and throughput are not judged."""
MAX_THINK_SECONDS: Final = 5.0
"""The think time of the latency goal; with a longer one the goal is not judged."""
MAX_P99_MS: Final = 50.0
"""The latency within which all clients of a table receive 99 % of its decisions, with think time."""
MAX_COST_RATIO: Final = 1.25
"""The cost of a decision with the most tables divided by that with the fewest."""
MAX_TABLE_KB: Final = 80.0
"""The memory of an idle table, also of one whose game is over."""
MAX_SOCKET_KB: Final = 40.0
"""The memory of an idle socket."""
MIN_DECISIONS_PER_SECOND: Final = {"sqlite": 3000.0, "postgresql": 2400.0}
"""Durable decisions without think time, by the server's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """One goal, and the measurement of one server."""

    server: str
    goal: str
    limit: float
    measured: float
    holds: bool


def judge(found: Sequence[Figures], *, think: float) -> list[Goal]:
    """Return every goal that these figures, with that think time, can judge."""
    servers = dict.fromkeys(figures.server for figures in found if figures.server not in (ECHO_NAME, PEER_NAME))
    return [goal for server in servers for goal in _judged([each for each in found if each.server == server], think)]


def _judged(found: Sequence[Figures], think: float) -> Iterator[Goal]:
    """Yield the goals of one server, from its figures with the fewest and the most tables."""
    few, many = (choose(found, key=lambda figures: figures.tables) for choose in (min, max))
    server = many.server
    if few.tables < many.tables:
        yield _at_most(
            server,
            f"cost of a decision with {many.tables:,} tables, divided by that with {few.tables:,}",
            MAX_COST_RATIO,
            many.fast.server_cost / few.fast.server_cost,
        )
    if many.memory is not None:
        yield _at_most(server, "memory of an idle table, kB", MAX_TABLE_KB, many.memory.table)
        yield _at_most(server, "memory of an idle socket, kB", MAX_SOCKET_KB, many.memory.socket)
    if many.tables >= MIN_TABLES and think <= MAX_THINK_SECONDS:
        goal = f"p99 with {many.tables:,} tables and a decision every {think:g} s, ms"
        yield _at_most(server, goal, MAX_P99_MS, many.calm.p99)
    if many.tables >= MIN_TABLES:
        rate, least = many.fast.rate, MIN_DECISIONS_PER_SECOND[server]
        goal = f"durable decisions per second with {many.tables:,} tables, at least"
        yield Goal(server=server, goal=goal, limit=least, measured=rate, holds=rate >= least)


def _at_most(server: str, goal: str, limit: float, measured: float) -> Goal:
    return Goal(server=server, goal=goal, limit=limit, measured=measured, holds=measured <= limit)
