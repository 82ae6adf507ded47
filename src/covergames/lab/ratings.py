"""The chart of a tournament: the ratings of its bots."""

from __future__ import annotations

from collections.abc import Sequence

from covergames.lab.figure import COLOURS, Picture, Table, axes, drawn, name_axes
from covergames.lab.run import Run
from covergames.lab.simulate import bot_name
from covergames.lab.tournament import standings
from covergames.text import Say, formatted


def is_tournament(runs: Sequence[Run]) -> bool:
    """Return whether these are the line-ups of one tournament: the same game, options and deals, from every seat."""
    first = runs[0].setup
    same = (first.game, first.players, first.options, first.seed)
    return all(
        run.setup.duplicate
        and (run.setup.game, run.setup.players, run.setup.options, run.setup.seed) == same
        and len(set(run.setup.bots)) > 1
        for run in runs
    )


def ratings(runs: Sequence[Run], say: Say) -> list[Picture]:
    """Draw the ratings of a tournament's bots, best first; nothing while no deal has been played by all from every seat."""
    try:
        table = standings(runs)
    except ValueError:
        return []
    bots = [bot_name(standing.bot) for standing in table.standings]
    figure, (panel,) = axes(height=1.1 + 0.45 * len(bots))
    places = range(len(bots))
    mus, sigmas = [each.mu for each in table.standings], [each.sigma for each in table.standings]
    panel.errorbar(mus, places, xerr=sigmas, fmt="o", color=COLOURS[0], capsize=6, markersize=8, lw=2)
    for place, standing in enumerate(table.standings):
        panel.annotate(
            formatted(standing.mu, ".1f", say),
            (standing.mu, place),
            xytext=(0, 8),
            textcoords="offset points",
            ha="center",
            size=9,
        )
    panel.set_yticks(places, bots)
    panel.set_ylim(len(bots) - 0.5, -0.8)
    panel.grid(visible=False, axis="y")
    name_axes(panel, say("tournament.rating"), "")
    lines = tuple(
        (
            bot,
            f"{formatted(each.mu, '.2f', say)} ± {formatted(each.sigma, '.2f', say)}",
            formatted(each.wins.mean, ".1%", say),
            each.wins.interval(lambda share: formatted(share, ".1%", say)),
            formatted(each.score.mean, ".2f", say),
            each.score.interval(lambda score: formatted(score, ".2f", say)),
        )
        for bot, each in zip(bots, table.standings, strict=True)
    )
    headings = (say("tournament.bot"), say("tournament.rating"), say("simulate.win-share"), "95%", say("score"), "95%")
    caption = say("tournament.caption", line_ups=table.line_ups, deals=table.deals)
    return [Picture("ratings", say("report.ratings"), caption, drawn(figure), Table(headings, lines))]
