"""The ledger of Cover Me adds up, for every variant."""

from __future__ import annotations

from functools import cache

import pytest

from covergames.analysis import analyse, encode
from covergames.analysis.coverme import CoverMeAnalysis, Kind, SeatLedger
from covergames.analysis.coverme.reasons import deciding_rival
from covergames.analysis.coverme.results import Outlook
from covergames.analysis.coverme.skill import RATES, band_of
from covergames.analysis.coverme.values import Effort
from covergames.bots.budget import Budget
from covergames.game import Seat
from tests.analysis.games import COVER_ME, cover_me
from tests.cases import by_target

FEW = Budget(playouts=20)
MILLION = 1_000_000


@cache
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
    assert encode(analysis) == encode(analysed.__wrapped__(3, 0))
    assert (analysis.method.value, analysis.method.budget) == ("plan-search-4", "20p")


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


@pytest.mark.parametrize("number", by_target(range(len(COVER_ME)), fast=0, every=4))
def test_every_judgement_says_why(number: int) -> None:
    """The shares of both outlooks differ by the loss, chances are chances, and the same action has the same outlook."""
    analysis = analysed(number, number % 2)
    entries = analysis.seats[0].entries
    for entry in entries:
        assert not entry.cards or entry.kind in (Kind.DEAL, Kind.DRAWS)
        if entry.judgement is None:
            continue
        chosen, best = entry.judgement.chosen_outlook, entry.judgement.best_outlook
        assert best.share - chosen.share == -entry.change
        assert entry.judgement.stake >= -entry.change
        assert chosen == best or entry.judgement.chosen != entry.judgement.best
        for outlook in (chosen, best):
            assert len(outlook.prestige) == len(outlook.later_prestige) == len(analysis.players)
            assert 0 <= outlook.trendy + outlook.alternative <= MILLION
            assert all(0 <= chance <= MILLION for chance in outlook.trends.values())
            assert len(outlook.trends) == (3 if outlook.cards else 0)
        assert entry.judgement.rival != analysis.seats[0].seat
        assert entry.judgement.trait is None or {*chosen.trends} == {*best.trends} > {entry.judgement.trait}
    assert len(next(entry.cards for entry in entries if entry.kind is Kind.DEAL)) >= 5
    assert sum(len(entry.cards) for entry in entries if entry.kind is Kind.DRAWS) > 10


@pytest.mark.parametrize(
    ("chosen", "best", "rival"),
    [((0, 2, 3), (0, 5, 2), 2), ((0, 2, 3), (5, 1, 1), 2), ((5, 2, 2), (0, 5, 2), None)],
    ids=["one is harmed more", "both are helped", "nobody is helped"],
)
def test_the_rival_that_is_named_is_the_one_whom_the_choice_helps_most(
    chosen: tuple[int, ...], best: tuple[int, ...], rival: int | None
) -> None:
    """Not one whom it harms more, and not the seat itself."""
    assert deciding_rival(promising(*chosen), promising(*best), 0) == rival


def promising(*points: int) -> Outlook:
    """Return an outlook that promises each seat these points of prestige in the season."""
    prestige = [MILLION * point for point in points]
    return Outlook(
        share=0, cards=[], trends={}, trendy=0, alternative=0, prestige=prestige, later_prestige=prestige, scored=0
    )


def test_the_error_rate_is_the_loss_at_the_usual_stake() -> None:
    """Nearly forced decisions, whose stake is less than a point, do not count."""
    (ledger,) = analysed(0, 0).seats
    judged = [(entry.change, entry.judgement) for entry in ledger.entries if entry.judgement is not None]
    real = [(change, judgement.stake) for change, judgement in judged if judgement.stake >= 10_000]
    assert [judgement.is_real for _, judgement in judged].count(True) == ledger.real_decisions == len(real)
    assert ledger.error_rate.change == round(-70_000 * sum(loss for loss, _ in real) / sum(stake for _, stake in real))
    assert len(real) < len(judged)


def test_a_band_is_the_bot_with_the_nearest_error_rate() -> None:
    """Worse than the worst is like the worst, better than the best is like the best."""
    assert [band_of(rate) for rate in RATES.values()] == list(RATES)
    assert list(RATES.values()) == sorted(RATES.values(), reverse=True)
    assert (band_of(999_000), band_of(-999_000)) == ("random", list(RATES)[-1])


def test_an_estimate_follows_the_evaluation_of_a_season() -> None:
    """There is at most one for each season, and none in the last one, in which all playouts reach the end of the game."""
    (ledger,) = analysed(4, 0).seats
    seasons = [(entry.year, entry.season) for entry in ledger.entries if entry.kind is Kind.ESTIMATE]
    assert len(seasons) == len(set(seasons)) <= 12
    assert seasons


class Clock:
    """A clock that goes on by a hundredth of a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.now += 0.01
        return self.now


def test_seconds_are_shared_by_all_that_is_left_to_do() -> None:
    """Decisions, positions and draws: what was saved is spent later, and little is left when the time is used up."""
    clock = Clock()
    effort = Effort(Budget(seconds=10.0), decisions=10, draws=5, clock=clock)
    whole = effort.half_decision().seconds
    assert whole == pytest.approx(0.5 * 10 / (10 * 1.8 + 5 * 2), rel=0.01)
    for _ in range(9):
        effort.decided()
    assert effort.half_decision().seconds == pytest.approx(0.5 * 10 / (1.8 + 5 * 2), rel=0.01)
    for _ in range(5):
        effort.draw()
    clock.now = 11.0
    assert 0 < (effort.position().seconds or 0) < 0.001


def test_progress_is_reported_to_the_end() -> None:
    """Steps are counted up to the number of all steps."""
    seen: list[tuple[int, int]] = []
    analyse(cover_me(3), seats=[Seat(0)], budget=FEW, progress=lambda done, steps: seen.append((done, steps)))
    assert [done for done, _ in seen] == list(range(1, seen[0][1] + 1))
