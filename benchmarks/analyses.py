"""Measure what other tables notice while a server analyses finished games.

    python -m benchmarks.analyses [--analyses N] [--tables N] [--blocks N] [--seconds S]

At each table a person sends commands, which are stored and answered. Blocks in which the analyses run take turns with blocks in which
their processes are stopped (SIGSTOP), so that other load on the machine affects both. Server and clients share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load.process import ServerProcess, processor_seconds, server_command
from benchmarks.loading import entries_of
from covergames.server.store import StoredEntry, open_store
from covergames.server.summary import summary_of
from covergames.server.worker_process import IDLE_NICENESS
from covergames.table import Table

MAX_RATIO: Final = 1.2
"""The goal: the p99 while analyses run, divided by the p99 without them."""
ENTRIES: Final = 400
"""Entries of an analysed table: a whole game of three, and some chat."""
COMMAND_INTERVAL_SECONDS: Final = 0.05
POLL_SECONDS: Final = 1.0
STOP_ATTEMPTS: Final = 10
"""How often the processes are stopped for a block: the server may be about to continue one that it has stopped for a commit."""
STOP_INTERVAL_SECONDS: Final = 0.02


@dataclass(slots=True)
class Commands:
    """The commands of all blocks of a kind."""

    waits: list[float] = field(default_factory=list)
    """Until each was stored and answered, in seconds."""
    server_seconds: float = 0.0
    """Processor time of the server's own process."""
    analysis_seconds: float = 0.0
    """Processor time of the processes that analyse games."""

    @property
    def p99(self) -> float:
        """The 99th percentile of the waits."""
        return quantiles(self.waits, n=100)[98]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Commands with and without analyses."""

    calm: Commands
    busy: Commands
    cores: float
    """How many cores the analyses used while they ran."""
    calm_cores: float
    """How many they used in the other blocks: none, if they were really stopped."""
    finished: int

    @property
    def ratio(self) -> float:
        """The p99 while analyses run, divided by the p99 without them."""
        return self.busy.p99 / self.calm.p99


async def measure(folder: Path, *, analyses: int, tables: int, blocks: int, seconds: float) -> Measured:
    """Ask for that many analyses, and measure commands at other tables in turns with and without them."""
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    names = await _store_games(database, analyses)
    server = ServerProcess((*server_command(database, workers=1), "--limit", "analysis_seconds=3600"))
    try:
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(_seated(server)) for _ in range(tables)]
            asking = [asyncio.create_task(_asked(server, name, number)) for number, name in enumerate(names)]
            calm, busy = Commands(), Commands()
            while not (pids := _processes(server)):
                await asyncio.sleep(COMMAND_INTERVAL_SECONDS)
            for number in range(blocks):
                pair = ((calm, signal.SIGSTOP), (busy, signal.SIGCONT))
                for commands, what in pair if number % 2 == 0 else reversed(pair):
                    for _ in range(STOP_ATTEMPTS):
                        for pid in pids:
                            os.kill(pid, what)
                        await asyncio.sleep(STOP_INTERVAL_SECONDS)
                    own, analysing = server.processor_seconds, sum(map(processor_seconds, pids))
                    found = await asyncio.gather(*(_latencies(socket, seconds) for socket in sockets))
                    commands.waits += [wait for each in found for wait in each]
                    commands.server_seconds += server.processor_seconds - own
                    commands.analysis_seconds += sum(map(processor_seconds, pids)) - analysing
            finished = sum(task.done() for task in asking)
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
    finally:
        server.stop()
    total = blocks * seconds
    return Measured(
        calm=calm,
        busy=busy,
        cores=busy.analysis_seconds / total,
        calm_cores=calm.analysis_seconds / total,
        finished=finished,
    )


async def _store_games(database: str, games: int) -> list[str]:
    """Store that many finished games, and return their names."""
    entries = entries_of(ENTRIES)
    first, *more = [StoredEntry(entry.sequence, entry.at, entry.encode()) for entry in entries]
    names = [f"finished-{number}" for number in range(games)]
    store = await open_store(database)
    for name in names:
        await store.create(name, first, summary_of(Table.fold(name, entries)), more=more)
    await store.close()
    return names


def _processes(server: ServerProcess) -> list[int]:
    """Return the processes that analyse games: those with the lowest priority."""
    return [pid for pid in server.children if os.getpriority(os.PRIO_PROCESS, pid) == IDLE_NICENESS]


async def _asked(server: ServerProcess, table: str, number: int) -> None:
    """Ask for an analysis until it is complete, from an address of its client alone."""
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{1 + number}")
    async with httpx.AsyncClient(base_url=f"http://{server.host}:{server.port}", transport=transport) as http:
        while (await http.get(f"/api/tables/{table}/analysis", timeout=60)).status_code == 202:
            await asyncio.sleep(POLL_SECONDS)


@asynccontextmanager
async def _seated(server: ServerProcess) -> AsyncIterator[ClientConnection]:
    """A person in the lobby of a new table."""
    async with httpx.AsyncClient(base_url=f"http://{server.host}:{server.port}") as http:
        body = {"arrangement": {"game": "cover-me", "players": 3, "options": {}}}
        opened = (await http.post("/api/tables", json=body)).json()
        seat = (await http.post(f"/api/tables/{opened['table']}/seats", json={"name": "Ada"})).json()
    address = f"ws://{server.host}:{server.port}/api/tables/{opened['table']}/socket"
    async with connect(address, compression=None) as socket:
        await socket.send(msgspec.json.encode({"type": "hello", "token": seat["token"]}).decode())
        yield socket


async def _latencies(socket: ClientConnection, seconds: float) -> list[float]:
    """Return how long each command waited until it was stored and answered."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    for number in count():
        if time.monotonic() >= end:
            return waits
        name = f"{time.monotonic_ns()}"
        command = {"type": "ready", "id": name, "ready": bool(number % 2), "seen": 1}
        began = time.perf_counter()
        await socket.send(msgspec.json.encode(command).decode())
        while (said := msgspec.json.decode(await socket.recv()))["type"] != "done" or said["id"] != name:
            if said["type"] == "refused":
                raise RuntimeError(f"refused: {said['reason']}")
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(COMMAND_INTERVAL_SECONDS)
    raise AssertionError("unreachable")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures, and return 1 if the goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.analyses", description=__doc__.splitlines()[0])
    parser.add_argument("--analyses", type=int, default=10, metavar="N", help="games to analyse")
    parser.add_argument("--tables", type=int, default=10, metavar="N", help="other tables")
    parser.add_argument("--blocks", type=int, default=10, metavar="N", help="blocks with and without analyses")
    parser.add_argument("--seconds", type=float, default=4.0, metavar="S", help="of a block")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(Path(folder), **vars(asked)))
    for name, commands in (("without analyses", found.calm), ("with analyses", found.busy)):
        number = len(commands.waits)
        print(
            f"{name}: p50 {1000 * median(commands.waits):.2f} ms, p99 {1000 * commands.p99:.2f} ms, {number} commands, "
            f"{1000 * commands.server_seconds / number:.2f} ms of the server's processor time for each"
        )
    print(
        f"ratio of the p99: {found.ratio:.2f} (goal: {MAX_RATIO}); analyses used {found.cores:.2f} cores, and {found.calm_cores:.2f} while stopped"
    )
    print(f"{found.finished} analyses finished; {os.cpu_count()} cores, load of the machine: {os.getloadavg()[0]:.1f}")
    return int(found.ratio > MAX_RATIO)


if __name__ == "__main__":
    sys.exit(main())
