"""Play the games of a run with a progress bar, on this machine or a cluster; Ctrl-C stops it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, NoReturn, TypeAlias

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from covergames.commands.failure import FAILED, USAGE, fail
from covergames.lab import BotFault, Engine, MissingExtra, Run, RunError, UnplayableSetup, local, portions
from covergames.lab.cluster import NoCluster, cluster
from covergames.lab.results import UnknownFormat
from covergames.lab.run import save_records
from covergames.text import Say, formatted

INTERRUPTED: Final = 130
"""The exit code of a command that was stopped by Ctrl-C."""

REFUSALS: Final = (MissingExtra, NoCluster, RunError, UnknownFormat, UnplayableSetup, BotFault, BrokenExecutor)
"""Errors of the lab, each with a message of one line."""

Processes: TypeAlias = Annotated[
    int | None,
    typer.Option(min=1, help="How many processes play; one for each core by default. The games are the same."),
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the Dask scheduler at this address, such as tcp://host:8786."),
]
WithTraceback: TypeAlias = Annotated[
    bool, typer.Option("--traceback", help="If a bot fails, print where, as Python does.")
]
Out: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Store the games in this folder; the same command continues an interrupted run."),
]


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How long the games took, and whether all were played."""

    seconds: float
    is_complete: bool


def engine_for(processes: int | None, address: str | None, games: int) -> AbstractContextManager[Engine]:
    """Return the engine for that many games: a cluster, or processes of this machine."""
    return cluster(address) if address is not None else local(processes or min(_cores(), games))


def run_with_progress(
    engine: AbstractContextManager[Engine],
    runs: Sequence[Run],
    games: int,
    *,
    records: Path | None,
    say: Say,
) -> BatchProgress:
    """Play the missing games of each run and show the progress; Ctrl-C stops, and finished games are kept."""
    wanted = [(run.setup, run.missing(games)) for run in runs]
    done = sum(games - len(numbers) for _, numbers in wanted)
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(say),
        TimeRemainingColumn(),
    )
    is_complete = True
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("simulate.progress"), total=games * len(runs), completed=done)
        try:
            if any(numbers for _, numbers in wanted):
                with engine as playing:
                    for index, portion in portions(playing, wanted, with_records=records is not None):
                        if records is not None:
                            save_records(portion, records)
                        runs[index].add(portion)
                        progress.advance(task, len(portion.outcomes))
        except KeyboardInterrupt:
            is_complete = False
        seconds = progress.tasks[0].elapsed or 0.0
    return BatchProgress(seconds, is_complete)


def refuse(error: Exception, *, with_traceback: bool) -> NoReturn:
    """Print the error and exit: a wrong command line, or a failure while playing.

    Raises:
        typer.Exit: always.
    """
    if isinstance(error, BotFault) and error.traceback:
        if with_traceback:
            print(error.traceback, file=sys.stderr)
        else:
            fail(f"{error}; --traceback shows more", code=FAILED)
    fail(str(error), code=FAILED if isinstance(error, BotFault | BrokenExecutor) else USAGE)


def print_stopped(runs: Sequence[Run], games: int, *, out: Path | None, say: Say) -> None:
    """Print how many games were played before Ctrl-C, and how to continue."""
    done = sum(run.games for run in runs)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print(say("lab.stopped", done=done, games=games * len(runs)))
    if out is not None:
        console.print(say("lab.goes-on", folder=str(out)))


class _Rate(ProgressColumn):
    """A column with the games per second."""

    def __init__(self, say: Say) -> None:
        super().__init__()
        self._say = say

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(self._say("lab.rate", rate="-" if speed is None else formatted(speed, ".1f", self._say)))


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
