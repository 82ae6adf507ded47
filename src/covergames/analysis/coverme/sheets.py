"""Tables about analyses of Cover Me, for people: win shares are in points, of which a victory has 100."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, cast

from covergames.analysis.analysis import Analysis, Sheet
from covergames.analysis.coverme.results import Change, CoverMeAnalysis, Entry, Kind, SeatLedger
from covergames.analysis.coverme.skill import band_of, error_rate
from covergames.analysis.coverme.values import Z
from covergames.text import Say, formatted

COSTLIEST: Final = 3
"""So many decisions are listed for each seat."""
POINT: Final = 10_000
"""A point of win share, in millionths."""


def sheets(analyses: Sequence[Analysis], say: Say) -> list[Sheet]:
    """Return the ledgers and the costliest decisions of one game, or the means of several games by player."""
    games = cast("Sequence[CoverMeAnalysis]", analyses)
    if len(games) == 1:
        return [_ledgers(games[0], say), *_costliest(games[0], say)]
    return [_players(games, say)]


def _ledgers(game: CoverMeAnalysis, say: Say) -> Sheet:
    """Return a column for each seat, whose figures add up from the fair share to the result."""
    ledgers = game.seats
    figures: list[tuple[str, list[str]]] = [("fair", [_points(ledger.fair, say) for ledger in ledgers])]
    for kind in Kind:
        figures.append((kind.value, [_points(ledger.totals[kind].change, say, sign=True) for ledger in ledgers]))
    figures += [
        ("result", [_points(ledger.result, say) for ledger in ledgers]),
        ("corrected", [_points(ledger.corrected, say) for ledger in ledgers]),
        ("error-rate", [_with_margin(ledger.error_rate, say) for ledger in ledgers]),
        ("band", [ledger.band or "-" for ledger in ledgers]),
        ("real-decisions", [str(ledger.real_decisions) for ledger in ledgers]),
    ]
    return Sheet(
        say("analyse.ledger", value=game.method.value, budget=game.method.budget),
        ("", *(ledger.name for ledger in ledgers)),
        tuple((say(f"analyse.{name}"), *cells) for name, cells in figures),
        say("analyse.method"),
    )


def _costliest(game: CoverMeAnalysis, say: Say) -> list[Sheet]:
    """Return a table for each seat that made marked decisions."""
    found = []
    for ledger in game.seats:
        marked = [entry for entry in ledger.entries if entry.judgement is not None and entry.judgement.mark is not None]
        worst = sorted(marked, key=lambda entry: entry.change)[:COSTLIEST]
        if worst:
            figures = ("chosen", "best", "loss", "mark")
            found.append(
                Sheet(
                    say("analyse.costliest", name=ledger.name),
                    (say("season"), say("month"), *(say(f"analyse.{key}") for key in figures)),
                    tuple(_decision(entry, say) for entry in worst),
                )
            )
    return found


def _decision(entry: Entry, say: Say) -> tuple[str, ...]:
    judgement = entry.judgement
    assert judgement is not None
    assert judgement.mark is not None
    return (
        f"{say(f'season.{entry.season}')} {entry.year}",
        str(entry.month),
        _action(judgement.chosen),
        _action(judgement.best),
        f"{_points(-entry.change, say)} ± {_points(entry.margin, say)}",
        say(f"analyse.{judgement.mark.value}"),
    )


def _action(action: dict[str, object]) -> str:
    """Return the words of an action as in a record, such as ``place Gkmd``."""
    words = []
    for value in action.values():
        words += [str(word) for word in value] if isinstance(value, list) else [str(value)]
    return " ".join(words)


def _players(games: Sequence[CoverMeAnalysis], say: Say) -> Sheet:
    """Return a line for each player, with means over all games."""
    by_name: dict[str, list[SeatLedger]] = {}
    for game in games:
        for ledger in game.seats:
            by_name.setdefault(ledger.name, []).append(ledger)
    lines = []
    for name, played in sorted(by_name.items()):
        decisions, rate = error_rate([entry for ledger in played for entry in ledger.entries])
        band = band_of(rate.change) if decisions else "-"
        results = [ledger.result / POINT for ledger in played]
        corrected = [ledger.corrected / POINT for ledger in played]
        skill = _with_margin(rate, say), band, str(decisions)
        lines.append((name, str(len(played)), *skill, _mean(results, say), _mean(corrected, say)))
    figures = ("error-rate", "band", "real-decisions", "result", "corrected")
    headings = (say("player"), say("simulate.progress"), *(say(f"analyse.{key}") for key in figures))
    return Sheet(say("analyse.all", games=len(games)), headings, tuple(lines))


def _mean(values: Sequence[float], say: Say) -> str:
    if len(values) == 1:
        return formatted(values[0], ".1f", say)
    return f"{formatted(fmean(values), '.1f', say)} ± {formatted(Z * stdev(values) / sqrt(len(values)), '.1f', say)}"


def _points(millionths: int, say: Say, *, sign: bool = False) -> str:
    return formatted(millionths / POINT, "+.1f" if sign else ".1f", say)


def _with_margin(change: Change, say: Say) -> str:
    return f"{formatted(change.change / POINT, '.2f', say)} ± {formatted(change.margin / POINT, '.2f', say)}"
