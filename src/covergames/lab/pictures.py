"""The pictures of one run: scores, turn order, and length; of Cover Me also how points arise, trends and colours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from covergames.coverme import Clothes, Season, Trait
from covergames.lab.figure import COLOURS, HATCHES, LINES, MARKERS, Picture, Table, axes, drawn
from covergames.lab.interval import Share, wilson
from covergames.lab.run import Run

Say: TypeAlias = Callable[..., str]

LABEL: Final = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
"""The ground on which a number stands within a bar."""


def pictures(run: Run, say: Say) -> list[Picture]:
    """All pictures that the run has figures for."""
    drawings = [scores(run, say), turn_order(run, say)]
    if any(name.startswith("special.") for name in run.tallies):
        drawings += [points(run, say), trend_values(run, say), strength(run, say), colours(run, say)]
    return [*drawings, length(run, say)]


def bot_name(bot: str) -> str:
    """A bot as a picture names it: without the folders of its file."""
    return bot.replace("\\", "/").rsplit("/", 1)[-1]


# --- Any game


def scores(run: Run, say: Say) -> Picture:
    """How often each score is reached, by bot."""
    by_bot: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for outcome in run.outcomes:
        for bot, score in zip(outcome.bots, outcome.scores, strict=True):
            by_bot[bot][score] += 1
    figure, (panel,) = axes()
    lines = []
    for index, (bot, counts) in enumerate(sorted(by_bot.items())):
        seats = counts.total()
        reached = range(min(counts), max(counts) + 1)
        shares = [counts[score] / seats for score in reached]
        mean = sum(score * count for score, count in counts.items()) / seats
        colour, name = COLOURS[index % 8], bot_name(bot)
        label = f"{name}: {say('simulate.mean')} {mean:.1f}"
        if len(by_bot) == 1:
            panel.bar(reached, shares, width=0.9, color=colour, label=label)
        else:
            every = max(1, len(reached) // 12)
            panel.plot(
                reached,
                shares,
                color=colour,
                ls=LINES[index % 8],
                marker=MARKERS[index % 8],
                markevery=every,
                label=label,
            )
        panel.axvline(mean, color=colour if len(by_bot) > 1 else "#111111", ls=LINES[index % 8], lw=1.6)
        ordered = sorted(counts.elements())
        cuts = [ordered[min(seats - 1, int(seats * part))] for part in (0.1, 0.5, 0.9)]
        lines.append((name, str(seats), f"{mean:.2f}", *map(str, (min(counts), *cuts, max(counts)))))
    _say_axes(panel, say("score"), say("report.share-of-seats"))
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    panel.set_ylim(bottom=0)
    panel.legend()
    headings = ("tournament.bot", "report.seats", "simulate.mean", "simulate.lowest")
    table = Table(
        (*(say(key) for key in headings), "10%", "50%", "90%", say("simulate.highest")),
        tuple(lines),
    )
    return Picture("scores", say("report.scores"), say("report.scores.caption"), drawn(figure), table)


def win_shares(run: Run) -> list[Share]:
    """How often the first, the second... in turn order wins; by seat, where nobody starts."""
    players = run.setup.players
    wins = [0.0] * players
    for outcome in run.outcomes:
        for seat, win in enumerate(outcome.wins()):
            wins[(seat - (outcome.start or 0)) % players] += win
    return [wilson(min(won, run.games), run.games) for won in wins]


def turn_order(run: Run, say: Say) -> Picture:
    """Who wins, by distance from the starting player."""
    shares = win_shares(run)
    fair = 1 / run.setup.players
    figure, (panel,) = axes()
    places = range(1, len(shares) + 1)
    middle = [share.share for share in shares]
    panel.errorbar(
        places, middle, yerr=_errors(shares), fmt="o", color=COLOURS[0], capsize=6, markersize=8, lw=2, zorder=3
    )
    for place, share in zip(places, shares, strict=True):
        panel.annotate(
            f"{share.share:.1%}", (place, share.share), xytext=(10, 0), textcoords="offset points", va="center"
        )
    panel.axhline(fair, color="#333333", ls="--", lw=1.2, label=say("report.fair-share", share=f"{fair:.1%}"))
    spread = max(max(abs(share.low - fair), abs(share.high - fair)) for share in shares)
    panel.set_ylim(max(0.0, fair - 1.4 * spread), min(1.0, fair + 1.6 * spread))
    panel.set_xlim(0.5, len(shares) + 0.7)
    panel.set_xticks(list(places))
    _say_axes(panel, say("report.turn-order"), say("simulate.win-share"))
    panel.yaxis.set_major_formatter(PercentFormatter(1, decimals=1))
    panel.legend(loc="upper right")
    lines = tuple(
        (str(place), f"{share.share:.2%}", f"{share.low:.2%} - {share.high:.2%}")
        for place, share in zip(places, shares, strict=True)
    )
    table = Table((say("report.turn-order"), say("simulate.win-share"), "95%"), lines)
    caption = say("report.seats.caption", count=run.games)
    return Picture("seats", say("report.seats.title"), caption, drawn(figure), table)


def length(run: Run, say: Say) -> Picture:
    """How many decisions a game takes."""
    counts = Counter(outcome.decisions for outcome in run.outcomes)
    figure, (panel,) = axes(height=2.8)
    low, high = min(counts), max(counts)
    width = max(1, (high - low) // 40)
    edges = list(range(low, high + width + 1, width))
    heights = [sum(counts[value] for value in range(edge, edge + width)) / run.games for edge in edges[:-1]]
    mean = sum(value * count for value, count in counts.items()) / run.games
    panel.bar(edges[:-1], heights, width=0.92 * width, align="edge" if width > 1 else "center", color=COLOURS[0])
    panel.axvline(mean, color="#333333", ls="--", lw=1.2, label=f"{say('simulate.mean')} {mean:.1f}")
    _say_axes(panel, say("report.decisions"), say("report.share-of-games"))
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    panel.legend()
    table = Table(
        tuple(say(f"simulate.{name}") for name in ("mean", "lowest", "highest")),
        ((f"{mean:.2f}", str(low), str(high)),),
    )
    return Picture("length", say("report.length"), say("report.length.caption"), drawn(figure), table)


# --- Cover Me


def points(run: Run, say: Say) -> Picture:
    """What a player scores in each season, with three trends or with none at all."""
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
        panel.bar_label(bars, [f"{value:.2f}" for value in values[way]], label_type="center", bbox=LABEL)
        bottom = [low + value for low, value in zip(bottom, values[way], strict=True)]
    for place, total in enumerate(bottom):
        panel.annotate(
            f"{total:.2f}", (place, total), xytext=(0, 8), textcoords="offset points", ha="center", weight="bold"
        )
    panel.set_ylim(0, 1.3 * max(bottom) or 1)
    panel.grid(visible=False, axis="x")
    _say_axes(panel, say("season"), say("report.points"))
    panel.legend(ncols=2, loc="upper center")
    lines = tuple(
        (name, f"{three:.3f}", f"{zero:.3f}", f"{_part(zero, three + zero):.1%}")
        for name, three, zero in zip(names, values["three"], values["zero"], strict=True)
    )
    headings = ("season", "simulate.three-trends", "simulate.triple-zero", "report.zero-share")
    table = Table(tuple(map(say, headings)), lines)
    return Picture("points", say("report.points.title"), say("report.points.caption"), drawn(figure), table)


def trend_values(run: Run, say: Say) -> Picture:
    """How trendy the season specials are."""
    seasons = _seasons(run)
    names = [say(f"season.{season}") for season in seasons]
    figure, (panel,) = axes(height=3.0)
    totals = [sum(run.tallies[f"special.{value}.{season}"] for value in range(4)) for season in seasons]
    left = [0.0] * len(seasons)
    shares = []
    for value in (3, 2, 1, 0):
        part = [
            _part(run.tallies[f"special.{value}.{season}"], total)
            for season, total in zip(seasons, totals, strict=True)
        ]
        shares.append(part)
        index = (3, 2, 1, 0).index(value)
        bars = panel.barh(
            names,
            part,
            0.65,
            left,
            color=("#0072b2", "#56b4e9", "#dddddd", "#e69f00")[index],
            hatch=("", "///", "", "...")[index],
            edgecolor="white",
            label=say("report.trend-value", value=value),
        )
        panel.bar_label(
            bars, [f"{share:.0%}" if share >= 0.035 else "" for share in part], label_type="center", bbox=LABEL
        )
        left = [low + share for low, share in zip(left, part, strict=True)]
    panel.invert_yaxis()
    panel.set_xlim(0, 1)
    panel.grid(visible=False, axis="y")
    panel.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    _say_axes(panel, say("report.share-of-specials"), "")
    panel.figure.legend(loc="outside upper center", ncols=4)
    lines = tuple(
        (name, *(f"{share[place]:.2%}" for share in shares), str(totals[place])) for place, name in enumerate(names)
    )
    headings = (
        say("season"),
        *(say("report.trend-value", value=value) for value in (3, 2, 1, 0)),
        say("report.specials"),
    )
    table = Table(headings, lines)
    return Picture("specials", say("report.specials.title"), say("report.specials.caption"), drawn(figure), table)


def strength(run: Run, say: Say) -> Picture:
    """How far up the tracks a trend stands, and how often several share the top."""
    figure, (counts, ties) = axes(2)
    lines = []
    names = []
    left = [0.0] * len(Trait)
    numbers = [_numbers(run, f"trends.{trait.value}.") for trait in Trait]
    for index, trait in enumerate(Trait):
        name = say(f"trait.{trait.value}")
        names.append(name)
        tally = _numbers(run, f"strength.{trait.value}.")
        total = tally.total()
        reached = range(min(tally, default=0), max(tally, default=0) + 1)
        shares = [_part(tally[count], total) for count in reached]
        counts.plot(reached, shares, color=COLOURS[index], ls=LINES[index], marker=MARKERS[index], ms=5, label=name)
        mean = _part(sum(count * seasons for count, seasons in tally.items()), total)
        shared = [_part(numbers[index][number], numbers[index].total()) for number in (1, 2)]
        lines.append((name, f"{mean:.2f}", *(f"{share:.1%}" for share in (*shared, 1 - sum(shared)))))
    counts.xaxis.set_major_locator(MaxNLocator(integer=True))
    counts.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    counts.set_ylim(bottom=0)
    counts.legend()
    _say_axes(counts, say("report.count-on-track"), say("report.share-of-seasons"))
    labels = [say("report.trends", count=number) for number in (1, 2)] + [say("report.trends.more")]
    for place, label in enumerate(labels):
        part = [
            _part(sum(count for number, count in tally.items() if min(number, 3) == place + 1), tally.total())
            for tally in numbers
        ]
        bars = ties.barh(
            names,
            part,
            0.65,
            left,
            color=("#56b4e9", "#e69f00", "#cc79a7")[place],
            hatch=HATCHES[place],
            edgecolor="white",
            label=label,
        )
        ties.bar_label(
            bars, [f"{share:.0%}" if share >= 0.06 else "" for share in part], label_type="center", bbox=LABEL
        )
        left = [low + share for low, share in zip(left, part, strict=True)]
    ties.invert_yaxis()
    ties.set_xlim(0, 1)
    ties.grid(visible=False, axis="y")
    ties.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ties.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    _say_axes(ties, say("report.share-of-seasons"), "")
    table = Table((say("trait"), say("report.mean-count"), *labels), tuple(lines))
    return Picture("strength", say("report.strength"), say("report.strength.caption"), drawn(figure), table)


def colours(run: Run, say: Say) -> Picture:
    """Which clothes colours score when."""
    clothes = [colour.value for colour in Clothes]
    scored = [name.split(".") for name in run.tallies if name.startswith("scored.")]
    order = [season.value for season in Season]
    times = sorted({(int(year), order.index(season)) for _, _, year, season in scored})
    grid = [
        [run.tallies[f"scored.{colour}.{year}.{order[season]}"] / run.games for year, season in times]
        for colour in clothes
    ]
    figure, (panel,) = axes(width=max(9.6, 1.2 + 0.7 * len(times)))
    highest = max((value for line in grid for value in line), default=1.0) or 1.0
    panel.imshow(grid, cmap="Blues", vmin=0, vmax=highest, aspect="auto")
    panel.grid(visible=False)
    for row, line in enumerate(grid):
        for column, value in enumerate(line):
            ink = "white" if value > 0.7 * highest else "#222222"
            panel.text(column, row, f"{value:.2f}" if value else "-", ha="center", va="center", color=ink, size=9)
    panel.set_yticks(range(len(clothes)), [say(f"clothes.{colour}") for colour in clothes])
    labels = [f"{say(f'season.{order[season]}')}\n{say('year')} {year}" for year, season in times]
    panel.set_xticks(range(len(times)), labels, size=8)
    for spine in panel.spines.values():
        spine.set_visible(False)
    panel.tick_params(length=0)
    lines = tuple(
        (say(f"clothes.{colour}"), *(f"{value:.3f}" for value in line), f"{sum(line):.2f}")
        for colour, line in zip(clothes, grid, strict=True)
    )
    table = Table(("", *(label.replace("\n", ", ") for label in labels), say("report.total")), lines)
    return Picture("colours", say("report.colours"), say("report.colours.caption"), drawn(figure), table)


def zero_share(run: Run) -> float | None:
    """Which part of all points comes from magazines without any trend."""
    three, zero = (
        sum(count for name, count in run.tallies.items() if name.startswith(f"points.{way}."))
        for way in ("three", "zero")
    )
    return zero / (three + zero) if three + zero else None


def _seasons(run: Run) -> list[str]:
    return [
        season.value for season in Season if any(run.tallies[f"special.{value}.{season.value}"] for value in range(4))
    ]


def _numbers(run: Run, prefix: str) -> Counter[int]:
    """The tallies whose names end in a number."""
    return Counter(
        {int(name.removeprefix(prefix)): count for name, count in run.tallies.items() if name.startswith(prefix)}
    )


def _part(count: float, of: float) -> float:
    return count / of if of else 0.0


def _errors(shares: Sequence[Share]) -> list[list[float]]:
    """How far the intervals reach below and above."""
    return [[share.share - share.low for share in shares], [share.high - share.share for share in shares]]


def _say_axes(panel: Axes, across: str, up: str) -> None:
    panel.set_xlabel(across)
    panel.set_ylabel(up)
