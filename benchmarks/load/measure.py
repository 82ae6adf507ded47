"""One server under load from beginning to end: what it bears, how soon everybody knows, and what it costs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, Final, Protocol, TypeAlias

from benchmarks.load.drive import Drive, Driving
from benchmarks.load.invitations import Host
from benchmarks.load.party import PLAYERS, CoverMeParty, EchoParty, Party
from benchmarks.load.process import ECHO, ServerProcess, server_command

TOGETHER: Final = 20
"""Parties that sit down at the same time."""
WARM_UP: Final = 1.0
"""Seconds that one party plays before anything is measured, so that everything is imported and every cache is made."""
ENOUGH: Final = 100
"""Tables from which on the memory of one of them can be told."""

Progress: TypeAlias = Callable[[str, float], None]
"""Is told what is being done, and how much of it is: from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a server has to bear."""

    tables: int
    seconds: float
    """How long it is driven with think time, and then as fast as answers come."""
    think: float
    """Seconds between two decisions at a table."""

    @property
    def sockets(self) -> int:
        """All that are open at a time: those of the players, and as many that look on as there are tables."""
        return (PLAYERS + 1) * (self.tables + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Decisions of all tables together; times in milliseconds, costs in microseconds of processor time."""

    actions: int
    rate: float
    """Decisions a second."""
    median: float
    """From a decision until everybody at the table knows."""
    p99: float
    longest: float
    server_cost: float
    """Of one decision, in the server's process."""
    driver_cost: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What idleness costs, in kilobytes of 1,000 bytes."""

    socket: float
    table: float
    """In the middle of its game, without its four sockets."""
    decisions: float
    """That each table has seen by then: of some 235 in a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was measured of one server."""

    server: str
    tables: int
    calm: Pace
    """With think time."""
    fast: Pace
    """As fast as answers come."""
    memory: Memory | None
    """None: there were too few tables to tell theirs from the rest."""


class Contestant(Protocol):
    """A kind of server, and its guests."""

    name: str
    command: tuple[str, ...]

    def parties(self, host: str, port: int, count: int) -> Iterable[Party]:
        """So many parties that have not sat down yet; takes its time."""


ECHO_NAME: Final = "bare echo"


class Echo:
    """A bare echo, on the same stack."""

    name = ECHO_NAME
    command = ECHO

    def parties(self, host: str, port: int, count: int) -> Iterable[EchoParty]:
        """Fours that have nothing in common."""
        return (EchoParty(host, port) for _ in range(count))


class Tables:
    """Our server with a database."""

    def __init__(self, database: str) -> None:
        self.name = re.split(r"\W", database)[0]
        self.command = server_command(database)

    def parties(self, host: str, port: int, count: int) -> Iterable[CoverMeParty]:
        """The players of new tables."""
        return (CoverMeParty(host, port, *invitation) for invitation in Host(host, port).open_tables(count))


async def measure(contestant: Contestant, load: Load, progress: Progress) -> Figures:
    """Start it, burden it, stop it."""
    with _serving(contestant.command) as server:
        (idle,) = await _seated(contestant, server, 1, progress)
        await Driving([idle], seconds=WARM_UP, think=None).run()
        empty = server.memory
        await _in_turns([idle.watch] * load.tables, "sockets that look on", progress)
        watched = server.memory
        parties = await _seated(contestant, server, load.tables, progress)
        calm = await _pace(server, parties, load.seconds, load.think, progress)
        fast = await _pace(server, parties, load.seconds, None, progress)
        memory = _shared_out(load, empty, watched, server.memory, decisions=calm.actions + fast.actions)
        for party in (idle, *parties):
            party.close()
    return Figures(
        server=contestant.name,
        tables=load.tables,
        calm=calm,
        fast=fast,
        memory=memory,
    )


def _shared_out(load: Load, empty: int, watched: int, played: int, *, decisions: int) -> Memory | None:
    """The bytes that sockets added to an empty server, and those that tables added after that."""
    if load.tables < ENOUGH:
        return None
    socket = (watched - empty) / load.tables
    table = (played - watched) / load.tables - PLAYERS * socket
    return Memory(socket=socket / 1000, table=table / 1000, decisions=decisions / load.tables)


@contextmanager
def _serving(command: tuple[str, ...]) -> Iterator[ServerProcess]:
    """A server; whatever goes wrong in a callback meanwhile ends the measurement instead of being overlooked."""
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


async def _seated(contestant: Contestant, server: ServerProcess, count: int, progress: Progress) -> list[Party]:
    """New parties, ready to play."""
    invited = iter(contestant.parties(server.host, server.port, count))
    parties: list[Party] = []
    while (party := await asyncio.to_thread(next, invited, None)) is not None:
        parties.append(party)
        progress("tables", len(parties) / count)
    await _in_turns([party.sit_down for party in parties], "players", progress)
    return parties


async def _in_turns(works: Sequence[Callable[[], Awaitable[None]]], doing: str, progress: Progress) -> None:
    """Do all of it, a few at a time."""
    for start in range(0, len(works), TOGETHER):
        await asyncio.gather(*(work() for work in works[start : start + TOGETHER]))
        progress(doing, (start + TOGETHER) / len(works))


async def _pace(
    server: ServerProcess, parties: Sequence[Party], seconds: float, think: float | None, progress: Progress
) -> Pace:
    doing = "as fast as answers come" if think is None else f"a decision every {think:g} s"
    ticking = asyncio.create_task(_tick(doing, seconds, progress))
    before = server.processor_seconds
    drive = await Driving(parties, seconds=seconds, think=think).run()
    spent = server.processor_seconds - before
    ticking.cancel()
    return _summed_up(drive, spent)


async def _tick(doing: str, seconds: float, progress: Progress) -> None:
    for second in range(1 + int(seconds)):
        progress(doing, second / seconds)
        await asyncio.sleep(1)


def _summed_up(drive: Drive, spent: float) -> Pace:
    count = len(drive.waits)
    if count < 2:
        raise ValueError(f"{count} decisions in {drive.seconds:.1f} s are too few to say anything")
    hundredths = quantiles(drive.waits, n=100)
    return Pace(
        actions=count,
        rate=count / drive.seconds,
        median=1e3 * hundredths[49],
        p99=1e3 * hundredths[98],
        longest=1e3 * max(drive.waits),
        server_cost=1e6 * spent / count,
        driver_cost=1e6 * drive.driver_seconds / count,
    )
