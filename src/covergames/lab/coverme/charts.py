"""The pictures of one run of Cover Me: how points arise, trend values, triple zeros, trends and colours."""

from __future__ import annotations

from matplotlib.ticker import MaxNLocator

from covergames.coverme import Clothes, Season, Trait
from covergames.lab.coverme.season_watch import WAYS
from covergames.lab.figure import (
    COLOURS,
    HATCHES,
    LABEL,
    LINES,
    MARKERS,
    Picture,
    Table,
    axes,
    count_in_percent,
    drawn,
    interval,
    name_axes,
    part,
    show_grid,
    show_parts,
    show_shares,
)
from covergames.lab.interval import wilson
from covergames.lab.run import Run
from covergames.text import Say, formatted


def charts(run: Run, say: Say) -> list[Picture]:
    """Draw what the tallies of Cover Me say; an empty list if there are none."""
    if not any(name.startswith("special.") for name in run.tallies):
        return []
    return [draw(run, say) for draw in (points, trend_values, zeros, strength, colours)]


def points(run: Run, say: Say) -> Picture:
    """Draw what a player scores in each season, with three trends or with none."""
    seasons = _seasons(run)
    names = [say(f"season.{season}") for season in seasons]
    seats = run.games * run.setup.players
    figure, (panel,) = axes()
    bottom = [0.0] * len(seasons)
    values = {}
    for index, way in enumerate(("three", "zero")):
        values[way] = [run.tallies[f"points.{way}.{season}"] / seats for season in seasons]
        label = say("simulate.three-trends" if way == "three" else "simulate.triple-zero")
        bars = panel.bar(
            names, values[way], 0.6, bottom, color=COLOURS[index], hatch=HATCHES[index], edgecolor="white", label=label
        )
        panel.bar_label(bars, [formatted(value, ".2f", say) for value in values[way]], label_type="center", bbox=LABEL)
        bottom = [low + value for low, value in zip(bottom, values[way], strict=True)]
    for place, total in enumerate(bottom):
        panel.annotate(
            formatted(total, ".2f", say),
            (place, total),
            xytext=(0, 8),
            textcoords="offset points",
            ha="center",
            weight="bold",
        )
    panel.set_ylim(0, 1.15 * max(bottom) or 1)
    panel.grid(visible=False, axis="x")
    name_axes(panel, say("season"), say("report.points"))
    figure.legend(loc="outside upper center", ncols=2)
    lines = tuple(
        (
            name,
            formatted(three, ".3f", say),
            formatted(zero, ".3f", say),
            formatted(part(zero, three + zero), ".1%", say),
        )
        for name, three, zero in zip(names, values["three"], values["zero"], strict=True)
    )
    headings = ("season", "simulate.three-trends", "simulate.triple-zero", "report.zero-share")
    table = Table(tuple(map(say, headings)), lines)
    return Picture("points", say("report.points.title"), say("report.points.caption"), drawn(figure), table)


def trend_values(run: Run, say: Say) -> Picture:
    """Draw how trendy the season specials are."""
    seasons = _seasons(run)
    names = [say(f"season.{season}") for season in seasons]
    figure, (panel,) = axes(height=3.0)
    totals = [sum(run.tallies[f"special.{value}.{season}"] for value in range(4)) for season in seasons]
    shares = [
        [part(run.tallies[f"special.{value}.{season}"], total) for season, total in zip(seasons, totals, strict=True)]
        for value in (3, 2, 1, 0)
    ]
    labels = [say("report.trend-value", value=value) for value in (3, 2, 1, 0)]
    colours_of_values = ("#0072b2", "#56b4e9", "#dddddd", "#e69f00")
    show_parts(panel, names, shares, labels=labels, colours=colours_of_values, hatches=("", "///", "", "xx"))
    name_axes(panel, say("report.share-of-specials"), "")
    figure.legend(loc="outside upper center", ncols=4)
    lines = tuple(
        (name, *(formatted(share[place], ".2%", say) for share in shares), str(totals[place]))
        for place, name in enumerate(names)
    )
    table = Table((say("season"), *labels, say("report.specials")), lines)
    return Picture("specials", say("report.specials.title"), say("report.specials.caption"), drawn(figure), table)


def strength(run: Run, say: Say) -> Picture:
    """Draw how high the count of a trend is, and how often several characteristics share it."""
    figure, (counts, ties) = axes(2, height=4.2)
    lines = []
    names = []
    numbers = [run.numbered(f"trends.{trait.value}.") for trait in Trait]
    for index, trait in enumerate(Trait):
        name = say(f"trait.{trait.value}")
        names.append(name)
        tally = run.numbered(f"strength.{trait.value}.")
        total = tally.total()
        reached = range(min(tally, default=0), max(tally, default=0) + 1)
        heights = [part(tally[count], total) for count in reached]
        counts.plot(reached, heights, color=COLOURS[index], ls=LINES[index], marker=MARKERS[index], ms=5, label=name)
        mean = part(sum(count * seasons for count, seasons in tally.items()), total)
        shared = [part(numbers[index][number], numbers[index].total()) for number in (1, 2)]
        lines.append(
            (name, formatted(mean, ".2f", say), *(formatted(share, ".1%", say) for share in (*shared, 1 - sum(shared))))
        )
    counts.xaxis.set_major_locator(MaxNLocator(integer=True))
    count_in_percent(counts)
    counts.set_ylim(bottom=0)
    counts.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    name_axes(counts, say("report.count-on-track"), say("report.share-of-seasons"))
    labels = [say("report.trends", count=number) for number in (1, 2)] + [say("report.trends.more")]
    shares = [
        [
            part(sum(count for number, count in tally.items() if min(number, 3) == trends), tally.total())
            for tally in numbers
        ]
        for trends in (1, 2, 3)
    ]
    show_parts(
        ties, names, shares, labels=labels, colours=("#56b4e9", "#e69f00", "#cc79a7"), hatches=HATCHES, least=0.06
    )
    ties.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    name_axes(ties, say("report.share-of-seasons"), "")
    table = Table((say("trait"), say("report.mean-count"), *labels), tuple(lines))
    return Picture("strength", say("report.strength"), say("report.strength.caption"), drawn(figure), table)


def colours(run: Run, say: Say) -> Picture:
    """Draw which clothes colours score when."""
    clothes = [colour.value for colour in Clothes]
    scored = [name.split(".") for name in run.tallies if name.startswith("scored.")]
    order = [season.value for season in Season]
    times = sorted({(int(year), order.index(season)) for _, _, year, season in scored})
    grid = [
        [run.tallies[f"scored.{colour}.{year}.{order[season]}"] / run.games for year, season in times]
        for colour in clothes
    ]
    figure, (panel,) = axes(width=max(9.6, 1.2 + 0.7 * len(times)))
    show_grid(panel, grid, lambda value: formatted(value, ".2f", say))
    panel.set_yticks(range(len(clothes)), [say(f"clothes.{colour}") for colour in clothes])
    labels = [f"{say(f'season.{order[season]}')}\n{say('year')} {year}" for year, season in times]
    panel.set_xticks(range(len(times)), labels, size=8)
    lines = [
        (label.replace("\n", ", "), *(formatted(value, ".3f", say) for value in column))
        for label, column in zip(labels, zip(*grid, strict=True), strict=True)
    ]
    lines.append((say("report.total"), *(formatted(sum(line), ".2f", say) for line in grid)))
    table = Table(("", *(say(f"clothes.{colour}") for colour in clothes)), tuple(lines))
    return Picture("colours", say("report.colours"), say("report.colours.caption"), drawn(figure), table)


def zeros(run: Run, say: Say) -> Picture:
    """Draw what avoiding all trends brings, how it comes about, and who wins with it."""
    specials = {value: _total(run, f"special.{value}.") for value in (3, 0)}
    means = [part(_total(run, f"points.{way}."), specials[value]) for value, way in WAYS.items()]
    names = [say("simulate.three-trends"), say("simulate.triple-zero")]
    figure, (each, months, first) = axes(3, width=11)
    bars = each.bar([name.replace(" ", "\n", 1) for name in names], means, 0.6, color=COLOURS[:2], edgecolor="white")
    bars[1].set_hatch(HATCHES[1])
    each.bar_label(bars, [formatted(mean, ".2f", say) for mean in means], padding=3)
    each.set_ylim(0, 1.15 * max(means) or 1)
    each.grid(visible=False, axis="x")
    name_axes(each, "", say("report.points-each"))
    standings = [[run.tallies[f"standing.{standing}.{value}"] for value in range(4)] for standing in range(4)]
    grid = [[part(count, sum(line)) for count in line] for line in standings]
    show_grid(months, grid, lambda share: formatted(share, ".0%", say) if share >= 0.005 else "<1%")
    months.set_xticks(range(4))
    months.set_yticks(range(4))
    name_axes(months, say("report.in-the-end"), say("report.after-two-months"))
    players = {number: run.tallies[f"zeros.{number}.seats"] for number in sorted(_zeros(run))}
    shares = [wilson(run.tallies[f"zeros.{number}.first"], seats) for number, seats in players.items()]
    show_shares(first, [str(number) for number in players], shares)
    name_axes(first, say("report.times-at-zero"), say("report.share-first"))
    lines = [(name, formatted(mean, ".3f", say), "", "") for name, mean in zip(names, means, strict=True)]
    for standing, counts in enumerate(standings):
        for value, count in enumerate(counts):
            share = wilson(count, sum(counts))
            what = f"{say('report.after-two-months')} {standing}, {say('report.in-the-end')} {value}"
            lines.append((what, formatted(share.share, ".2%", say), interval(share, say), str(share.of)))
    for number, share in zip(players, shares, strict=True):
        what = f"{number} {say('report.times-at-zero')}: {say('report.share-first')}"
        lines.append((what, formatted(share.share, ".2%", say), interval(share, say), str(share.of)))
    table = Table(("", say("simulate.mean"), "95%", say("simulate.count")), tuple(lines))
    return Picture("zeros", say("report.zeros.title"), say("report.zeros.caption"), drawn(figure), table)


def zero_share(run: Run) -> float | None:
    """Return the part of all points that comes from magazines without any trend."""
    three, zero = (_total(run, f"points.{way}.") for way in WAYS.values())
    return zero / (three + zero) if three + zero else None


def _zeros(run: Run) -> set[int]:
    """Return how many times players scored with all models at 0 in a game, each number once."""
    names = (name.split(".") for name in run.tallies if name.startswith("zeros."))
    return {int(number) for _, number, of in names if of == "seats"}


def _total(run: Run, prefix: str) -> int:
    return sum(count for name, count in run.tallies.items() if name.startswith(prefix))


def _seasons(run: Run) -> list[str]:
    return [
        season.value for season in Season if any(run.tallies[f"special.{value}.{season.value}"] for value in range(4))
    ]
