"""The choice of the card to give back."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import fmean

import pytest

from covergames import coverup
from covergames.bots.coverup.giving import Giving, unseen
from covergames.bots.coverup.players import EXPERT
from covergames.bots.coverup.sight import Blind, Perfect
from covergames.coverup import Card, Colour, View, house_deck, solve
from covergames.game import Seat
from tests.coverup import brute_force
from tests.coverup_kit import Table, cards

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

DECK = house_deck()


def giving(round_number: int = 1) -> View:
    """Return seat 1's view between rounds."""
    table = Table.of("g01 g02 g03 g04 g05", "g06 g07 g08 g09 g10", "g11 g12 g13 g14 g15")
    for _ in range(round_number - 1):
        table.next_round()
    table.done(0, 1, 2)
    return coverup.view(table.state, Seat(1))


def with_hand(view: View, hand: str, *, coming: str) -> View:
    """Return the view with this hand; only these cards may still come, because the others hold the rest."""
    left = set(cards(coming, DECK))
    away = tuple(Card(card) for card in range(len(DECK.faces)) if DECK[Card(card)].colour is not Colour.GREEN)
    seats = list(view.seats)
    seats[0] = replace(seats[0], hand=tuple(card for card in away if card not in left))
    seats[1] = replace(seats[1], hand=cards(hand, DECK))
    return replace(view, seats=tuple(seats))


@pytest.mark.parametrize(("round_number", "colour", "number"), [(1, "y", 36), (2, "r", 36), (3, "y", 33), (4, "r", 33)])
def test_only_cards_that_no_player_holds_may_come(round_number: int, colour: str, number: int) -> None:
    """They are yellow after rounds 1 and 3, red after 2 and 4; a card that was drawn never goes back."""
    view = giving(round_number)
    coming = unseen(view)
    assert len(coming) == number
    assert {DECK[card].id[0] for card in coming} == {colour}
    assert not set(coming) & {card for seat in view.seats for card in seat.hand}


@pytest.mark.parametrize(
    ("hand", "coming"),
    [("g06 g07 g08", "y02"), ("g01 g17 y05", "y07 y30"), ("g12 g33 r04", "y11")],
)
def test_the_neighbour_gets_the_worst_expected_hand(hand: str, coming: str) -> None:
    """The test tries each green card, each card that may come, and every pile of the rest."""
    view = with_hand(giving(), hand, coming=coming)
    points = {}
    for green in (card for card in cards(hand, DECK) if DECK[card].colour is Colour.GREEN):
        kept = [card for card in cards(hand, DECK) if card != green]
        points[green] = fmean(brute_force.best([*kept, card], DECK)[0] for card in cards(coming, DECK))
    worst = {card for card, value in points.items() if value == max(points.values())}
    for seed in range(3):
        assert Giving(Perfect(), None).card(view, random.Random(seed)) in worst


def test_all_cards_that_may_come_are_considered() -> None:
    """For both green cards of a hand of round 4, the expected points are the mean over the 33 red cards that may come."""
    view = giving(4)
    hand = view.seats[1].hand
    expected = {}
    for green in (card for card in hand if DECK[card].colour is Colour.GREEN):
        kept = [card for card in hand if card != green]
        expected[green] = fmean(solve([*kept, card], DECK).points for card in unseen(view))
    assert len(expected) == 2
    assert Giving(Perfect(), None).card(view, random.Random(0)) == max(expected, key=lambda card: expected[card])


@pytest.mark.parametrize("way", [Giving(Blind(), 0), Giving(EXPERT.sight, 0.5), Giving(Perfect(), 1)])
@pytest.mark.parametrize("round_number", [1, 2, 4])
def test_a_green_card_is_given_back(way: Giving, round_number: int) -> None:
    """It is one of the viewer's cards; the same generator gives the same card."""
    view = giving(round_number)
    first, again = (way.card(view, random.Random(7)) for _ in range(2))
    assert first == again
    assert first in view.seats[1].hand
    assert DECK[first].colour is Colour.GREEN


def test_a_player_that_thinks_of_no_card_gives_any_green_one_back() -> None:
    """Over many choices, every green card of the hand is given."""
    view = giving()
    given = {Giving(Perfect(), 0).card(view, random.Random(seed)) for seed in range(60)}
    assert given == set(view.seats[1].hand)


def test_a_person_gives_back_what_helps_the_others_most_as_far_as_it_sees() -> None:
    """With an expert's eye and all cards in mind it gives back one of the two best cards, by the solver's account."""
    view = with_hand(giving(), "g06 g07 g08 g09 g10", coming="y01 y02")
    chosen = Giving(EXPERT.sight, 2).card(view, random.Random(0))
    hand, coming = view.seats[1].hand, cards("y01 y02", DECK)
    points = {
        green: sum(solve([*(card for card in hand if card != green), card], DECK).points for card in coming)
        for green in hand
    }
    assert points[chosen] >= sorted(points.values())[-2], points
