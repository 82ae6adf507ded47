"""Measure durable appends per second: each is on the disk before the next one of its table begins.

    python -m benchmarks.store [--seconds S] [--tables N ...] [--postgresql] [ADDRESS ...]

Without addresses a SQLite file is created in the current folder, and removed afterwards; ``--postgresql`` also starts the server
that the tests use, but with fsync. The disk limits the first row: one table cannot append faster than the disk syncs a page,
which is measured too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

from rich.console import Console
from rich.table import Table
from sqlalchemy import make_url

from covergames.server.store import Stage, Store, StoredEntry, Summary, open_store

DATA = (
    b'{"type":"Acted","seat":2,"action":{"type":"take","source":"influence-row-2"},"by":"person","command":"3f9c2ab1"}'
)
SUMMARY = Summary(
    game="cover-me",
    title="Friday night",
    players=4,
    seats_taken=4,
    stage=Stage.RUNNING,
    listed=True,
    due=1,
)


def fsyncs(folder: Path, seconds: float) -> float:
    """Return how often per second the disk can sync a page."""
    with tempfile.TemporaryFile(dir=folder) as file:
        count, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            os.pwrite(file.fileno(), os.urandom(4096), 4096 * count)
            os.fdatasync(file.fileno())
            count += 1
        return count / (time.perf_counter() - start)


async def appending(store: Store, table: str, until: float, latencies: list[float]) -> None:
    """Append to one table without pause, and store the latencies."""
    sequence = 1
    await store.create(table, StoredEntry(sequence, 0, DATA), SUMMARY)
    while (start := time.perf_counter()) < until:
        sequence += 1
        assert await store.append(table, [StoredEntry(sequence, sequence, DATA)], SUMMARY)
        latencies.append(time.perf_counter() - start)


async def measure(address: str, tables: int, seconds: float) -> tuple[float, float, float, float]:
    """Return appends per second, median and 99th percentile of the latency in ms, and processor time per append in µs."""
    store = await open_store(address)
    latencies: list[float] = []
    run = f"{time.time_ns():x}"
    start, own = time.perf_counter(), time.process_time()
    await asyncio.gather(*(appending(store, f"{run}-{n}", start + seconds, latencies) for n in range(tables)))
    took, own = time.perf_counter() - start, time.process_time() - own
    await store.close()
    hundredths = quantiles(latencies, n=100)
    return len(latencies) / took, 1000 * hundredths[49], 1000 * hundredths[98], 1e6 * own / len(latencies)


@contextmanager
def databases(asked: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """Yield the addresses to measure."""
    addresses = asked.addresses or [f"sqlite:///{folder}/tables.sqlite3"]
    if not asked.postgresql:
        yield addresses
        return
    from tests.live.postgres import Postgres

    server = Postgres(fsync=True)
    try:
        yield [*addresses, server.empty_database()]
    finally:
        server.remove()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("addresses", nargs="*", metavar="ADDRESS")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL and measure it too")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 10, 100, 1000], metavar="N")
    asked = parser.parse_args(arguments)
    shown = Table("database", "tables", "appends/s", "median ms", "p99 ms", "own µs/append")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, databases(asked, Path(folder)) as addresses:
        for address in addresses:
            for tables in asked.tables:
                figures = asyncio.run(measure(address, tables, asked.seconds))
                shown.add_row(
                    make_url(address).get_backend_name(), f"{tables}", *(f"{figure:,.1f}" for figure in figures)
                )
        rate = fsyncs(Path(folder), asked.seconds / 5)
    console = Console()
    console.print(shown)
    console.print(f"the disk: {rate:,.0f} fsyncs/s; load of the machine: {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
