"""Cover Up in the lab: what its games count, and its charts, which need matplotlib and are imported late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covergames.lab.any_game import KERNEL_PLAYERS, highlight, luck_correction, play_in_kernel
from covergames.lab.coverup.round_watch import RoundWatch

if TYPE_CHECKING:
    from covergames.coverup import Options
    from covergames.lab.figure import Picture
    from covergames.lab.run import Run
    from covergames.text import Say

__all__ = ["KERNEL_PLAYERS", "highlight", "luck_correction", "pictures", "play_in_kernel", "watch"]


def watch(players: int, options: Options) -> RoundWatch:
    """Return a counter for a game that begins."""
    return RoundWatch(players, options)


def pictures(run: Run, say: Say) -> list[Picture]:
    """Draw what the tallies say about hands and the hourglass."""
    from covergames.lab.coverup.charts import charts

    return charts(run, say)
