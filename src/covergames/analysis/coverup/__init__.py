"""The analysis of Cover Up: exact, with the solver. All cards lie open, so nothing has to be estimated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from covergames import coverup
from covergames.analysis.analysis import Analysis, NotAnalysable, Progress, Sheet
from covergames.analysis.coverup.results import (
    CoverUpAnalysis,
    EarlierFlip,
    GivenBack,
    LaterFlip,
    OutOfReach,
    RoundReport,
    SeatRounds,
)
from covergames.analysis.coverup.rounds import reported, rounds
from covergames.bots.budget import Budget
from covergames.coverup import Action, Event, State
from covergames.game import Seat
from covergames.record import Moment, Record
from covergames.schema import codec_of
from covergames.text import Say, formatted

__all__ = [
    "RESULT",
    "VERSION",
    "CoverUpAnalysis",
    "EarlierFlip",
    "GivenBack",
    "LaterFlip",
    "OutOfReach",
    "RoundReport",
    "SeatRounds",
    "analyse",
    "sheets",
]


VERSION: Final = "exact-1"
"""It changes if the figures of the same game change."""
RESULT: Final = CoverUpAnalysis


def analyse(
    record: Record,
    moments: Sequence[Moment[State, Action | None, Event]],
    *,
    seats: Sequence[Seat],
    budget: Budget | None,
    progress: Progress,
) -> CoverUpAnalysis:
    """Analyse these seats of a finished game.

    Raises:
        NotAnalysable: there is a budget, which an exact analysis cannot have.
    """
    if budget is not None:
        raise NotAnalysable(f"budget {budget}: {coverup.NAME} is analysed exactly, without a budget")
    last = moments[-1].state
    codec = codec_of(coverup, last.options)
    played = list(rounds(moments))
    found = []
    for number, seat in enumerate(seats):
        reports = []
        for one in played:
            reports.append(reported(one, seat, codec))
            progress(number * len(played) + one.start.round, len(seats) * len(played))
        above = sum(report.above for report in reports)
        found.append(SeatRounds(seat=seat, name=record.players[seat], above=above, rounds=reports))
    result = coverup.result(last)
    assert result is not None
    return CoverUpAnalysis(
        players=list(record.players), scores=list(result.scores), places=list(result.places), seats=found
    )


def sheets(analyses: Sequence[Analysis], say: Say) -> list[Sheet]:
    """Return a table of the rounds of each seat, or of several games by player."""
    games = cast("Sequence[CoverUpAnalysis]", analyses)
    if len(games) == 1:
        return [_rounds(seat, say) for seat in games[0].seats]
    by_name: dict[str, list[SeatRounds]] = {}
    for game in games:
        for seat in game.seats:
            by_name.setdefault(seat.name, []).append(seat)
    lines = []
    for name, played in sorted(by_name.items()):
        number = sum(len(seat.rounds) for seat in played)
        best = sum(report.above == 0 for seat in played for report in seat.rounds)
        above = sum(seat.above for seat in played) / number
        lines.append((name, str(len(played)), formatted(above, ".2f", say), say("simulate.of", count=best, of=number)))
    headings = (say("player"), say("simulate.progress"), say("analyse.above"), say("analyse.best-piles"))
    return [Sheet(say("analyse.all", games=len(games)), headings, tuple(lines))]


def _rounds(seat: SeatRounds, say: Say) -> Sheet:
    """Return a column for each round."""
    columns = [_figures(report, say) for report in seat.rounds]
    return Sheet(
        say("analyse.seat", name=seat.name, seat=seat.seat),
        (say("round"), *(str(report.round) for report in seat.rounds)),
        tuple((name, *(column[name] for column in columns)) for name in columns[0]),
    )


def _figures(report: RoundReport, say: Say) -> dict[str, str]:
    """Return the figures of a round by their names."""
    lost, given = report.out_of_reach, report.given_back
    return {
        say("cover-up.column.points"): str(report.points),
        say("analyse.optimum"): str(report.optimum),
        say("analyse.above"): str(report.above),
        say("analyse.out-of-reach"): "-" if lost is None else f"{formatted(lost.t / 1000, '.1f', say)} s",
        say("analyse.flip"): str(min((flip.points for flip in report.flips), default="-")),
        say("analyse.later-flip"): "-" if report.later_flip is None else str(report.later_flip.points),
        say("analyse.given-back"): "-" if given is None else given.card,
        say("analyse.neighbour"): "-" if given is None else _compared(given),
    }


def _compared(given: GivenBack) -> str:
    """Return the neighbour's optimum, and in brackets those that other cards would have left."""
    others = sorted(given.others.values())
    if not others:
        return str(given.optimum)
    return f"{given.optimum} ({others[0]}\N{EN DASH}{others[-1]})"
