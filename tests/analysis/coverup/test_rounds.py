"""The analysis of Cover Up is exact."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from covergames import coverup
from covergames.analysis import NotAnalysable, analyse
from covergames.analysis.coverup import CoverUpAnalysis
from covergames.bots.budget import Budget
from covergames.coverup import Done, Flip, GiveBack, Lay, Phase, State, TimeUp, hint, solve
from covergames.dealer import RandomDealer
from covergames.game import CLOCK, Seat
from covergames.record import Recording, replay
from tests.analysis.games import cover_up
from tests.cases import by_target

DECK = coverup.house_deck()


@cache
def analysed(number: int) -> CoverUpAnalysis:
    """Return the analysis of one of the games."""
    analysis = analyse(cover_up(number))
    assert isinstance(analysis, CoverUpAnalysis)
    return analysis


def analysis_of(players: list[str], lay: Callable[[Recording, State], None]) -> CoverUpAnalysis:
    """Return the analysis of a game in which every round is laid like this."""
    options = coverup.Options(round_limit=None, hourglass=10)
    recording = Recording.begin(coverup, players, options, RandomDealer(random.Random(5)))
    while coverup.result(recording.state) is None:
        state: State = recording.state
        if state.phase is Phase.LAY:
            lay(recording, state)
        else:
            for seat in coverup.to_act(state):
                green = next(action for action in coverup.legal(state, seat) if isinstance(action, GiveBack))
                recording.act(seat, green)
    analysis = analyse(recording.record)
    assert isinstance(analysis, CoverUpAnalysis)
    return analysis


def check(analysis: CoverUpAnalysis) -> None:
    """Check the sums, and that nobody beats the optimum."""
    for seat in analysis.seats:
        assert sum(report.points for report in seat.rounds) == analysis.scores[seat.seat]
        assert sum(report.above for report in seat.rounds) == seat.above
        for report in seat.rounds:
            assert report.above == report.points - report.hourglass - report.optimum >= 0
            assert report.above > 0 or report.out_of_reach is None
            assert (report.given_back is None) == (report.round == 5)
            if report.later_flip is not None:
                assert report.hourglass != 0
                assert report.later_flip.points == report.optimum - 1 <= report.points
                laid = [other.rounds[report.round - 1] for other in analysis.seats]
                rivals = [laid[(seat.seat + step) % len(laid)] for step in range(1, len(laid))]
                for rival, least in zip(rivals, report.later_flip.rivals, strict=True):
                    assert rival.optimum <= least <= rival.optimum + rival.above


@pytest.mark.slow
@pytest.mark.parametrize("number", by_target(range(2), every=2))
def test_points_above_the_optimum_add_up(number: int) -> None:
    """The optimum is the solver's, and a card given back is compared with all green cards of the hand."""
    analysis = analysed(number)
    check(analysis)
    report = analysis.seats[0].rounds[0]
    assert report.optimum == solve([DECK.card(name) for name in report.hand], DECK).points
    assert report.given_back is not None
    assert {report.given_back.card, *report.given_back.others} == set(report.hand)
    assert report.given_back.optimum == analysis.seats[report.given_back.neighbour].rounds[1].optimum


@pytest.mark.slow
@pytest.mark.prove
@pytest.mark.parametrize("number", range(100))
def test_games_of_all_bots_are_analysed(number: int) -> None:
    """Nothing fails, everything adds up."""
    check(analysed(number))


@pytest.mark.slow
def test_a_best_pile_goes_out_of_reach_with_the_card_that_excludes_it() -> None:
    """The solver completes what was laid: before the moment to a best pile, at the moment and since then not."""
    record = cover_up(0)
    lost = {
        (seat.seat, report.round): (report.out_of_reach, report.optimum)
        for seat in analysed(0).seats
        for report in seat.rounds
    }
    assert any(moment is not None for moment, _ in lost.values())
    for before, moment in pairwise(replay(record, coverup)):
        if before.state.phase is not Phase.LAY or moment.seat not in moment.state.seats:
            continue
        assert moment.seat is not None
        found, optimum = lost[moment.seat, before.state.round]
        hand = before.state.hands[moment.seat]
        if found is not None and moment.index >= found.index:
            assert hint(moment.state.piles[moment.seat], hand, DECK).points > optimum
        if found is not None and moment.index == found.index:
            assert found.points == hint(moment.state.piles[moment.seat], hand, DECK).points
            assert hint(before.state.piles[moment.seat], hand, DECK).points == optimum


def test_turning_the_hourglass_earlier_would_have_cut_the_others_short() -> None:
    """A seat lays a best pile, waits a minute and is done: turning it at once saves a point, and rivals have laid nothing yet."""

    def lay(recording: Recording, state: State) -> None:
        for at in solve(state.hands[0], DECK).pile:
            recording.act(Seat(0), Lay(at, 1000))
        for at in solve(state.hands[1], DECK).pile:
            recording.act(Seat(1), Lay(at, 60_000))
        recording.act(Seat(0), Done(61_000))
        recording.act(Seat(1), Done(61_000))

    analysis = analysis_of(["Ada", "Bo"], lay)
    report = analysis.seats[0].rounds[0]
    aside = sum(DECK[DECK.card(name)].count + 1 for name in analysis.seats[1].rounds[0].hand)
    assert len(solve([DECK.card(name) for name in report.hand], DECK).pile) == 5
    assert (report.above, report.flips[0].t) == (0, 1000)
    assert (report.flips[0].points, report.flips[0].rivals) == (report.points - 1, [aside])


def test_turning_the_hourglass_later_would_have_let_others_complete_their_piles() -> None:
    """A rival whom the sand cuts short could have completed a best pile; one who was done could not."""

    def lay(recording: Recording, state: State) -> None:
        for at in solve(state.hands[0], DECK).pile:
            recording.act(Seat(0), Lay(at, 1000))
        recording.act(Seat(1), Lay(solve(state.hands[1], DECK).pile[0], 1000))
        recording.act(Seat(2), Done(1000))
        recording.act(Seat(0), Flip(2000))
        recording.act(CLOCK, TimeUp(12_000))

    analysis = analysis_of(["Ada", "Bo", "Cy"], lay)
    check(analysis)
    ada, bo, cy = (seat.rounds[0] for seat in analysis.seats)
    assert bo.above > 0
    assert ada.later_flip is not None
    assert (ada.later_flip.points, ada.later_flip.rivals) == (ada.points, [bo.optimum, cy.points])
    assert bo.later_flip is None


def test_the_hourglass_is_not_turned_twice() -> None:
    """After somebody has turned it, nobody could have turned it earlier."""
    analysis = analysed(0)
    record = cover_up(0)
    flipped: dict[int, int] = {}
    for before, moment in pairwise(replay(record, coverup)):
        if isinstance(moment.action, Flip):
            flipped[before.state.round] = moment.action.t
    assert flipped
    for seat in analysis.seats:
        for report in seat.rounds:
            assert all(flip.t < flipped.get(report.round, 10**9) for flip in report.flips)


def test_a_budget_is_refused() -> None:
    """There is nothing to estimate."""
    with pytest.raises(NotAnalysable, match="budget 40p: cover-up is analysed exactly, without a budget"):
        analyse(cover_up(0), budget=Budget(playouts=40))
