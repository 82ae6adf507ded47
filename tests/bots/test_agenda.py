"""The next action, in games with turns and in games against the clock."""

from __future__ import annotations

import doctest
import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from covergames import bots, coverup
from covergames.bots import Agenda, LocalBots, agenda
from covergames.coverup import Done, Flip, Lay, Options, Placement
from covergames.dealer import RandomDealer
from covergames.game import CLOCK, Seat

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")


ADA, BO = Seat(0), Seat(1)


@dataclass(frozen=True)
class Timed:
    t: int


class Always:
    """A bot that always decides the same."""

    def __init__(self, action: Any) -> None:
        self.action = action
        self.asked = 0

    def choose(self, _view: object) -> Any:
        self.asked += 1
        return self.action


def time_of(action: Any) -> int | None:
    return action.t if isinstance(action, Timed) else None


TIMING: Any = SimpleNamespace(
    now=lambda state: state.now,
    deadline=lambda state: state.deadline,
    time_of=time_of,
    at_time=lambda _action, t: Timed(t),
)


def game(*seats: int, deadline: int | None = None) -> Any:
    """Return a game in which these seats may act, and the clock at its deadline."""
    return SimpleNamespace(
        timing=TIMING,
        to_act=lambda _state: tuple(map(Seat, seats)),
        view=lambda _state, seat: seat,
        legal=lambda _state, seat: (Timed(deadline),) if seat == CLOCK and deadline is not None else (),
    )


def moment(now: int = 0, deadline: int | None = None) -> Any:
    """Return a state that is different from all others."""
    return SimpleNamespace(now=now, deadline=deadline)


def seated(*actions: Any) -> dict[Seat, Always]:
    return {Seat(number): Always(action) for number, action in enumerate(actions)}


def first(table: Any, players: Mapping[Seat, Always], *, states: int = 1) -> Any:
    """Return who acts first after this many changes of the table."""
    local = LocalBots(table, players)
    turns = [local.next(moment()) for _ in range(states)]
    return turns[-1]


def test_without_time_the_first_decides() -> None:
    """The other bots are not asked."""
    players = seated("a", "b", "c")
    assert first(game(1, 2), players) == (1, "b")
    assert [player.asked for player in players.values()] == [0, 1, 0]


@pytest.mark.parametrize(
    ("times", "deadline", "changes", "seat"),
    [
        ((30, 10, 20), None, 1, 1),
        ((30, 10, 20), 15, 1, 1),
        ((30, 10, 20), 9, 1, CLOCK),
        ((30, 10, 20), 10, 1, CLOCK),
        ((10, 10, 10), None, 3, 0),
        ((10, 10, 10), None, 1, 1),
        ((10, 10, 10), None, 5, 2),
    ],
)
def test_with_times_the_earliest_action_comes_first(
    times: tuple[int, ...], deadline: int | None, changes: int, seat: int
) -> None:
    """The seat does not matter; among equal times the clock comes first, and bots take turns."""
    players = seated(*map(Timed, times))
    turn = first(game(0, 1, 2, deadline=deadline), players, states=changes)
    assert turn[0] == seat


def test_no_bot_is_asked_twice_about_the_same_state() -> None:
    """An answer is valid until the table changes; then all bots are asked again."""
    players = seated(Timed(10), Timed(20))
    local, before, after = LocalBots(game(0, 1), players), moment(), moment()
    for _ in range(3):
        assert local.next(before) == (0, Timed(10))
    assert [player.asked for player in players.values()] == [1, 1]
    local.next(after)
    assert [player.asked for player in players.values()] == [2, 2]


def test_an_answer_about_another_moment_is_void() -> None:
    """A bot may think elsewhere while the table changes; other bots' answers stay valid."""
    agenda = Agenda(TIMING, [ADA, BO])
    assert agenda.turn_to({ADA: 3, BO: 3}) == (ADA, BO)
    agenda.note(BO, 3, Timed(9))
    assert agenda.turn_to({ADA: 4, BO: 3}) == (ADA,)
    agenda.note(ADA, 3, Timed(5))
    assert agenda.next() == (BO, Timed(9))
    agenda.note(ADA, 4, Timed(7))
    assert agenda.next() == (ADA, Timed(7))
    assert agenda.turn_to({ADA: 5, BO: 5}) == (ADA, BO)
    assert agenda.next() is None


def test_a_bot_that_has_nothing_to_decide_does_nothing() -> None:
    """Its person is back, or the game is over."""
    agenda = Agenda(TIMING, [ADA, BO])
    agenda.turn_to({ADA: 1, BO: 1})
    agenda.note(ADA, 1, Timed(5))
    assert agenda.turn_to({BO: 1}) == (BO,)
    agenda.note(ADA, 1, Timed(5))
    assert agenda.next() is None


def test_a_withdrawn_answer_is_asked_for_again() -> None:
    """For example, because the table has refused it."""
    agenda = Agenda(None, [ADA])
    agenda.turn_to({ADA: 1})
    agenda.note(ADA, 1, "a")
    assert agenda.next() == (ADA, "a")
    agenda.withdraw(ADA)
    assert agenda.turn_to({ADA: 1}) == (ADA,)


def test_an_action_is_due_at_the_time_it_was_planned_for() -> None:
    """It is not due earlier, and it stays due; an action whose time has passed is due at once."""
    agenda = Agenda(TIMING, [ADA, BO])
    agenda.turn_to({ADA: 1, BO: 1}, now=100, clock=[Timed(500)])
    assert (agenda.due(0), agenda.wait(0)) == (None, 500)
    agenda.note(ADA, 1, Timed(300))
    assert (agenda.due(299), agenda.wait(299)) == (None, 1)
    assert agenda.due(300) == agenda.due(9999) == (ADA, Timed(300))
    agenda.note(BO, 1, Timed(40))
    assert agenda.due(100) == (BO, Timed(100))


def test_an_action_without_a_time_is_due_at_once() -> None:
    """It may come before a round begins."""
    agenda = Agenda(TIMING, [ADA])
    agenda.turn_to({ADA: 1})
    assert (agenda.due(-3000), agenda.wait(-3000)) == (None, None)
    agenda.note(ADA, 1, "a")
    assert (agenda.due(-3000), agenda.wait(-3000)) == ((ADA, "a"), 0)


def test_people_are_not_asked() -> None:
    """The caller handles seats without a bot; the clock is for everybody."""
    players = {BO: Always(Timed(90))}
    local, state = LocalBots(game(0, 1, deadline=70), players), moment()
    assert local.due(state, 69) is None
    assert local.due(state, 70) == (CLOCK, Timed(70))
    assert players[BO].asked == 1


def test_the_clock_runs_at_a_table_without_bots() -> None:
    """Time runs out for people too."""
    assert LocalBots(game(0, deadline=70), {}).next(moment()) == (CLOCK, Timed(70))


@pytest.mark.parametrize(
    ("to_act", "people", "deadline", "expected"),
    [
        pytest.param((1, 2), True, None, 10_600, id="people wait, and no clock runs"),
        pytest.param((1, 2), True, 70_001, 10_600, id="people wait for more than a minute"),
        pytest.param((1, 2), True, 70_000, 50_000, id="people wait for the last minute"),
        pytest.param((0, 1, 2), True, None, 50_000, id="a person still acts"),
        pytest.param((1, 2), False, None, 50_000, id="there are no people"),
    ],
)
def test_bots_hurry_if_people_wait_for_them_alone(
    *, to_act: tuple[int, ...], people: bool, deadline: int | None, expected: int
) -> None:
    """Two bots share the pause of one, so that each acts once in it; an action that comes sooner anyway keeps its time."""
    players = {Seat(1): Always(Timed(50_000)), Seat(2): Always(Timed(60_000))}
    local = LocalBots(game(*to_act), players, people=people)
    turn = local.next(moment(10_000, deadline))
    assert turn is not None
    assert turn[1] == Timed(expected)
    soon = LocalBots(game(*to_act), {**players, Seat(1): Always(Timed(10_100))}, people=people)
    assert soon.next(moment(10_000, deadline)) == (1, Timed(10_100))


class Steady:
    """Lays its cards at the origin, one after each interval, and then finishes the round or flips."""

    def __init__(self, every: int) -> None:
        self.every = every

    def choose(self, view: coverup.View) -> coverup.Action:
        assert view.seat is not None
        mine = view.seats[view.seat]
        t = self.every * (len(mine.pile) + 1)
        if len(mine.pile) < 5:
            return Lay(Placement(mine.hand[len(mine.pile)], flip=False, turn=0, x=0, y=0), t)
        return Flip(t) if view.flipped_by is None else Done(t)


def test_a_simulated_round_is_a_race_against_the_sand() -> None:
    """The quick bot flips; the slow one lays until the time is over, and no card more."""
    dealer = RandomDealer(random.Random(1))
    state = coverup.new(2, Options(hourglass=30), dealer)
    players = {Seat(0): Steady(1000), Seat(1): Steady(9000)}
    local = LocalBots(coverup, players)
    while not state.scores:
        turn = local.next(state)
        assert turn is not None
        state = coverup.apply(state, *turn, dealer).state
    assert (state.flipped_by, state.flipped_at, state.now) == (0, 6000, 36_000)
    assert [len(pile) for pile in state.piles] == [5, 3]  # the fourth would have come exactly at the end of the sand


@pytest.mark.parametrize("every", [50, 137, 2500])
def test_the_polling_interval_does_not_matter(every: int) -> None:
    """A live table that is polled plays the same game as one that is asked for each next action."""
    played = [_played(None), _played(every)]
    assert played[0] == played[1]


def _played(every: int | None) -> coverup.State:
    """Return a round of two bots whose table is polled at this interval, in milliseconds; None: when an action is due."""
    state = coverup.new(2, Options(), RandomDealer(random.Random(4)))
    players = {seat: bots.named(coverup, "quick")(random.Random(seat)) for seat in state.seats}
    local = LocalBots(coverup, players)
    now = 0
    while not state.scores:
        turn = local.next(state) if every is None else local.due(state, now)
        if turn is None:
            assert every is not None
            now += every
        else:
            state = coverup.apply(state, *turn, RandomDealer(random.Random(0))).state
    return state


def test_its_example_runs() -> None:
    """The example in the module's docstring works."""
    assert doctest.testmod(agenda) == doctest.TestResults(failed=0, attempted=9)
