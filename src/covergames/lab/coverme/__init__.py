"""Cover Me in the lab: what its games count, its charts, and its kernel. Charts need matplotlib, and are imported late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covergames import coverme
from covergames.lab.coverme.kernel_games import POLICIES as KERNEL_PLAYERS
from covergames.lab.coverme.kernel_games import play_in_kernel
from covergames.lab.coverme.season_watch import SeasonWatch
from covergames.lab.game_lab import Highlight
from covergames.record import replay

if TYPE_CHECKING:
    from covergames.bots.budget import Budget
    from covergames.coverme import Options
    from covergames.lab.figure import Picture
    from covergames.lab.run import Run
    from covergames.record import Record
    from covergames.text import Say

__all__ = ["KERNEL_PLAYERS", "highlight", "luck_correction", "pictures", "play_in_kernel", "watch"]


def watch(players: int, options: Options) -> SeasonWatch:
    """Return a counter for a game that begins."""
    return SeasonWatch(players, options)


def luck_correction(record: Record, budget: Budget, *, seed: str) -> tuple[float, ...]:
    """Return by seat what the luck correction takes off the share of the victory."""
    from covergames.analysis.coverme.luck import WEIGHT, luck
    from covergames.analysis.coverme.values import Effort

    found = luck(list(replay(record, coverme)), Effort(budget), lambda: None, seed=seed)
    return tuple(WEIGHT * more for more in found)


def pictures(run: Run, say: Say) -> list[Picture]:
    """Draw what the tallies say about seasons, trends and colours."""
    from covergames.lab.coverme.charts import charts

    return charts(run, say)


def highlight(run: Run) -> Highlight | None:
    """Return the part of all points that comes from magazines without any trend."""
    from covergames.lab.coverme.charts import zero_share

    share = zero_share(run)
    return None if share is None else Highlight("report.panel.zeros", "report.zero-share", share)
