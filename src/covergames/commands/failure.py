"""Errors of commands: one line on standard error, and an exit code."""

from __future__ import annotations

import sys
from typing import Final, NoReturn

import typer

FAILED: Final = 1
"""Exit code of a command that failed."""
MAX_LENGTH: Final = 500
"""Characters of a reason; more of them help nobody."""
USAGE: Final = 2
"""Exit code for a command line that makes no sense."""


def sentence(text: str) -> str:
    """Return the text in one line, without control characters and not too long: it may quote a damaged file."""
    from covergames.text import printable  # slow to import, and only needed when something fails

    line = printable(" ".join(text.split()))
    return line if len(line) <= MAX_LENGTH else f"{line[:MAX_LENGTH]}…"


def fail(reason: str, *, code: int) -> NoReturn:
    """Print the reason in one line, without control characters and not too long, and exit.

    Raises:
        typer.Exit: always.
    """
    print(f"covergames: {sentence(reason)}", file=sys.stderr)
    raise typer.Exit(code) from None
