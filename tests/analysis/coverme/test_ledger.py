"""The ledger of Cover Me adds up, for every variant."""

from __future__ import annotations

import pytest

from covergames.analysis import analyse, encode
from covergames.analysis.coverme import CoverMeAnalysis, Kind, SeatLedger
from covergames.bots.budget import Budget
from covergames.game import Seat
from tests.analysis.games import COVER_ME, cover_me
from tests.cases import by_target

FEW = Budget(playouts=20)
MILLION = 1_000_000


def analysed(number: int, *seats: int, budget: Budget = FEW) -> CoverMeAnalysis:
    """Return the analysis of these seats, by default all, of one of the games."""
    analysis = analyse(cover_me(number), seats=[Seat(seat) for seat in seats] or None, budget=budget)
    assert isinstance(analysis, CoverMeAnalysis)
    return analysis


def check(ledger: SeatLedger, analysis: CoverMeAnalysis) -> None:
    """Check that every point follows from the one before, and that the last one is the result."""
    share = ledger.fair
    assert share == round(MILLION / len(analysis.players))
    for entry in ledger.entries:
        assert share + entry.change == entry.share
        assert (entry.judgement is not None) == (entry.kind is Kind.DECISION)
        share = entry.share
    winners = analysis.places.count(1)
    assert share == ledger.result == (round(MILLION / winners) if analysis.places[ledger.seat] == 1 else 0)
    assert sum(total.change for total in ledger.totals.values()) == ledger.result - ledger.fair
    assert [entry.kind for entry in ledger.entries].count(Kind.DEAL) == 1


@pytest.mark.parametrize("number", by_target(range(len(COVER_ME)), fast=2, every=2))
def test_every_ledger_adds_up_from_the_fair_share_to_the_result(number: int) -> None:
    """To the last digit, for one seat of each variant."""
    analysis = analysed(number, number % 2)
    (ledger,) = analysis.seats
    check(ledger, analysis)
    assert {entry.kind for entry in ledger.entries} == set(Kind)


@pytest.mark.slow
@pytest.mark.prove
@pytest.mark.parametrize("number", range(400))
def test_games_of_all_variants_are_analysed(number: int) -> None:
    """All seats of games of all bots; nothing fails, everything adds up."""
    analysis = analysed(number)
    assert len(analysis.seats) == len(analysis.players)
    for ledger in analysis.seats:
        check(ledger, analysis)


def test_the_same_budget_in_playouts_gives_the_same_analysis() -> None:
    """Byte for byte; and it names the value function and the budget."""
    analysis = analysed(3, 0)
    assert encode(analysis) == encode(analysed(3, 0))
    assert (analysis.method.value, analysis.method.budget) == ("plan-search-1", "20p")


def test_a_seat_is_judged_the_same_whether_others_are_analysed_too() -> None:
    """The seed of an evaluation depends on the seat and the event alone."""
    assert analysed(3).seats[1] == analysed(3, 1).seats[0]


@pytest.mark.slow
def test_a_mark_needs_a_loss_outside_the_noise() -> None:
    """No decision is marked whose interval includes 0, and a good one has no mark."""
    analysis = analysed(0, 2, budget=Budget(playouts=100))
    decisions = [entry for entry in analysis.seats[0].entries if entry.judgement is not None]
    marked = [entry for entry in decisions if entry.judgement and entry.judgement.mark is not None]
    assert marked
    assert all(-entry.change > entry.margin for entry in marked)
    for entry in marked:
        assert entry.judgement is not None
        options = entry.judgement.options
        assert len(options) == min(12, entry.judgement.legal)
        assert [option.behind for option in options] == sorted(option.behind for option in options)
        assert options[0].behind == 0
    assert not any(entry.judgement.options for entry in decisions if entry.judgement and entry.judgement.mark is None)
    assert all(
        (entry.change, entry.margin) == (0, 0)
        for entry in decisions
        if entry.judgement and entry.judgement.chosen == entry.judgement.best
    )


def test_the_error_rate_is_the_mean_loss_of_real_decisions() -> None:
    """Nearly forced decisions, whose stake is less than a point, do not count."""
    (ledger,) = analysed(0, 0).seats
    judged = [(entry.change, entry.judgement) for entry in ledger.entries if entry.judgement is not None]
    real = [change for change, judgement in judged if judgement.stake >= 10_000]
    assert [judgement.is_real for _, judgement in judged].count(True) == ledger.real_decisions == len(real)
    assert ledger.error_rate.change == round(-sum(real) / len(real))
    assert len(real) < len(judged)


def test_progress_is_reported_to_the_end() -> None:
    """Steps are counted up to the number of all steps."""
    seen: list[tuple[int, int]] = []
    analyse(cover_me(3), seats=[Seat(0)], budget=FEW, progress=lambda done, steps: seen.append((done, steps)))
    assert [done for done, _ in seen] == list(range(1, seen[0][1] + 1))
