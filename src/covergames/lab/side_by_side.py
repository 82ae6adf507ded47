"""Several runs in one picture: what the variants change."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from covergames.lab.figure import COLOURS, Picture, Table, axes, drawn
from covergames.lab.pictures import Say, win_shares, zero_share
from covergames.lab.run import Run


def side_by_side(runs: Sequence[Run], say: Say) -> Picture:
    """A line for every run: scores, who wins in turn order, points without a trend, length."""
    figure, (scores, wins, zeros, lengths) = axes(4, width=11, height=1.2 + 0.6 * len(runs))
    lines = []
    for place, run in enumerate(runs):
        ordered = sorted(score for outcome in run.outcomes for score in outcome.scores)
        mean, low, high = fmean(ordered), *(ordered[int(len(ordered) * part)] for part in (0.1, 0.9))
        scores.plot([low, high], [place, place], color=COLOURS[0], lw=3, alpha=0.45, solid_capstyle="butt")
        scores.plot(mean, place, "o", color=COLOURS[0])
        scores.annotate(f"{mean:.1f}", (mean, place), xytext=(0, 6), textcoords="offset points", ha="center", size=9)
        shares = win_shares(run)
        fair = 1 / len(shares)
        for number, share in enumerate(shares):
            at = place + 0.6 * ((number + 0.5) / len(shares) - 0.5)
            wins.plot([share.low - fair, share.high - fair], [at, at], color="#666666", lw=1)
            wins.text(
                share.share - fair,
                at,
                str(number + 1),
                ha="center",
                va="center",
                size=8,
                bbox={"boxstyle": "circle,pad=0.15", "facecolor": "white", "edgecolor": COLOURS[0]},
            )
        zero = zero_share(run)
        if zero is not None:
            zeros.barh(place, zero, 0.5, color=COLOURS[1], hatch="///", edgecolor="white")
            zeros.annotate(f"{zero:.0%}", (zero, place), xytext=(4, 0), textcoords="offset points", va="center", size=9)
        decisions = fmean(outcome.decisions for outcome in run.outcomes)
        lengths.barh(place, decisions, 0.5, color=COLOURS[4], edgecolor="white")
        lengths.annotate(
            f"{decisions:.0f}", (decisions, place), xytext=(4, 0), textcoords="offset points", va="center", size=9
        )
        order = ", ".join(f"{share.share:.1%} ({share.low:.1%} - {share.high:.1%})" for share in shares)
        shown = "-" if zero is None else f"{zero:.1%}"
        lines.append((run.name, str(run.games), f"{mean:.2f}", f"{low} - {high}", order, shown, f"{decisions:.1f}"))
    titles = ("report.panel.scores", "report.panel.wins", "report.panel.zeros", "report.decisions")
    for panel, title in zip((scores, wins, zeros, lengths), titles, strict=True):
        panel.set_title(say(title), size=9)
        panel.set_ylim(len(runs) - 0.4, -0.6)
        panel.set_yticks(range(len(runs)), [run.name for run in runs] if panel is scores else [""] * len(runs))
        panel.grid(visible=False, axis="y")
        panel.margins(x=0.2)
        panel.xaxis.set_major_locator(MaxNLocator(4))
    wins.axvline(0, color="#333333", ls="--", lw=1)
    wins.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:+.0f}" if round(100 * value) else "0"))
    zeros.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    zeros.set_xlim(left=0)
    lengths.set_xlim(left=0)
    headings = (
        say("report.run"),
        say("simulate.progress"),
        say("simulate.mean"),
        "10% - 90%",
        say("report.turn-order"),
        say("report.zero-share"),
        say("report.decisions"),
    )
    table = Table(headings, tuple(lines))
    return Picture("runs", say("report.runs"), say("report.runs.caption"), drawn(figure), table)
