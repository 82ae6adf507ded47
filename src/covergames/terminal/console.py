"""The real terminal: output and prompts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Callable

Ask: TypeAlias = "Callable[[str], str]"
"""Show a prompt and return the answer; `EOFError` and `KeyboardInterrupt` mean that the player leaves."""


def is_live() -> bool:
    """Return whether a person can read the output and answer prompts."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def live_console() -> Console:
    """Return the terminal of this process; a character that it cannot show becomes a question mark."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)


def ask_on(console: Console) -> Ask:
    """Return a function that shows a prompt on the console and returns the answer."""

    def ask(prompt: str) -> str:
        return console.input(prompt, markup=False)

    return ask
