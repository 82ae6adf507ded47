"""Errors of commands: one line on standard error, and an exit code."""

from __future__ import annotations

import sys
from typing import Final, NoReturn

import typer

FAILED: Final = 1
"""Exit code of a command that failed."""
USAGE: Final = 2
"""Exit code for a command line that makes no sense."""


def fail(reason: str, *, code: int) -> NoReturn:
    """Print the reason in one line and exit.

    Raises:
        typer.Exit: always.
    """
    print(f"covergames: {' '.join(reason.split())}", file=sys.stderr)
    raise typer.Exit(code) from None
