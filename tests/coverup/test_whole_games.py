"""Whole games with hostile timing, and everything that is true in every position."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from covergames import coverup
from covergames.coverup import (
    Action,
    Card,
    Colour,
    Done,
    Flip,
    GiveBack,
    Lay,
    Lift,
    Options,
    Phase,
    Placement,
    State,
    TimeUp,
)
from covergames.coverup.placements import linked_placements
from covergames.game import CLOCK, IllegalAction, Seat
from covergames.schema import codec_of
from tests.cases import examples
from tests.coverup_kit import Rigged

SEATS = st.integers(0, 5).map(Seat)
TIMES = st.sampled_from([-1, 0, 0, 0, 1, 500, 29_999, 30_000, 300_000])
"""The time since the latest action: mostly the same millisecond, sometimes when time is nearly or just up."""


class WholeGame(RuleBasedStateMachine):
    """Players who lay, lift, flip, finish and give back at any moment, legally or not, and a clock that interrupts."""

    @initialize(
        players=st.integers(2, 6),
        hourglass=st.sampled_from([1, 30]),
        limit=st.sampled_from([None, 40, 300]),
        assist=st.booleans(),
    )
    def begin(self, players: int, hourglass: int, limit: int | None, assist: bool) -> None:  # noqa: FBT001
        self.state: State = coverup.new(
            players, Options(hourglass=hourglass, round_limit=limit, assist=assist), Rigged({})
        )

    def attempt(self, seat: Seat, action: Action) -> bool:
        """Try an action; if it is refused, there is a rule and a reason, and nothing has changed."""
        before = self.state
        kept = pickle.dumps(before)
        try:
            step = coverup.apply(before, seat, action, Rigged({}))
        except IllegalAction as refused:
            rule_id, reason = refused.rule_id, refused.reason
            assert rule_id.startswith("CU-")
            assert reason
            assert action not in coverup.legal(before, seat)
            return False
        finally:
            assert pickle.dumps(before) == kept
        assert seat in coverup.to_act(before) or seat == CLOCK
        self.state = step.state
        for event in step.events:
            for viewer in (None, *self.state.seats):
                assert coverup.redact(coverup.redact(event, viewer), viewer) == coverup.redact(event, viewer)
        return True

    def card(self, seat: Seat, index: int) -> Card:
        return self.state.hands[seat % self.state.players][index]

    @rule(seat=SEATS, index=st.integers(0, 4), wait=TIMES, data=st.data())
    def lay_well(self, seat: Seat, index: int, wait: int, data: st.DataObject) -> None:
        if seat < self.state.players:
            card = self.card(seat, index)
            places = linked_placements(card, self.state.piles[seat], self.state.options.deck)
            if places:
                self.attempt(seat, Lay(data.draw(st.sampled_from(places)), self.state.now + wait))

    @rule(seat=SEATS, wait=TIMES)
    def lay_all(self, seat: Seat, wait: int) -> None:
        for index in range(5):
            if seat < self.state.players:
                self.attempt(
                    seat,
                    Lay(Placement(self.card(seat, index), flip=False, turn=0, x=index, y=0), self.state.now + wait),
                )

    @rule(seat=SEATS, owner=SEATS, index=st.integers(0, 4), turn=st.integers(0, 4), x=st.integers(-9, 9), wait=TIMES)
    def lay_badly(self, seat: Seat, owner: Seat, index: int, turn: int, x: int, wait: int) -> None:
        self.attempt(
            seat, Lay(Placement(self.card(owner, index), flip=True, turn=turn, x=x, y=x), self.state.now + wait)
        )

    @rule(seat=SEATS, index=st.integers(0, 4), wait=TIMES)
    def lift(self, seat: Seat, index: int, wait: int) -> None:
        self.attempt(seat, Lift(self.card(seat, index), self.state.now + wait))

    @rule(first=SEATS, second=SEATS, wait=TIMES)
    def two_flip_in_the_same_millisecond(self, first: Seat, second: Seat, wait: int) -> None:
        t = self.state.now + wait
        round_number = self.state.round
        flips = [self.attempt(seat, Flip(t)) for seat in (first, second)]
        assert sum(flips) <= 1 or self.state.round != round_number

    @rule(seat=SEATS, wait=TIMES)
    def say_done(self, seat: Seat, wait: int) -> None:
        self.attempt(seat, Done(self.state.now + wait))

    @rule()
    def everybody_is_done(self) -> None:
        for seat in self.state.seats:
            self.attempt(seat, Done(self.state.now))

    @rule(seat=st.sampled_from([CLOCK, CLOCK, CLOCK, Seat(0)]), late=st.sampled_from([-1, 0, 0, 0, 5]))
    def time_up(self, seat: Seat, late: int) -> None:
        end = self.state.deadline
        self.attempt(seat, TimeUp(late if end is None else max(end, self.state.now) + late))

    @rule(seat=SEATS, index=st.integers(0, 4))
    def give_back(self, seat: Seat, index: int) -> None:
        self.attempt(seat, GiveBack(self.card(seat, index)))

    @precondition(lambda self: self.state.phase is Phase.GIVE_BACK)
    @rule()
    def everybody_gives_back(self) -> None:
        for seat in coverup.to_act(self.state):
            self.attempt(seat, coverup.legal(self.state, seat)[0])

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        if hasattr(self, "state"):
            state = self.state
            held = [card for hand in state.hands for card in hand]
            assert Counter([*held, *state.green, *state.yellow, *state.red]) == Counter(range(108))
            for hand, pile in zip(state.hands, state.piles, strict=True):
                laid = [at.card for at in pile]
                assert len(hand) == 5
                assert len(set(laid)) == len(laid)
                assert set(laid) <= set(hand)
                counts = Counter(state.options.deck[card].colour for card in hand)
                assert counts[Colour.GREEN] == 6 - state.round

    @invariant()
    def who_can_act_has_something_to_do(self) -> None:
        if hasattr(self, "state"):
            state = self.state
            to_act = coverup.to_act(state)
            assert bool(to_act) == (coverup.result(state) is None)
            for seat in (*state.seats, CLOCK):
                actions = coverup.legal(state, seat)
                may_act = state.phase is Phase.LAY and state.deadline is not None if seat == CLOCK else seat in to_act
                assert bool(actions) == may_act
                for action in (*actions[:2], *actions[-2:]):
                    coverup.apply(state, seat, action, Rigged({}))
                    data = codec_of(coverup, state.options).write_decision(seat, action)
                    assert codec_of(coverup, state.options).read_decision(data) == (seat, action)

    @invariant()
    def time_and_scores_add_up(self) -> None:
        if hasattr(self, "state"):
            state = self.state
            assert len(state.scores) == state.round - (state.phase is Phase.LAY)
            assert (state.flipped_by is None) == (state.flipped_at is None)
            if state.flipped_at is not None:
                assert state.deadline == state.flipped_at + 1000 * state.options.hourglass
            assert state.phase is not Phase.LAY or state.deadline is None or state.now < state.deadline
            assert sum(abs(seat.hourglass) for scores in state.scores for seat in scores) <= len(state.scores)
            found = coverup.result(state)
            if found is not None:
                assert found.scores == state.totals
                assert min(found.places) == 1
                assert found.places[found.scores.index(min(found.scores))] == 1


WholeGame.TestCase.settings = settings(
    max_examples=examples(0.4), stateful_step_count=40, suppress_health_check=list(HealthCheck)
)
test_whole_games = pytest.mark.slow(pytest.mark.rule("CU-H1", "CU-H2", "CU-H3")(WholeGame.TestCase))


@pytest.mark.rule("CU-H2", "CU-X1")
def test_a_game_in_which_nobody_ever_flips_or_lays_ends() -> None:
    """The clock alone ends the game, with all cards aside in every round."""
    state = coverup.new(4, Options(), Rigged({}))
    while seats := coverup.to_act(state):
        seat = CLOCK if state.phase is Phase.LAY else seats[-1]
        state = coverup.apply(state, seat, coverup.legal(state, seat)[0], Rigged({})).state
    found = coverup.result(state)
    assert found is not None
    assert found.scores == (25 + 26 + 28 + 29 + 31,) * 4
    assert found.places == (1, 1, 1, 1)
