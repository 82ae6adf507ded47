"""Measure how long tables take to load, and how much memory, with and without a snapshot.

    python -m benchmarks.loading [--entries N ...]

Each table is a game of Cover Me and a long chat, in a SQLite file in a temporary folder. A new process loads it, so that the memory is
that of the table alone. "Beyond its state" is the peak during loading less what the loaded table keeps.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as Printed

from covergames import coverme
from covergames.game import Seat
from covergames.server.snapshots import code_version, folded, snapshot_of, table_of
from covergames.server.store import StoredEntry, open_store
from covergames.server.summary import summary_of
from covergames.table import (
    Act,
    Actor,
    Command,
    Entry,
    Proposal,
    Ready,
    Say,
    Settings,
    Sit,
    Start,
    Table,
    opening,
    token_hash,
)

NAME = "friday"


def entries_of(count: int) -> list[Entry]:
    """Return the entries of a table with that many: a whole game of three, then chat."""
    first = opening(
        "cover-me",
        players=3,
        options=coverme.Options(start=Seat(0)),
        settings=Settings(),
        title="",
        seed="5e" * 32,
        host_token_hash=None,
        at=0,
    )
    entries, table = [first], Table.fold(NAME, [first])

    def do(command: Command, by: Actor) -> None:
        proposal = table.propose(command, by=by, at=30_000 * len(entries))
        assert isinstance(proposal, Proposal)
        table.accept(proposal)
        entries.append(proposal.entry)

    chance = random.Random(1)
    for seat, name in enumerate(("Ada", "Bo", "Cy")):
        do(Sit(name, token_hash(f"a secret of {name}")), None)
        do(Ready(ready=True), Seat(seat))
    do(Start(), Seat(0))
    while not table.is_over and len(entries) < count:
        seat = table.to_act[0]
        do(Act(chance.choice(table.game.legal(table.state, seat)), table.sequence), seat)
    while len(entries) < count:
        do(Say(f"message {len(entries)}"), Seat(0))
    return entries


async def prepare(address: str, count: int, *, with_snapshot: bool) -> None:
    """Store a table with that many entries."""
    entries = entries_of(count)
    table = Table.fold(NAME, entries)
    stored = [StoredEntry(entry.sequence, entry.at, entry.encode()) for entry in entries]
    store = await open_store(address)
    await store.create(NAME, stored[0], summary_of(table), more=stored[1:])
    if with_snapshot:
        await store.save_snapshot(NAME, snapshot_of(table))
    await store.close()


async def load(address: str) -> dict[str, float]:
    """Load the table twice, and return the entries read, the milliseconds, and the memory beyond its state in MB."""
    store = await open_store(address)
    code_version()

    async def loaded() -> tuple[int, Table]:
        found = await store.load(NAME, version=code_version())
        assert found is not None
        return len(found.entries), table_of(NAME, found) or folded(NAME, found.entries)

    await loaded()
    began = time.perf_counter()
    read, _ = await loaded()
    milliseconds = 1000 * (time.perf_counter() - began)
    tracemalloc.start()
    kept = await loaded()
    current, peak = tracemalloc.get_traced_memory()
    del kept
    await store.close()
    return {"entries read": read, "ms": milliseconds, "MB beyond its state": (peak - current) / 1e6}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.loading", description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, action="append", metavar="N", help="repeat it (1000, 10000, 20000)")
    parser.add_argument("--load", metavar="URL", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.load is not None:
        print(json.dumps(asyncio.run(load(asked.load))))
        return 0
    printed = Printed(box=None)
    for heading in ("entries", "snapshot", "entries read", "ms", "MB beyond its state"):
        printed.add_column(heading, justify="right")
    for count in asked.entries or (1000, 10_000, 20_000):
        for with_snapshot in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                address = f"sqlite:///{Path(folder) / 'tables.sqlite3'}"
                asyncio.run(prepare(address, count, with_snapshot=with_snapshot))
                command = [sys.executable, "-m", "benchmarks.loading", "--load", address]
                found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            figures = (f"{found['ms']:.1f}", f"{found['MB beyond its state']:.2f}")
            printed.add_row(str(count), "yes" if with_snapshot else "no", f"{found['entries read']:.0f}", *figures)
    Console().print(printed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
