"""The analysis of Cover Me: a ledger of the win share for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from covergames import coverme
from covergames.analysis.analysis import Progress
from covergames.analysis.coverme.ledger import Ledger, totals
from covergames.analysis.coverme.luck import WEIGHT, luck
from covergames.analysis.coverme.results import (
    Change,
    CoverMeAnalysis,
    Entry,
    Judgement,
    Kind,
    Mark,
    Method,
    Outlook,
    SeatLedger,
)
from covergames.analysis.coverme.sheets import sheets
from covergames.analysis.coverme.skill import band_of, error_rate
from covergames.analysis.coverme.values import DEFAULT_BUDGET, MILLION, Effort
from covergames.bots.budget import Budget
from covergames.coverme import Action, Event, State
from covergames.game import Seat
from covergames.record import Moment, Record
from covergames.schema import codec_of

__all__ = [
    "RESULT",
    "VERSION",
    "Change",
    "CoverMeAnalysis",
    "Entry",
    "Judgement",
    "Kind",
    "Mark",
    "Method",
    "Outlook",
    "SeatLedger",
    "analyse",
    "sheets",
]

VALUE: Final = "plan-search-4"
"""The name of the value function. It changes with the kernel's plan and the search, and with what is made of them here."""
SEED: Final = 1
VERSION: Final = f"{VALUE} {DEFAULT_BUDGET}"
RESULT: Final = CoverMeAnalysis


def analyse(
    record: Record,
    moments: Sequence[Moment[State, Action | None, Event]],
    *,
    seats: Sequence[Seat],
    budget: Budget | None,
    progress: Progress,
) -> CoverMeAnalysis:
    """Analyse these seats of a finished game."""
    budget = DEFAULT_BUDGET if budget is None else budget
    first, last = moments[0].state, moments[-1].state
    effort = Effort(budget, decisions=_decisions(moments, seats), draws=_draws(moments))
    codec = codec_of(coverme, first.options)
    steps = (len(seats) + 1) * (len(moments) - 1)
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        progress(done, steps)

    lucky = luck(moments, effort, tick, seed=SEED)
    ledgers = []
    for seat in seats:
        ledger = Ledger(seat, first.players, effort, codec, seed=SEED)
        ledger.read(moments, tick)
        ledger.close(moments[-1])
        ledgers.append(_summed(ledger, record.players[seat], lucky[seat]))
    result = coverme.result(last)
    assert result is not None
    return CoverMeAnalysis(
        players=list(record.players),
        scores=list(result.scores),
        places=list(result.places),
        method=Method(value=VALUE, budget=str(budget), seed=SEED),
        seats=ledgers,
    )


def _summed(ledger: Ledger, name: str, lucky: float) -> SeatLedger:
    result = ledger.entries[-1].share
    number, rate = error_rate(ledger.entries)
    return SeatLedger(
        seat=ledger.seat,
        name=name,
        fair=ledger.fair,
        result=result,
        totals=totals(ledger.entries),
        real_decisions=number,
        error_rate=rate,
        band=band_of(rate.change) if number else None,
        corrected=result - round(WEIGHT * MILLION * lucky),
        entries=ledger.entries,
    )


def _decisions(moments: Sequence[Moment[State, Action | None, Event]], seats: Sequence[Seat]) -> int:
    """Return how many decisions of these seats were not forced."""
    return sum(
        moment.seat in seats and len(coverme.legal(before.state, moment.seat)) > 1
        for before, moment in pairwise(moments)
        if moment.seat is not None
    )


def _draws(moments: Sequence[Moment[State, Action | None, Event]]) -> int:
    """Return about how many steps have luck: the deal, and steps that make a pile smaller."""
    return 1 + sum(
        len(before.state.face_down) + len(before.state.next_pile)
        > len(after.state.face_down) + len(after.state.next_pile)
        for before, after in pairwise(moments)
    )
