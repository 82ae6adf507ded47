"""The luck of a game is measured fairly: by orders of the piles that nobody can tell from the actual one."""

from __future__ import annotations

import random

import pytest

from covergames import coverme
from covergames.analysis.coverme.luck import luck, unknown_orders
from covergames.coverme import Card, State
from covergames.game import Seat
from covergames.kernel import _table as k
from covergames.record import replay
from tests.analysis.games import cover_me
from tests.cases import by_target


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
    found = luck(list(replay(cover_me(3), coverme)), playouts=4, seed=1)
    assert sum(found) == pytest.approx(0.0, abs=1e-9)
    assert max(found) > 0.01
