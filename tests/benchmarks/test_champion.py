"""The benchmark of the champion, started as in the documentation, with little to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_each_player_has_a_line() -> None:
    """Also at a table on which nobody else has a seat, and with a time for a single player."""
    options = (
        "--players",
        "2",
        "--games",
        "2",
        "--milliseconds",
        "0.01",
        "--option",
        "length=shorter",
        "--processes",
        "1",
    )
    for names, lines in (
        (("champion",), ("champion:0.01ms", "editor:0.01ms")),
        (("champion", "unwishing:0.02"), ("champion:0.01ms", "unwishing:0.02ms")),
    ):
        command = [sys.executable, "-m", "benchmarks.champion", *names, *options]
        shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        assert "2 games of 2, 1 deals" in shown
        assert all(line in shown for line in lines)
