"""The charts of one run of Cover Up: points of hands, and the worth of the hourglass."""

from __future__ import annotations

from typing import Final

from matplotlib.ticker import MaxNLocator

from covergames.lab.figure import (
    COLOURS,
    LINES,
    MARKERS,
    Picture,
    Table,
    axes,
    count_in_percent,
    drawn,
    interval,
    name_axes,
    show_shares,
)
from covergames.lab.interval import margin, wilson
from covergames.lab.run import Run
from covergames.text import Say, formatted

ROUNDS: Final = range(1, 6)


def charts(run: Run, say: Say) -> list[Picture]:
    """Draw what the tallies of Cover Up say; an empty list if there are none."""
    if not run.numbered("pile.1."):
        return []
    has_flips = any(name.startswith("flip.") for name in run.tallies)
    return [rounds(run, say), *([hourglass(run, say)] if has_flips else [])]


def rounds(run: Run, say: Say) -> Picture:
    """Draw how many points hands have, round by round."""
    figure, (panel,) = axes()
    lines = []
    for index, number in enumerate(ROUNDS):
        hands = run.numbered(f"pile.{number}.")
        total = hands.total()
        reached = range(min(hands), max(hands) + 1)
        name = f"{say('round')} {number}"
        shares = [hands[points] / total for points in reached]
        panel.plot(reached, shares, color=COLOURS[index], ls=LINES[index], marker=MARKERS[index], ms=5, label=name)
        mean = sum(points * count for points, count in hands.items()) / total
        ordered = sorted(hands.elements())
        cuts = [ordered[min(total - 1, int(total * share))] for share in (0.1, 0.5, 0.9)]
        complete = wilson(run.tallies[f"aside.{number}.0"], total)
        figures = (
            str(total),
            f"{formatted(mean, '.2f', say)} ± {formatted(margin(hands), '.2f', say)}",
            *map(str, (min(hands), *cuts, max(hands))),
        )
        lines.append((name, *figures, formatted(complete.share, ".2%", say), interval(complete, say)))
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.set_ylim(bottom=0)
    count_in_percent(panel)
    name_axes(panel, say("report.hand-points"), say("report.share-of-hands"))
    figure.legend(loc="outside upper center", ncols=len(ROUNDS))
    headings = ("", say("report.hands"), say("simulate.mean"), say("simulate.lowest"), "10%", "50%", "90%")
    table = Table((*headings, say("simulate.highest"), say("simulate.all-five-laid"), "95%"), tuple(lines))
    return Picture("rounds", say("report.rounds.title"), say("report.rounds.caption"), drawn(figure), table)


def hourglass(run: Run, say: Say) -> Picture:
    """Draw who comes first, by number of flips."""
    numbers = [number for number in range(len(ROUNDS) + 1) if run.tallies[f"flips.{number}.seats"]]
    shares = [wilson(run.tallies[f"flips.{number}.first"], run.tallies[f"flips.{number}.seats"]) for number in numbers]
    figure, (panel,) = axes(height=3.2)
    show_shares(panel, [str(number) for number in numbers], shares)
    name_axes(panel, say("report.flips"), say("report.share-first"))
    lines = tuple(
        (str(number), str(share.of), formatted(share.share, ".2%", say), interval(share, say))
        for number, share in zip(numbers, shares, strict=True)
    )
    table = Table((say("report.flips"), say("report.seats"), say("report.share-first"), "95%"), lines)
    return Picture("hourglass", say("report.hourglass.title"), say("report.hourglass.caption"), drawn(figure), table)
