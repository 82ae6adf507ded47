"""A picture of figures: an SVG, what it says in words, and the figures themselves."""

from __future__ import annotations

import io
from base64 import b64encode
from dataclasses import dataclass
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

COLOURS: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
"""Okabe and Ito's, which people with any kind of colour vision can tell apart."""
HATCHES: Final = ("", "///", "...", "xx", "\\\\\\", "++", "oo", "--")
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES: Final = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)), (0, (8, 3)))
"""A colour never stands alone: what has one also has a hatch, or a marker and a kind of line."""

STYLE: Final[dict[Any, Any]] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#666666",
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "figure.constrained_layout.use": True,
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "grid.color": "#dddddd",
    "hatch.color": "#333333",
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "covergames",
}


@dataclass(frozen=True, slots=True)
class Table:
    """The figures behind a picture."""

    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What a page shows: the same figures and the same sentences give the same picture, to the byte."""

    name: str
    title: str
    caption: str
    svg: bytes
    table: Table

    @property
    def source(self) -> str:
        """The picture as an address that holds it all."""
        return f"data:image/svg+xml;base64,{b64encode(self.svg).decode()}"


def axes(panels: int = 1, *, width: float = 9.6, height: float = 3.8) -> tuple[Figure, list[Axes]]:
    """A figure with panels side by side; to be asked for within `STYLE`."""
    figure = Figure(figsize=(width, height))
    return figure, [figure.add_subplot(1, panels, number + 1) for number in range(panels)]


def drawn(figure: Figure) -> bytes:
    """The figure as SVG."""
    file = io.BytesIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()
