"""Random tables with legal and illegal decisions, and everything that must always be true."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from covergames import coverme, record
from covergames.coverme import (
    Action,
    Card,
    Clothes,
    Feature,
    GameLength,
    Keep,
    Options,
    Place,
    Row,
    Source,
    State,
    Stay,
    Swap,
    Take,
    TwoPlayer,
    Vote,
)
from covergames.coverme.options import Removed
from covergames.dealer import RandomDealer
from covergames.game import IllegalAction, Seat
from covergames.record import Recording
from tests.cases import examples
from tests.coverme.generous import Generous
from tests.coverme.invariants import check_position


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, Options]:
    """Draw any number of players with any valid options."""
    players = draw(st.integers(2, 5))
    removed: Removed | None = draw(st.sampled_from([None, None, "drawn", *Clothes]))
    return players, Options(
        length=draw(st.sampled_from(GameLength)),
        same_value=removed,
        years=None if removed is None else draw(st.none() | st.integers(1, 10)),
        two_player=draw(st.sampled_from(TwoPlayer)) if players == 2 else TwoPlayer.FICTIONAL,
        first_game=draw(st.booleans()),
        open_scores=draw(st.booleans()),
        start=draw(st.none() | st.integers(0, players - 1).map(Seat)),
    )


@st.composite
def actions(draw: st.DrawFn, state: State) -> Action:
    """Draw any well-formed action: mostly with cards that are nearby, sometimes with ones that do not exist."""
    near = sorted(
        {*(card for hand in state.hands for card in hand), *state.looked, *(c for row in state.covers for c in row)}
    )
    card = st.sampled_from(near or [Card(0)]) | st.integers(-1, 162).map(Card)
    cards = st.lists(card, max_size=3).map(tuple)
    kind: type[Action] = draw(st.sampled_from([Take, Place, Keep, Feature, Swap, Stay, Vote]))
    if kind is Take:
        return Take(draw(st.sampled_from(Source)))
    if kind is Place:
        return Place(draw(cards))
    if kind is Keep:
        return Keep(draw(cards))
    if kind is Feature:
        return Feature(draw(st.sampled_from(Row)), draw(card))
    if kind is Swap:
        return Swap(draw(card))
    return Stay() if kind is Stay else Vote(play_on=draw(st.booleans()))


class Table(RuleBasedStateMachine):
    """One game with legal and illegal actions."""

    game: Recording

    @initialize(table=tables(), seed=st.integers(0, 2**32))
    def sit_down(self, table: tuple[int, Options], seed: int) -> None:
        players, options = table
        self.chooser = random.Random(seed)
        self.generous = Generous(self.chooser, effort=1, extra_seasons=2)
        self.game = Recording.begin(coverme, ["x"] * players, options, RandomDealer(self.chooser))

    @property
    def state(self) -> State:
        state = self.game.state
        assert isinstance(state, State)
        return state

    def is_over(self) -> bool:
        return coverme.result(self.state) is not None

    @precondition(lambda self: not self.is_over())
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """Every legal action of every seat that has to decide is accepted."""
        seat = data.draw(st.sampled_from(coverme.to_act(self.state)))
        self.game.act(seat, data.draw(st.sampled_from(list(coverme.legal(self.state, seat)))))

    @precondition(lambda self: not self.is_over())
    @rule(decisions=st.integers(10, 120), is_generous=st.booleans())
    def hurry(self, decisions: int, *, is_generous: bool) -> None:
        """The game continues for a while."""
        for _ in range(decisions):
            if self.is_over():
                return
            seat = self.chooser.choice(coverme.to_act(self.state))
            legal = coverme.legal(self.state, seat)
            self.game.act(seat, self.generous.choose(self.state, seat) if is_generous else self.chooser.choice(legal))
            check_position(self.state)

    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        """Legal actions are accepted; others are refused with a rule and a reason, and change neither game nor record."""
        seat = Seat(data.draw(st.integers(-1, self.state.players)))
        action = data.draw(actions(self.state))
        if action in coverme.legal(self.state, seat):
            self.game.act(seat, action)
            return
        before, written = self.state.copy(), len(self.game.record.events)
        with pytest.raises(IllegalAction) as refusal:
            self.game.act(seat, action)
        assert refusal.value.rule_id.startswith("CM-")
        assert refusal.value.reason
        assert self.state == before
        assert len(self.game.record.events) == written

    @rule()
    def read_the_record(self) -> None:
        """The record so far, written, read and replayed, gives the same position."""
        again = record.read(self.game.record.encode())
        assert record.position(again).state == self.state

    @invariant()
    def the_rules_hold(self) -> None:
        check_position(self.state)

    @invariant()
    def there_is_no_dead_end(self) -> None:
        seats = coverme.to_act(self.state)
        assert bool(seats) != self.is_over()
        for number in range(self.state.players):
            assert bool(coverme.legal(self.state, Seat(number))) == (number in seats)


class LongTable(Table):
    """The same with more steps."""


Table.TestCase.settings = settings(max_examples=examples(0.5), stateful_step_count=20)
LongTable.TestCase.settings = settings(max_examples=examples(1), stateful_step_count=40)

TestTable = pytest.mark.rule("CM-C1", "CM-E5", "CM-S8", "CM-R4")(Table.TestCase)
TestLongTable = pytest.mark.prove(pytest.mark.slow(LongTable.TestCase))
