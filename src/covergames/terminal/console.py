"""The real terminal: writing to it, and asking on it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Callable


def is_live() -> bool:
    """Whether there is somebody to show things to and to ask."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def live_console() -> Console:
    """The terminal that we run in; what it cannot show becomes a question mark, never an error."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)


def ask_on(console: Console) -> Callable[[str], str]:
    """Shows a prompt there and gives the answer."""

    def ask(prompt: str) -> str:
        return console.input(prompt, markup=False)

    return ask
