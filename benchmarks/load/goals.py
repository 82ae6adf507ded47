"""What a server is meant to bear, and whether it did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.load.measure import ECHO_NAME, Figures

MANY: Final = 1000
"""Tables with which a server is judged; with fewer, a goal is neither reached nor missed."""
THINK: Final = 5.0
"""Seconds between two decisions at a table, at most, for the next goal."""
SOON: Final = 100.0
"""Milliseconds within which 99 of 100 decisions are known to everybody at the table, with think time."""
FLAT: Final = 1.25
"""How much dearer a decision may be with the most tables than with the fewest."""
TABLE: Final = 100.0
SOCKET: Final = 40.0
"""Kilobytes that an idle one may take."""
DURABLE: Final = 2000.0
"""Decisions that are on the disk in a second, as fast as answers come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """One goal, and what one server made of it."""

    server: str
    goal: str
    limit: float
    measured: float
    holds: bool


def judge(found: Sequence[Figures], *, think: float) -> list[Goal]:
    """Every goal that these figures, with that think time, say something about."""
    servers = dict.fromkeys(figures.server for figures in found if figures.server != ECHO_NAME)
    return [goal for server in servers for goal in _judged([each for each in found if each.server == server], think)]


def _judged(found: Sequence[Figures], think: float) -> Iterator[Goal]:
    """Of one server, with few tables and with many."""
    few, many = (choose(found, key=lambda figures: figures.tables) for choose in (min, max))
    server = many.server
    if few.tables < many.tables:
        yield _at_most(
            server,
            f"a decision costs with {many.tables:,} tables what it costs with {few.tables:,}, times",
            FLAT,
            many.fast.server_cost / few.fast.server_cost,
        )
    if many.memory is not None:
        yield _at_most(server, "memory of an idle table, kB", TABLE, many.memory.table)
        yield _at_most(server, "memory of an idle socket, kB", SOCKET, many.memory.socket)
    if many.tables >= MANY and think <= THINK:
        goal = f"p99 with {many.tables:,} tables and a decision every {think:g} s, ms"
        yield _at_most(server, goal, SOON, many.calm.p99)
    if many.tables >= MANY:
        rate = many.fast.rate
        goal = f"durable decisions a second with {many.tables:,} tables, at least"
        yield Goal(server=server, goal=goal, limit=DURABLE, measured=rate, holds=rate >= DURABLE)


def _at_most(server: str, goal: str, limit: float, measured: float) -> Goal:
    return Goal(server=server, goal=goal, limit=limit, measured=measured, holds=measured <= limit)
