"""Places as bits are the places that `linked_placements` lists, and legal actions are a sequence of them."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covergames import coverup
from covergames.coverup import Card, Done, Lay, Options, Pile, Placement, house_deck
from covergames.coverup.layout import conflicts, moved
from covergames.coverup.legal_actions import LegalActions
from covergames.coverup.placements import Places, linked_placements, places
from covergames.dealer import RandomDealer
from covergames.game import Seat
from tests.coverup.test_layout import CARDS, good_piles, loose_piles

DECK = house_deck()


def listed(hand: tuple[Card, ...], pile: Pile) -> list[list[Placement]]:
    """Return the places as their definition lists them."""
    return [[at for at in linked_placements(card, pile, DECK) if at not in pile] for card in hand]


@st.composite
def far_piles(draw: st.DrawFn) -> Pile:
    """Draw cards that lie anywhere, near the edge of a board and far beyond."""
    spread = draw(st.sampled_from((9, 10, 25, 26, 57, 58, 10**6)))
    where = st.integers(0, spread)
    held = draw(st.lists(CARDS, min_size=1, max_size=5, unique=True))
    pile = tuple(
        Placement(card, draw(st.booleans()), draw(st.integers(0, 3)), draw(where), draw(where)) for card in held
    )
    return moved(pile, x=draw(st.integers(-100, 100)), y=-3)


@pytest.mark.rule("CU-P4")
@given(good_piles() | loose_piles() | far_piles(), st.lists(CARDS, max_size=3, unique=True))
def test_bits_and_lists_agree(pile: Pile, more: list[Card]) -> None:
    """For any pile, flawed or not, near or far: the same places in the same order, without the one where a card lies."""
    hand = tuple(dict.fromkeys([*(at.card for at in pile), *more]))
    found = places(hand, pile, DECK)
    assert [[of_card[number] for number in range(len(of_card))] for of_card in found] == listed(hand, pile)


@given(good_piles())
def test_a_pile_without_conflicts_is_searched_as_bits(pile: Pile) -> None:
    """The quick way is the usual one: a list occurs only where no other card is laid."""
    assert not conflicts(pile, DECK)
    if len(pile) > 1:
        found = places(tuple(at.card for at in pile), pile, DECK)
        assert all(isinstance(of_card, Places) for of_card in found)


def position(lays: int) -> coverup.State:
    """Return a position in which seat 0 has laid that many cards."""
    chance = random.Random(2)
    dealer = RandomDealer(chance)
    state = coverup.new(2, Options(), dealer)
    while len(state.piles[0]) < lays:
        action = chance.choice(coverup.legal(state, Seat(0)))
        if isinstance(action, Lay):
            state = coverup.apply(state, Seat(0), action, dealer).state
    return state


@pytest.mark.parametrize("lays", [0, 1, 3, 5])
def test_legal_actions_are_a_sequence(lays: int) -> None:
    """Length, items from both ends, slices, order, membership, copies: as of a list."""
    state = position(lays)
    legal = coverup.legal(state, Seat(0))
    assert isinstance(legal, LegalActions)
    everything = list(legal)
    assert len(legal) == len(everything) > 8
    assert [legal[number] for number in range(len(legal))] == everything
    assert [legal[-number] for number in range(1, len(legal) + 1)] == everything[::-1] == list(reversed(legal))
    assert legal[3:9] == everything[3:9]
    assert everything[-1] == Done(state.now)
    assert everything[5] in legal
    assert legal.index(everything[7]) == 7
    assert repr(legal) == repr(everything)
    assert list(pickle.loads(pickle.dumps(legal))) == everything
    lays_listed = [action.placement for action in everything if isinstance(action, Lay)]
    assert lays_listed == [at for of_card in listed(state.hands[0], state.piles[0]) for at in of_card]


@pytest.mark.parametrize("beyond", [0, 3])
def test_a_number_beyond_the_end_is_refused(beyond: int) -> None:
    """At both ends, as for a list."""
    legal = coverup.legal(position(2), Seat(0))
    for number in (len(legal) + beyond, -len(legal) - 1 - beyond):
        with pytest.raises(IndexError):
            legal[number]
