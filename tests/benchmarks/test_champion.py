"""The benchmark of the champion, started as in the documentation, with little to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
NETWORKS = "src/covergames/kernel/networks.json"


def test_each_player_has_a_line() -> None:
    """Also at a table on which nobody else has a seat, with a time for a single player, and with the networks of a file."""
    options = (
        "--players",
        "2",
        "--games",
        "2",
        "--budget",
        "1p",
        "--option",
        "length=shorter",
        "--processes",
        "1",
    )
    for names, lines in (
        (("champion",), ("champion:1p", "editor:1p")),
        (("champion", "unwishing:0.02ms"), ("champion:1p", "unwishing:0.02ms")),
        ((NETWORKS, "champion"), (f"{NETWORKS}:1p", "champion:1p")),
    ):
        command = [sys.executable, "-m", "benchmarks.champion", *names, *options]
        shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        assert "2 games of 2, 1 deals" in shown
        assert all(line in shown for line in lines)


def test_what_is_no_player_and_no_budget_is_named() -> None:
    """Also a file that is not there."""
    for name, words in (("nobody.json", "'nobody.json' is none of champion,"), ("champion:9x", "'9x' is not a budget")):
        command = [sys.executable, "-m", "benchmarks.champion", name]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert told.returncode == 1
        assert words in told.stderr
