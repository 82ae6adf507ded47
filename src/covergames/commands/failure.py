"""How a command says that it cannot do what it was asked: one line on standard error."""

from __future__ import annotations

import sys
from typing import Final, NoReturn

import typer

FAILED: Final = 1
USAGE: Final = 2


def fail(reason: str, *, code: int) -> NoReturn:
    """Say why, in one line, and leave with that exit code."""
    print(f"covergames: {' '.join(reason.split())}", file=sys.stderr)
    raise typer.Exit(code) from None
