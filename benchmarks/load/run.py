"""A whole measurement: an echo server, other servers, then our server with each database, all with the same loads."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvloop
from rich.console import Console
from rich.progress import Progress, TaskID, TextColumn, TimeElapsedColumn

from benchmarks.load.clean import check_empty, empty
from benchmarks.load.limits import allow_sockets
from benchmarks.load.measure import Contestant, CoverMeServer, Echo, Figures, Load, measure


def run(
    addresses: Sequence[str], loads: Sequence[Load], *, workers: int = 1, peers: Sequence[Contestant] = ()
) -> list[Figures]:
    """Measure the peers and the server with each database under each load, and show the progress on standard error.

    Raises:
        NotEmpty: a database contains tables; nothing was changed.
    """
    allow_sockets(max(load.sockets for load in loads))
    found: list[Figures] = []
    for address in addresses:
        asyncio.run(check_empty(address))
    contestants = [Echo(), *peers, *(CoverMeServer(address, workers) for address in addresses)]
    with _progress() as progress:
        for load in loads:
            try:
                found += _measured(load, contestants, progress)
            finally:
                for address in addresses:
                    asyncio.run(empty(address))
    return found


def _measured(load: Load, contestants: Sequence[Contestant], progress: Progress) -> Iterator[Figures]:
    """Yield the figures of each contestant."""
    for contestant in contestants:
        task = progress.add_task(f"{contestant.name}, {load.tables} tables", total=1.0, doing="")

        def show(doing: str, done: float, task: TaskID = task) -> None:
            progress.update(task, doing=doing, completed=done)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            yield runner.run(measure(contestant, load, show))
        show("done", 1.0)


@contextmanager
def _progress() -> Iterator[Progress]:
    columns = (*Progress.get_default_columns()[:-1], TimeElapsedColumn(), TextColumn("{task.fields[doing]}"))
    with Progress(*columns, console=Console(stderr=True)) as progress:
        yield progress
