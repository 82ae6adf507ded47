"""A chart: an SVG, its caption and the figures behind it."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, PercentFormatter

from covergames.lab.interval import Share
from covergames.text import Say, formatted

COLOURS: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
"""The colours of Okabe and Ito, which people with any kind of colour vision can distinguish."""
HATCHES: Final = ("", "///", "xx", "\\\\\\", "++", "||", "--", "//")
"""Without dotted hatches: an SVG would contain every single dot."""
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES: Final = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)), (0, (8, 3)))
"""Kinds of lines. Nothing is marked by colour alone: it also has a hatch, or a marker and a kind of line."""

LABEL: Final = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
"""The background of a number within a bar, or on a line."""

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


_FINER_THAN_VISIBLE: Final = re.compile(rb"\b([1-9]\d*\.\d\d)\d+")
"""The third and later decimals of numbers from 1 on, which take a third of a file. Smaller numbers are scales and stay."""


@dataclass(frozen=True, slots=True)
class Table:
    """The figures behind a picture."""

    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart of a page; the same figures and sentences give the same bytes."""

    name: str
    title: str
    caption: str
    svg: bytes
    table: Table

    @property
    def source(self) -> str:
        """The picture as a data URL."""
        return f"data:image/svg+xml;base64,{b64encode(self.svg).decode()}"


def axes(panels: int = 1, *, width: float = 9.6, height: float = 3.8) -> tuple[Figure, list[Axes]]:
    """Create a figure with panels side by side; call it within `STYLE`."""
    figure = Figure(figsize=(width, height))
    return figure, [figure.add_subplot(1, panels, number + 1) for number in range(panels)]


def drawn(figure: Figure) -> bytes:
    """Return the figure as SVG."""
    figure.draw_without_rendering()  # The layout makes room for labels as they were drawn last.
    file = io.BytesIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return _FINER_THAN_VISIBLE.sub(rb"\1", file.getvalue())


def name_axes(panel: Axes, across: str, up: str) -> None:
    """Label the two axes."""
    panel.set_xlabel(across)
    panel.set_ylabel(up)


def count_in_percent(panel: Axes) -> None:
    """Show shares on the vertical axis, with as many decimals as they need."""
    panel.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{round(100 * share, 6):g}%"))


def show_shares(
    panel: Axes, names: Sequence[str], shares: Sequence[Share], *, fair: float | None = None, label: str = ""
) -> None:
    """Draw a dot with interval and figure for each share, from left to right; the fair share is dashed."""
    places = range(len(shares))
    middle = [share.share for share in shares]
    panel.errorbar(
        places, middle, yerr=errors(shares), fmt="o", color=COLOURS[0], capsize=6, markersize=8, lw=2, zorder=3
    )
    for place, share in enumerate(shares):
        decimals = 2 if share.high - share.low < 0.01 else 1
        panel.annotate(
            f"{share.share:.{decimals}%}",
            (place, share.share),
            xytext=(11, 0),
            textcoords="offset points",
            va="center",
            bbox=LABEL,
            zorder=4,
        )
    low, high = min(share.low for share in shares), max(share.high for share in shares)
    if fair is not None:
        panel.axhline(fair, color="#333333", ls="--", lw=1.2, label=label)
        low, high = min(low, fair), max(high, fair)
    padding = 0.25 * (high - low)
    panel.set_ylim(max(0.0, low - padding), min(1.04, high + padding))
    panel.set_xlim(-0.5, len(shares) - 0.3)
    panel.set_xticks(places, names)
    count_in_percent(panel)


def show_parts(
    panel: Axes,
    names: Sequence[str],
    parts: Sequence[Sequence[float]],
    *,
    labels: Sequence[str],
    colours: Sequence[str],
    hatches: Sequence[str],
    least: float = 0.035,
) -> None:
    """Draw a bar of parts for each name, from top to bottom; small parts have no figure."""
    left = [0.0] * len(names)
    for index, shares in enumerate(parts):
        bars = panel.barh(
            names,
            shares,
            0.65,
            left,
            color=colours[index],
            hatch=hatches[index],
            edgecolor="white",
            label=labels[index],
        )
        figures = [f"{share:.0%}" if share >= least else "" for share in shares]
        panel.bar_label(bars, figures, label_type="center", bbox=LABEL)
        left = [low + share for low, share in zip(left, shares, strict=True)]
    panel.invert_yaxis()
    panel.set_xlim(0, 1)
    panel.grid(visible=False, axis="y")
    panel.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def show_grid(panel: Axes, grid: Sequence[Sequence[float]], shown: Callable[[float], str]) -> None:
    """Draw a table of figures; higher is darker."""
    highest = max((value for line in grid for value in line), default=0.0) or 1.0
    panel.imshow(grid, cmap="Blues", vmin=0, vmax=highest, aspect="auto")
    panel.grid(visible=False)
    for row, line in enumerate(grid):
        for column, value in enumerate(line):
            ink = "white" if value > 0.6 * highest else "#222222"
            panel.text(column, row, shown(value) if value else "-", ha="center", va="center", color=ink, size=9)
    for spine in panel.spines.values():
        spine.set_visible(False)
    panel.tick_params(length=0)


def part(count: float, of: float) -> float:
    """Return the share; 0 if there is nothing to share."""
    return count / of if of else 0.0


def errors(shares: Sequence[Share]) -> list[list[float]]:
    """Return how far the intervals reach below and above."""
    return [[share.share - share.low for share in shares], [share.high - share.share for share in shares]]


def interval(share: Share, say: Say) -> str:
    """Return the interval in words."""
    return f"{formatted(share.low, '.2%', say)} - {formatted(share.high, '.2%', say)}"
