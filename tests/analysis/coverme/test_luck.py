"""The luck of a game is measured fairly: by orders of the piles that nobody can tell from the actual one."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

import pytest

from covergames import coverme
from covergames.analysis.coverme.luck import drawn, luck, luck_of_deal, luck_of_step, unknown_orders
from covergames.analysis.coverme.values import Effort
from covergames.bots.budget import Budget
from covergames.coverme import Card, Options, State, Take
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.kernel import _table as k
from covergames.record import replay
from tests.analysis.games import cover_me
from tests.cases import by_target

EFFORT = Effort(Budget(playouts=1))
"""As few playouts as there can be."""


def shuffled(state: State, generator: random.Random) -> State:
    """Return the state with the cards of each group in another order."""
    cards: dict[int, Card] = dict(enumerate(state.face_down, start=k.FACE_DOWN))
    cards |= dict(enumerate(state.next_pile, start=k.NEXT))
    cards |= dict(enumerate(state.fictional_pile, start=k.FICTIONAL_PILE))
    for number, pile in enumerate(state.set_aside):
        cards |= dict(enumerate(pile, start=k.SET_ASIDE + k.COLOURED * number))
    for group in unknown_orders(state):
        moved = generator.sample(group, len(group))
        cards |= dict(zip(group, [cards[place] for place in moved], strict=True))
    twin = state.copy()
    twin.face_down = tuple(cards[k.FACE_DOWN + place] for place in range(len(state.face_down)))
    twin.next_pile = tuple(cards[k.NEXT + place] for place in range(len(state.next_pile)))
    twin.fictional_pile = tuple(cards[k.FICTIONAL_PILE + place] for place in range(len(state.fictional_pile)))
    twin.set_aside = tuple(
        tuple(cards[k.SET_ASIDE + k.COLOURED * number + place] for place in range(len(pile)))
        for number, pile in enumerate(state.set_aside)
    )
    return twin


@pytest.mark.parametrize("number", by_target(range(10), fast=2, every=3))
def test_nobody_can_tell_the_compared_orders_apart(number: int) -> None:
    """All seats and spectators have equal views, at every moment of a game, and the piles differ."""
    differing = 0
    moments = list(replay(cover_me(number), coverme))[::7]
    for moment in moments:
        state = moment.state
        twin = shuffled(state, random.Random(moment.index))
        differing += twin.face_down != state.face_down
        for viewer in (*map(Seat, range(state.players)), None):
            assert coverme.view(twin, viewer) == coverme.view(state, viewer)
    assert differing > len(moments) / 2


def test_one_seats_luck_is_the_bad_luck_of_others() -> None:
    """The shares of the victory add up to 1 in every order, so the luck of all seats adds up to 0."""
    found = luck(list(replay(cover_me(3), coverme)), Effort(Budget(playouts=8)), lambda: None, seed=1)
    assert sum(found) == pytest.approx(0.0, abs=1e-9)
    assert max(found) > 0.01


def test_only_cards_that_leave_a_pile_are_luck() -> None:
    """Each of them lies where the rules draw it from: on top of its pile, above every unknown card that stays."""
    drawing = 0
    for before, moment in pairwise(replay(cover_me(0), coverme)):
        groups = unknown_orders(before.state)
        found = drawn(groups, before.state, moment.state)
        drawing += bool(found)
        top = before.state.face_down[len(before.state.face_down) - len(found) :]
        if found and not before.state.next_pile and before.state.year == moment.state.year:
            assert {card for _, card in found} <= set(top)
    assert drawing > 20


@pytest.mark.slow
@pytest.mark.prove(sample=150, proof=3000)
def test_the_mean_luck_of_a_draw_is_0(quantity: int) -> None:
    """Whatever the value function is: over all orders of the piles in which the same decision could have been carried out."""
    before, moment = next(
        (before, moment)
        for before, moment in pairwise(replay(cover_me(0), coverme))
        if isinstance(moment.action, Take) and not moment.action.source.is_open
    )
    assert moment.seat is not None
    assert moment.action is not None
    generator = random.Random(1)
    lucks = []
    for number in range(quantity):
        state = shuffled(before.state, generator)
        after = coverme.apply(state, moment.seat, moment.action, RandomDealer(generator)).state
        lucks.append(luck_of_step(state, replace(moment, state=after), EFFORT, seed=number)[moment.seat])
    assert abs(fmean(lucks)) < 4 * stdev(lucks) / sqrt(quantity)
    assert stdev(lucks) > 0.005


@pytest.mark.slow
@pytest.mark.prove(sample=100, proof=2000)
def test_the_mean_luck_of_a_deal_is_0(quantity: int) -> None:
    """For the starting seat, over many deals."""
    options = Options(start=Seat(0), first_game=True)
    lucks = [
        luck_of_deal(coverme.new(3, options, RandomDealer(random.Random(number))), EFFORT, seed=number)[0]
        for number in range(quantity)
    ]
    assert abs(fmean(lucks)) < 4 * stdev(lucks) / sqrt(quantity)
    assert stdev(lucks) > 0.005
