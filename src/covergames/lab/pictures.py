"""The charts of one run of any game: scores, who wins, how close games are, what points are worth, length."""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import fmean
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
from covergames.lab.game_lab import lab_of
from covergames.lab.interval import Share, margin, wilson
from covergames.lab.run import Run
from covergames.lab.simulate import Outcome, bot_name
from covergames.text import Say, formatted

HEAD_STARTS: Final = range(1, 9)
"""How many points better a player may be."""


def pictures(run: Run, say: Say) -> list[Picture]:
    """Draw all charts that the run has figures for."""
    drawings = [scores(run, say), turn_order(run, say)]
    if len({bot for outcome in run.outcomes for bot in outcome.bots}) > 1:
        drawings.append(wins_by_bot(run, say))
    drawings += lab_of(run.setup.game).pictures(run, say)
    return [*drawings, leads(run, say), head_starts(run, say), length(run, say)]


def scores(run: Run, say: Say) -> Picture:
    """Draw how often each score is reached, by bot."""
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
        label = f"{name}: {say('simulate.mean')} {formatted(mean, '.1f', say)}"
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
        cuts = [ordered[min(seats - 1, int(seats * share))] for share in (0.1, 0.5, 0.9)]
        lines.append((name, str(seats), formatted(mean, ".2f", say), *map(str, (min(counts), *cuts, max(counts)))))
    name_axes(panel, say("score"), say("report.share-of-seats"))
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    count_in_percent(panel)
    panel.set_ylim(bottom=0)
    figure.legend(loc="outside upper right", ncols=3)
    headings = ("tournament.bot", "report.seats", "simulate.mean", "simulate.lowest")
    table = Table(
        (*(say(key) for key in headings), "10%", "50%", "90%", say("simulate.highest")),
        tuple(lines),
    )
    return Picture("scores", say("report.scores"), say("report.scores.caption"), drawn(figure), table)


def win_shares(run: Run) -> list[Share]:
    """Return how often the first, second … in turn order wins; by seat in a game without a starting player."""
    players = run.setup.players
    wins = [0.0] * players
    for outcome in run.outcomes:
        for seat, win in enumerate(outcome.wins()):
            wins[(seat - (outcome.start or 0)) % players] += win
    return [wilson(min(won, run.games), run.games) for won in wins]


def turn_order(run: Run, say: Say) -> Picture:
    """Draw who wins, by distance from the starting player, or by seat in a game without one."""
    shares = win_shares(run)
    has_start = any(outcome.start is not None for outcome in run.outcomes)
    place, topic = ("report.turn-order", "seats") if has_start else ("report.seat", "by-seat")
    names = [str(number + has_start) for number in range(len(shares))]
    caption = say(f"report.{topic}.caption", count=run.games)
    figure, (panel,) = axes()
    fair = 1 / run.setup.players
    show_shares(panel, names, shares, fair=fair, label=say("report.fair-share", share=formatted(fair, ".1%", say)))
    name_axes(panel, say(place), say("simulate.win-share"))
    figure.legend(loc="outside upper right")
    lines = tuple(
        (name, formatted(share.share, ".2%", say), interval(share, say))
        for name, share in zip(names, shares, strict=True)
    )
    table = Table((say(place), say("simulate.win-share"), "95%"), lines)
    return Picture("seats", say(f"report.{topic}.title"), caption, drawn(figure), table)


def bot_shares(run: Run) -> dict[str, Share]:
    """Return how often each bot wins, per seat."""
    wins: defaultdict[str, float] = defaultdict(float)
    seats: Counter[str] = Counter()
    for outcome in run.outcomes:
        for bot, win in zip(outcome.bots, outcome.wins(), strict=True):
            wins[bot] += win
            seats[bot] += 1
    return {bot_name(bot): wilson(min(wins[bot], seats[bot]), seats[bot]) for bot in sorted(seats)}


def wins_by_bot(run: Run, say: Say) -> Picture:
    """Draw who wins, by bot."""
    shares = bot_shares(run)
    figure, (panel,) = axes(height=3.2)
    fair = 1 / run.setup.players
    show_shares(
        panel,
        list(shares),
        list(shares.values()),
        fair=fair,
        label=say("report.fair-share", share=formatted(fair, ".1%", say)),
    )
    name_axes(panel, say("tournament.bot"), say("simulate.win-share"))
    figure.legend(loc="outside upper right")
    lines = tuple(
        (bot, str(share.of), formatted(share.share, ".2%", say), interval(share, say)) for bot, share in shares.items()
    )
    table = Table((say("tournament.bot"), say("report.seats"), say("simulate.win-share"), "95%"), lines)
    return Picture("wins", say("report.wins.title"), say("report.wins.caption"), drawn(figure), table)


def lead(outcome: Outcome) -> int:
    """Return how many points the winner, or one of the winners, is ahead of the next player."""
    ranked = [score for _, score in sorted(zip(outcome.places, outcome.scores, strict=True))]
    return abs(ranked[0] - ranked[1])


def leads(run: Run, say: Say) -> Picture:
    """Draw how close games are, and how often they are tied."""
    counts = Counter(lead(outcome) for outcome in run.outcomes)
    shared = wilson(sum(outcome.places.count(1) > 1 for outcome in run.outcomes), run.games)
    equal = wilson(counts[0], run.games)
    mean = fmean(counts.elements())
    figure, (panel,) = axes(height=3.2)
    reached = range(max(counts) + 1)
    panel.bar(reached, [counts[points] / run.games for points in reached], 0.9, color=COLOURS[0])
    panel.axvline(mean, color="#333333", ls="--", lw=1.2, label=f"{say('simulate.mean')} {formatted(mean, '.1f', say)}")
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    count_in_percent(panel)
    name_axes(panel, say("report.lead"), say("report.share-of-games"))
    figure.legend(loc="outside upper right")
    broken = formatted(equal.share - shared.share, ".1%", say)
    caption = say(
        "report.lead.caption",
        equal=formatted(equal.share, ".1%", say),
        broken=broken,
        shared=formatted(shared.share, ".1%", say),
    )
    headings = say("report.lead.mean"), say("report.lead.equal"), "95%", say("report.lead.shared"), "95%"
    line = (
        f"{formatted(mean, '.2f', say)} ± {formatted(margin(counts), '.2f', say)}",
        formatted(equal.share, ".2%", say),
        interval(equal, say),
        formatted(shared.share, ".2%", say),
        interval(shared, say),
    )
    return Picture("leads", say("report.lead.title"), caption, drawn(figure), Table(headings, (line,)))


def head_start_shares(run: Run) -> list[Share]:
    """Return how often a player would win with each head start in points; the mean over a game's seats is one case."""
    wins = dict.fromkeys(HEAD_STARTS, 0.0)
    for outcome in run.outcomes:
        best, worst = (outcome.scores[outcome.places.index(pick(outcome.places))] for pick in (min, max))
        results = [score if best >= worst else -score for score in outcome.scores]
        for seat, result in enumerate(results):
            others = results[:seat] + results[seat + 1 :]
            for points in HEAD_STARTS:
                if result + points >= max(others):
                    wins[points] += 1 / (1 + others.count(result + points)) / len(results)
    return [wilson(min(won, run.games), run.games) for won in wins.values()]


def head_starts(run: Run, say: Say) -> Picture:
    """Draw what some points more are worth."""
    shares = head_start_shares(run)
    names = [f"+{points}" for points in HEAD_STARTS]
    figure, (panel,) = axes(height=3.2)
    fair = 1 / run.setup.players
    show_shares(panel, names, shares, fair=fair, label=say("report.fair-share", share=formatted(fair, ".1%", say)))
    name_axes(panel, say("report.head-start"), say("simulate.win-share"))
    figure.legend(loc="outside upper right")
    lines = tuple(
        (name, formatted(share.share, ".2%", say), interval(share, say))
        for name, share in zip(names, shares, strict=True)
    )
    table = Table((say("report.head-start"), say("simulate.win-share"), "95%"), lines)
    title, caption = say("report.head-start.title"), say("report.head-start.caption")
    return Picture("head-start", title, caption, drawn(figure), table)


def length(run: Run, say: Say) -> Picture:
    """Draw how many decisions a game takes."""
    counts = Counter(outcome.decisions for outcome in run.outcomes)
    figure, (panel,) = axes(height=2.8)
    low, high = min(counts), max(counts)
    width = max(1, (high - low) // 40)
    edges = list(range(low, high + width + 1, width))
    heights = [sum(counts[value] for value in range(edge, edge + width)) / run.games for edge in edges[:-1]]
    mean = sum(value * count for value, count in counts.items()) / run.games
    panel.bar(edges[:-1], heights, width=0.92 * width, align="edge" if width > 1 else "center", color=COLOURS[0])
    panel.axvline(mean, color="#333333", ls="--", lw=1.2, label=f"{say('simulate.mean')} {formatted(mean, '.1f', say)}")
    panel.set_xlim(min(low, mean - 10) - width, max(high, mean + 10) + width)
    name_axes(panel, say("report.decisions"), say("report.share-of-games"))
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    count_in_percent(panel)
    figure.legend(loc="outside upper right")
    table = Table(
        tuple(say(f"simulate.{name}") for name in ("mean", "lowest", "highest")),
        ((formatted(mean, ".2f", say), str(low), str(high)),),
    )
    return Picture("length", say("report.length"), say("report.length.caption"), drawn(figure), table)
