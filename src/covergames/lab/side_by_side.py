"""Several runs in one chart: what the variants change."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from covergames.lab.figure import COLOURS, LABEL, MARKERS, Picture, Table, axes, drawn, interval
from covergames.lab.game_lab import lab_of
from covergames.lab.pictures import bot_shares, lead, win_shares
from covergames.lab.run import Run
from covergames.text import Say, formatted


def overviews(runs: Sequence[Run], say: Say) -> list[Picture]:
    """Draw all runs side by side, and those in which different bots met once more."""
    contests = [run for run in runs if len(bot_shares(run)) > 1]
    return [side_by_side(runs, say), *([contest(contests, say)] if contests else [])]


def side_by_side(runs: Sequence[Run], say: Say) -> Picture:
    """Draw a line for every run: scores, who wins in turn order, the game's highlight, winner's lead, length."""
    highlights = [lab_of(run.setup.game).highlight(run) for run in runs]
    shown = list(dict.fromkeys((found.title, found.heading) for found in highlights if found is not None))
    heights = [0.45 + 0.2 * run.setup.players for run in runs]
    panel_titles = [title for title, _ in shown]
    titles = ["report.panel.scores", "report.panel.wins", *panel_titles, "report.panel.lead", "report.decisions"]
    figure, panels = axes(len(titles), width=12, height=1 + sum(heights))
    by_title = dict(zip(titles, panels, strict=True))
    middles = [sum(heights[:place]) + height / 2 for place, height in enumerate(heights)]
    lines = []
    for run, middle, found in zip(runs, middles, highlights, strict=True):
        mean, low, high = _show_scores(by_title["report.panel.scores"], run, middle, say)
        _show_wins(by_title["report.panel.wins"], run, middle)
        if found is not None:
            _show_bar(by_title[found.title], middle, found.share, formatted(found.share, ".0%", say), colour=1)
        ahead = fmean(map(lead, run.outcomes))
        _show_bar(by_title["report.panel.lead"], middle, ahead, formatted(ahead, ".1f", say), colour=2)
        decisions = fmean(outcome.decisions for outcome in run.outcomes)
        _show_bar(by_title["report.decisions"], middle, decisions, formatted(decisions, ".0f", say), colour=4)
        order = ", ".join(
            _unbroken(f"{formatted(share.share, '.1%', say)} ({interval(share, say)})") for share in win_shares(run)
        )
        shares = [
            formatted(found.share, ".1%", say) if found and found.title == title else "-" for title in panel_titles
        ]
        figures = (
            str(run.games),
            formatted(mean, ".2f", say),
            f"{low} - {high}",
            *shares,
            formatted(ahead, ".2f", say),
            formatted(decisions, ".1f", say),
        )
        lines.append((run.name, *figures, order))
    for title, panel in by_title.items():
        panel.set_title(say(title), size=9)
        panel.set_ylim(sum(heights), 0)
        panel.set_yticks(middles, [run.name for run in runs] if panel is panels[0] else [""] * len(runs))
        panel.tick_params(axis="y", length=0)
        panel.grid(visible=False, axis="y")
        panel.xaxis.set_major_locator(MaxNLocator(4))
        if panel.patches:
            panel.set_xlim(0, 1.35 * panel.dataLim.x1 or 1.0)
        for edge in range(1, len(heights)):
            panel.axhline(sum(heights[:edge]), color="#dddddd", lw=0.8)
    _name_wins(by_title["report.panel.wins"])
    for title in panel_titles:
        by_title[title].xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    headings = (
        say("report.run"),
        say("simulate.progress"),
        say("simulate.mean"),
        _unbroken("10% - 90%"),
        *(say(heading) for _, heading in shown),
        say("report.lead.mean"),
        say("report.decisions"),
        say("report.turn-order"),
    )
    table = Table(headings, tuple(lines))
    return Picture("runs", say("report.runs"), say("report.runs.caption"), drawn(figure), table)


def _unbroken(text: str) -> str:
    """Return the text with spaces at which no line ends."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _show_scores(panel: Axes, run: Run, middle: float, say: Say) -> tuple[float, int, int]:
    """Draw and return the mean and the span of the middle 80%."""
    ordered = sorted(score for outcome in run.outcomes for score in outcome.scores)
    mean, low, high = fmean(ordered), *(ordered[int(len(ordered) * share)] for share in (0.1, 0.9))
    panel.plot([low, high], [middle, middle], color=COLOURS[0], lw=3, alpha=0.45, solid_capstyle="butt")
    panel.plot(mean, middle, "o", color=COLOURS[0])
    panel.annotate(
        formatted(mean, ".1f", say), (mean, middle), xytext=(0, 6), textcoords="offset points", ha="center", size=9
    )
    panel.margins(x=0.1)
    return mean, low, high


def _show_wins(panel: Axes, run: Run, middle: float) -> None:
    """Draw the shares relative to a fair share, one under the other in turn order."""
    shares = win_shares(run)
    fair = 1 / len(shares)
    for number, share in enumerate(shares):
        at = middle + 0.2 * (number - (len(shares) - 1) / 2)
        panel.plot([share.low - fair, share.high - fair], [at, at], color="#666666", lw=1)
        panel.plot(share.share - fair, at, "o", color=COLOURS[0], markerfacecolor="white", markersize=8.5, lw=0.8)
        panel.text(share.share - fair, at, str(number + 1), ha="center", va="center_baseline", size=7)


def _name_wins(panel: Axes) -> None:
    """Label the axis with percentage points, equally far below and above a fair share."""
    reach = 1.1 * max(map(abs, panel.dataLim.intervalx)) or 1.0
    panel.set_xlim(-reach, reach)
    panel.axvline(0, color="#333333", ls="--", lw=1, zorder=1)
    decimals = 0 if reach > 0.02 else 1
    panel.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{100 * value:+.{decimals}f}" if abs(value) > 1e-9 else "0")
    )


def _show_bar(panel: Axes, middle: float, value: float, label: str, *, colour: int) -> None:
    panel.barh(middle, value, 0.5, color=COLOURS[colour])
    panel.annotate(label, (value, middle), xytext=(4, 0), textcoords="offset points", va="center", size=9, bbox=LABEL)


def contest(runs: Sequence[Run], say: Say) -> Picture:
    """Draw who wins in runs where different bots met."""
    bots = sorted({bot for run in runs for bot in bot_shares(run)})
    heights = [0.3 + 0.26 * len(bot_shares(run)) for run in runs]
    figure, (panel,) = axes(height=1.2 + sum(heights))
    middles = [sum(heights[:place]) + height / 2 for place, height in enumerate(heights)]
    lines = []
    named: set[str] = set()
    for middle, run in zip(middles, runs, strict=True):
        shares = bot_shares(run)
        for number, (bot, share) in enumerate(shares.items()):
            index = bots.index(bot) % 8
            at = middle + 0.26 * (number - (len(shares) - 1) / 2)
            error = [[share.share - share.low], [share.high - share.share]]
            label = None if bot in named else bot
            named.add(bot)
            panel.errorbar(
                share.share, at, xerr=error, fmt=MARKERS[index], color=COLOURS[index], capsize=4, label=label
            )
            panel.annotate(
                formatted(share.share, ".1%", say),
                (share.high, at),
                xytext=(6, 0),
                textcoords="offset points",
                va="center",
                size=9,
            )
            lines.append((run.name, bot, str(share.of), formatted(share.share, ".2%", say), interval(share, say)))
    panel.set_yticks(middles, [run.name for run in runs])
    panel.set_ylim(sum(heights), 0)
    for edge in range(1, len(heights)):
        panel.axhline(sum(heights[:edge]), color="#dddddd", lw=0.8)
    panel.set_xlim(0, 1.1 * max(share.high for run in runs for share in bot_shares(run).values()))
    panel.grid(visible=False, axis="y")
    panel.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    panel.set_xlabel(say("simulate.win-share"))
    figure.legend(loc="outside upper right", ncols=4)
    headings = say("report.run"), say("tournament.bot"), say("report.seats"), say("simulate.win-share"), "95%"
    caption = say("report.wins.caption")
    return Picture("contests", say("report.bots-runs"), caption, drawn(figure), Table(headings, tuple(lines)))
