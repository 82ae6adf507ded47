"""What ``backup`` and ``restore`` share: a progress bar, one line for each error, and sizes for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import typer

from covergames.commands.failure import FAILED, USAGE, fail

if TYPE_CHECKING:
    from pathlib import Path

    from covergames.server.store.backup import Counts

INTERRUPTED: Final = 130
"""The exit code of a command that was stopped by Ctrl-C."""


@contextmanager
def copying(description: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal; yield the function that is called with what is done and with all there is.

    Raises:
        typer.Exit: the database or the file cannot be used, or Ctrl-C was pressed.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from covergames.server.store import BadAddress, StoreError

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    is_interrupted = False
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task(description, total=None)

            def on_progress(done: int, total: int) -> None:
                if is_interrupted:  # the copying thread is asked to stop
                    raise InterruptedError
                bar.update(task, completed=done, total=total)

            try:
                yield on_progress
            except BaseException:
                is_interrupted = True
                raise
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BadAddress as error:
        fail(str(error), code=USAGE)
    except StoreError as error:
        fail(str(error), code=FAILED)


def print_counts(key: str, file: Path, counts: Counts, language: str) -> None:
    """Print what a backup contains; the key is that of the message."""
    from covergames.text import text

    size = size_text(counts.bytes)
    print(text(key, language, file=str(file), tables=counts.tables, entries=counts.entries, size=size))


def size_text(count: int) -> str:
    """Return a number of bytes as people write it.

    >>> size_text(1_500_000), size_text(999)
    ('1.5 MB', '999 B')
    """
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.1f} {unit}" if unit != "B" else f"{count} B"
        size /= 1000
    return f"{size:.1f} TB"
