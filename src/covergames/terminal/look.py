"""Styles and signs that all screens share. A colour only repeats what letters and signs say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich import box

if TYPE_CHECKING:
    from rich.console import Console

HIGHLIGHT: Final = "bold #ff8fc7"
FAINT: Final = "dim"
TITLE: Final = "bold"


@dataclass(frozen=True, slots=True)
class Signs:
    """Characters for drawing, as far as the terminal can show them."""

    trend: str
    start: str
    waiting: str
    bar: str
    parts: tuple[str, ...]
    """A part of a bar's cell, from zero to seven eighths."""
    separator: str
    bullet: str
    times: str
    line: str
    box: box.Box


UNICODE: Final = Signs(
    "▲", "●", "…", "█", ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉"), " · ", "•", "\N{MULTIPLICATION SIGN}", "─", box.ROUNDED
)
ASCII: Final = Signs("^", "*", "...", "#", ("", *4 * ("",), *3 * ("#",)), " - ", "*", "x", "-", box.ASCII)


def signs_for(console: Console) -> Signs:
    """Return the signs that the terminal can show."""
    return ASCII if console.options.ascii_only else UNICODE
