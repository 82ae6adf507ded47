"""Draw how learners of examples/ppo.py became better: docs/pictures/ppo-curves.svg.

python -m benchmarks.curves FOLDER FOLDER ... [--out FILE]

Each folder is one that the example wrote. A panel for each kind of opponents has a line for each folder: the share of the wins among
the games played while learning, over the processor time. The fair share of four players is dashed.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import matplotlib as mpl

from covergames.lab.figure import COLOURS, LINES, MARKERS, STYLE, axes, count_in_percent, drawn, name_axes

PICTURE: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "ppo-curves.svg"
FAIR: Final = 1 / 4


def read(folder: Path) -> dict[str, list[float]]:
    """Return the columns of a curve by name."""
    with (folder / "curve.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    return {name: [float(line[name]) for line in lines] for name in lines[0]}


def picture(curves: Mapping[str, dict[str, list[float]]]) -> bytes:
    """Return the panels as SVG, given the curves by the names of their lines."""
    first = next(iter(curves.values()))
    opponents = [name for name in first if name not in ("minutes", "decisions")]
    with mpl.rc_context(STYLE):
        figure, panels = axes(len(opponents))
        for panel, name in zip(panels, opponents, strict=True):
            for number, (name_of_run, curve) in enumerate(curves.items()):
                panel.plot(
                    curve["minutes"],
                    curve[name],
                    color=COLOURS[number],
                    ls=LINES[number],
                    marker=MARKERS[number],
                    ms=4,
                    label=name_of_run,
                )
            panel.axhline(FAIR, color="#333333", ls="--", lw=1.2, label="fair share")
            panel.set_title(f"against three {name}")
            panel.set_ylim(bottom=0)
            name_axes(panel, "minutes of processor time", "share of wins while learning")
            count_in_percent(panel)
        panels[0].legend()
        return drawn(figure)


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="their names are those of the lines")
    parser.add_argument("--out", type=Path, default=PICTURE)
    given = parser.parse_args(arguments)
    given.out.write_bytes(picture({folder.name: read(folder) for folder in given.folders}))


if __name__ == "__main__":
    main()
