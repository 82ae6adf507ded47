"""Measuring one server under load: throughput, latency, processor time and memory."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, Final, Protocol, TypeAlias

from benchmarks.load.driver import DriveResult, LoadDriver
from benchmarks.load.invitations import TableOpener
from benchmarks.load.process import ECHO, ServerProcess, server_command
from benchmarks.load.table_clients import PLAYERS, CoverMeClients, EchoClients, TableClients

CONCURRENT_CONNECTS: Final = 20
"""Tables whose clients connect at the same time."""
WARM_UP_TABLES: Final = 16
"""Tables that play before the measurement, at all workers, to import modules and fill caches, such as those of the database."""
WARM_UP_SECONDS: Final = 1.0
MIN_SPECTATORS: Final = 1000
"""With fewer sockets their memory cannot be distinguished from the rest."""
MIN_TABLES_FOR_MEMORY: Final = 100
"""With fewer tables their memory cannot be distinguished from the rest."""

Progress: TypeAlias = Callable[[str, float], None]
"""Called with the present step and its progress, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How many tables play, and how."""

    tables: int
    seconds: float
    """How long the driver runs with think time, and then without."""
    think: float
    """Think time: the seconds between two decisions at a table."""

    @property
    def sockets(self) -> int:
        """All sockets that are open at a time: those of the players, and the spectators."""
        return PLAYERS * (self.tables + WARM_UP_TABLES) + self.spectators

    @property
    def spectators(self) -> int:
        """How many sockets watch one table."""
        return max(self.tables, MIN_SPECTATORS) if self.tables >= MIN_TABLES_FOR_MEMORY else self.tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The decisions of all tables at one pace; times in milliseconds, costs in microseconds of processor time."""

    actions: int
    rate: float
    """Decisions per second."""
    median: float
    """The latency: from a decision until all clients of the table have received it."""
    p99: float
    longest: float
    server_cost: float
    """The server's processor time for one decision."""
    driver_cost: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The memory of idle sockets and tables, in kilobytes of 1,000 bytes."""

    socket: float
    table: float
    """A table in the middle of its game, without its four sockets."""
    decisions: float
    """The decisions at each table by then; a game has some 235."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The measurements of one server."""

    server: str
    tables: int
    calm: Pace
    """With think time."""
    fast: Pace
    """Without think time."""
    memory: Memory | None
    """None: there were too few tables."""


class Contestant(Protocol):
    """A kind of server, and its clients."""

    name: str
    command: tuple[str, ...]

    def tables(self, host: str, port: int, count: int) -> Iterable[TableClients]:
        """Yield the clients of that many tables, not connected yet; this blocks."""


ECHO_NAME: Final = "bare echo"


class Echo:
    """A bare echo server on the same stack."""

    name = ECHO_NAME
    command = ECHO

    def tables(self, host: str, port: int, count: int) -> Iterable[EchoClients]:
        """Yield groups of four clients."""
        return (EchoClients(host, port) for _ in range(count))


class CoverMeServer:
    """Our server with a database and a number of workers."""

    def __init__(self, database: str, workers: int) -> None:
        self.name = re.split(r"\W", database)[0]
        self.command = server_command(database, workers)

    def tables(self, host: str, port: int, count: int) -> Iterable[CoverMeClients]:
        """Yield the players of new tables."""
        return (CoverMeClients(host, port, *invitation) for invitation in TableOpener(host, port).open_tables(count))


async def measure(contestant: Contestant, load: Load, progress: Progress) -> Figures:
    """Start the server, measure it under the load, and stop it.

    Raises:
        ServerFailed: the server did not start, or ended.
        SocketLost: the server closed a socket.
    """
    with _serving(contestant.command) as server:
        first = await _connected(contestant, server, WARM_UP_TABLES, progress)
        await LoadDriver(first, seconds=WARM_UP_SECONDS, think_seconds=None).run()
        empty = server.memory
        await _in_batches([first[0].connect_spectator] * load.spectators, "spectators", progress)
        watched = server.memory
        tables = await _connected(contestant, server, load.tables, progress)
        calm = await _pace(server, tables, load.seconds, load.think, progress)
        fast = await _pace(server, tables, load.seconds, None, progress)
        memory = _memory(load, empty, watched, server.memory, decisions=calm.actions + fast.actions)
        for table in (*first, *tables):
            table.close()
    return Figures(
        server=contestant.name,
        tables=load.tables,
        calm=calm,
        fast=fast,
        memory=memory,
    )


def _memory(load: Load, empty: int, watched: int, played: int, *, decisions: int) -> Memory | None:
    """Return the memory of a socket and a table, from the server's memory when empty, with spectators, and after play."""
    if load.tables < MIN_TABLES_FOR_MEMORY:
        return None
    socket = (watched - empty) / load.spectators
    table = (played - watched) / load.tables - PLAYERS * socket
    return Memory(socket=socket / 1000, table=table / 1000, decisions=decisions / load.tables)


@contextmanager
def _serving(command: tuple[str, ...]) -> Iterator[ServerProcess]:
    """Run a server; an error in a callback ends the measurement."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None
    failures: list[BaseException] = []

    def fail(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        failures.append(context.get("exception") or RuntimeError(context["message"]))
        task.cancel()

    server = ServerProcess(command)
    loop.set_exception_handler(fail)
    try:
        yield server
    except asyncio.CancelledError:
        if failures:
            server.check()
            raise failures[0] from None
        raise
    finally:
        loop.set_exception_handler(None)
        server.stop()


async def _connected(
    contestant: Contestant, server: ServerProcess, count: int, progress: Progress
) -> list[TableClients]:
    """Return the connected clients of new tables."""
    opened = iter(contestant.tables(server.host, server.port, count))
    tables: list[TableClients] = []
    while (table := await asyncio.to_thread(next, opened, None)) is not None:
        tables.append(table)
        progress("tables", len(tables) / count)
    await _in_batches([table.connect for table in tables], "players", progress)
    return tables


async def _in_batches(works: Sequence[Callable[[], Awaitable[None]]], doing: str, progress: Progress) -> None:
    """Await all works, a batch at a time."""
    for start in range(0, len(works), CONCURRENT_CONNECTS):
        await asyncio.gather(*(work() for work in works[start : start + CONCURRENT_CONNECTS]))
        progress(doing, (start + CONCURRENT_CONNECTS) / len(works))


async def _pace(
    server: ServerProcess, tables: Sequence[TableClients], seconds: float, think: float | None, progress: Progress
) -> Pace:
    doing = "without think time" if think is None else f"a decision every {think:g} s"
    ticking = asyncio.create_task(_tick(doing, seconds, progress))
    before = server.processor_seconds
    result = await LoadDriver(tables, seconds=seconds, think_seconds=think).run()
    spent = server.processor_seconds - before
    ticking.cancel()
    return _summarize(result, spent)


async def _tick(doing: str, seconds: float, progress: Progress) -> None:
    for second in range(1 + int(seconds)):
        progress(doing, second / seconds)
        await asyncio.sleep(1)


def _summarize(result: DriveResult, spent: float) -> Pace:
    count = len(result.latencies)
    if count < 2:
        raise ValueError(f"{count} decisions in {result.seconds:.1f} s are too few to measure")
    hundredths = quantiles(result.latencies, n=100)
    return Pace(
        actions=count,
        rate=count / result.seconds,
        median=1e3 * hundredths[49],
        p99=1e3 * hundredths[98],
        longest=1e3 * max(result.latencies),
        server_cost=1e6 * spent / count,
        driver_cost=1e6 * result.driver_seconds / count,
    )
