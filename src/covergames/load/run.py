"""A whole measurement: a bare echo, then the server with each database, all with the same tables."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvloop
from rich.console import Console
from rich.progress import Progress, TaskID, TextColumn, TimeElapsedColumn

from covergames.load.clean import check_empty, empty
from covergames.load.limits import allow_sockets
from covergames.load.measure import Contestant, Echo, Figures, Load, Tables, measure


def run(databases: Sequence[str], loads: Sequence[Load], folder: Path) -> list[Figures]:
    """Measure all, and show on standard error how far that is.

    Without databases SQLite is measured, with a file in that folder which is removed; so what is measured is its disk.
    """
    allow_sockets(max(load.sockets for load in loads))
    found: list[Figures] = []
    with _progress() as progress, tempfile.TemporaryDirectory(prefix="bench-", dir=folder) as own:
        addresses = databases or [f"sqlite:///{own}/tables.sqlite3"]
        for address in addresses:
            asyncio.run(check_empty(address))
        try:
            for load in loads:
                found += _measured(load, addresses, progress)
        finally:
            for address in addresses:
                asyncio.run(empty(address))
    return found


def _measured(load: Load, addresses: Sequence[str], progress: Progress) -> Iterator[Figures]:
    """The echo and each database with that load; every server begins with nothing."""
    contestants: list[Contestant] = [Echo(), *(Tables(address) for address in addresses)]
    for contestant in contestants:
        task = progress.add_task(f"{contestant.name}, {load.tables} tables", total=1.0, doing="")

        def show(doing: str, done: float, task: TaskID = task) -> None:
            progress.update(task, doing=doing, completed=done)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            yield runner.run(measure(contestant, load, show))
        show("done", 1.0)
    for address in addresses:
        asyncio.run(empty(address))


@contextmanager
def _progress() -> Iterator[Progress]:
    columns = (*Progress.get_default_columns()[:-1], TimeElapsedColumn(), TextColumn("{task.fields[doing]}"))
    with Progress(*columns, console=Console(stderr=True)) as progress:
        yield progress
