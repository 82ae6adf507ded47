"""Advice leads to a best pile from any start, and takes away only cards that are misplaced or not linked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from covergames.coverup import Card, Pile, Placement, house_deck, score
from covergames.coverup.advice import LayNext, TakeAway, advise
from covergames.coverup.hand import deal
from covergames.coverup.layout import group, is_flawless, mirrored, moved, picture, quarter_turned
from covergames.coverup.solver import best_piles
from covergames.dealer import RandomDealer
from tests.coverup_kit import deck_with

DECK = house_deck()
HAND = deal(DECK, 5, RandomDealer(random.Random(1)))
BEST = best_piles(HAND, DECK)
POINTS = score(BEST[0], HAND, DECK).points


def followed(laid: Pile, best: tuple[Pile, ...] = BEST) -> tuple[Pile, int]:
    """Return the pile that the advice leads to, and the number of removed cards."""
    taken = 0
    for _ in range(2 * len(best[0]) + 1):
        match advise(laid, best, DECK):
            case LayNext(placement):
                laid = (*laid, placement)
                assert is_flawless(laid, DECK), "every card is linked to all others"
            case TakeAway(card):
                laid = tuple(at for at in laid if at.card != card)
                taken += 1
            case None:
                return laid, taken
    raise AssertionError(f"no end after {laid}")


def orientations(pile: Pile) -> Iterator[Pile]:
    """Yield the pile turned and mirrored in all eight ways."""
    for way in (pile, mirrored(pile)):
        lying = way
        for _ in range(4):
            yield lying
            lying = quarter_turned(lying)


def check_parts(best: tuple[Pile, ...], hand: tuple[Card, ...], *, of: int) -> None:
    """Check the advice from every part of this many best piles, in every orientation.

    It keeps all cards of a linked part. Of a part that is not linked it takes away no more than is outside one group.
    """
    points = score(best[0], hand, DECK).points
    for pile in (way for one in best[:of] for way in orientations(one)):
        for size in range(len(pile) + 1):
            for laid in combinations(pile, size):
                done, taken = followed(laid, best)
                assert score(done, hand, DECK).points == points
                assert taken <= len(laid) - len(group(laid, DECK))


def test_from_an_empty_table_it_lays_a_best_pile_card_by_card() -> None:
    """No card has to be removed, and each card is linked to those before."""
    pile, taken = followed(())
    assert (score(pile, HAND, DECK).points, taken) == (POINTS, 0)


def test_a_best_pile_is_recognised_in_every_orientation() -> None:
    """It may be turned, mirrored, moved, or laid in another order."""
    for pile in BEST:
        for lying in orientations(pile):
            assert advise(moved(lying, x=-7, y=40)[::-1], BEST, DECK) is None


def test_cards_of_a_best_pile_stay() -> None:
    """Any of its cards stay, and the others are added to them."""
    for pile in BEST[:3]:
        for kept in range(1, len(pile)):
            laid = moved(quarter_turned(pile), x=3, y=5)[-kept:]
            done, taken = followed(laid)
            assert taken == 0
            assert done[:kept] == laid
            assert score(done, HAND, DECK).points == POINTS


def test_only_the_card_in_the_way_is_taken_away() -> None:
    """Four of five cards are right: the advice names the fifth, anywhere in the pile."""
    for place, at in enumerate(BEST[0]):
        wrong = Placement(at.card, at.flip, at.turn, at.x + 30, at.y)
        laid = (*BEST[0][:place], wrong, *BEST[0][place + 1 :])
        assert advise(laid, BEST, DECK) == TakeAway(at.card)


@pytest.mark.slow
@given(
    st.lists(
        st.builds(
            Placement,
            st.sampled_from(HAND),
            st.booleans(),
            st.integers(0, 3),
            st.integers(-3, 3),
            st.integers(-3, 3),
        ),
        unique_by=lambda at: at.card,
    )
)
@example(
    [
        Placement(Card(71), flip=False, turn=3, x=0, y=-3),
        Placement(Card(56), flip=True, turn=3, x=-2, y=-2),
    ]
)
def test_it_always_ends_with_a_best_pile(laid: list[Placement]) -> None:
    """This is true from any start, and the advice removes no card that it has laid."""
    pile, taken = followed(tuple(laid))
    assert score(pile, HAND, DECK).points == POINTS
    assert taken <= len(laid)


@pytest.mark.slow
def test_from_every_part_of_every_best_pile() -> None:
    """Parts of a best pile need not be linked to each other."""
    check_parts(BEST, HAND, of=len(BEST))


@pytest.mark.slow
@pytest.mark.prove(sample=3, proof=60)
def test_from_every_part_of_best_piles_of_many_hands(quantity: int) -> None:
    """The same is true for other hands, with two best piles of each."""
    for seed in range(2, 2 + quantity):
        hand = deal(DECK, 5, RandomDealer(random.Random(seed)))
        check_parts(best_piles(hand, DECK), hand, of=2)


def test_orientations_that_look_the_same_are_the_same() -> None:
    """A card that looks the same after half a turn may lie either way."""
    deck = deck_with(g01="12.. ..21", g02="12.. ..34")
    hand = (deck.card("g01"), deck.card("g02"))
    best = best_piles(hand, deck)
    for pile in best:
        other = tuple(
            Placement(at.card, at.flip, (at.turn + 2) % 4, at.x, at.y) if at.card == hand[0] else at for at in pile
        )
        assert picture(other, deck) == picture(pile, deck)
        assert advise(other, best, deck) is None


def test_a_card_that_every_best_pile_leaves_aside_is_taken_away() -> None:
    """It is linked nowhere, so it cannot stay."""
    deck = deck_with(g01="11.. ..22", g02="11.. ..22", g03="34.. ..56")
    hand = tuple(deck.card(name) for name in ("g01", "g02", "g03"))
    best = best_piles(hand, deck)
    alone = hand[2]
    assert all(alone not in {at.card for at in pile} for pile in best)
    assert advise((Placement(alone, flip=False, turn=0, x=0, y=0),), best, deck) == TakeAway(alone)
