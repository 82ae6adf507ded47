"""The piles that players see in their hands."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import fmean

import pytest

from covergames.bots.coverup.players import FIRST_GLANCE
from covergames.bots.coverup.sight import Blind, CardByCard, Glance, Perfect, Sight, best_pile, places_with_a_clash
from covergames.coverup import Card, Colour, Pile, house_deck, score, solve
from covergames.coverup.layout import conflicts, is_flawless, links, visible
from covergames.coverup.placements import linked_placements
from tests.coverup_kit import cards, deck_with, pile

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

DECK = house_deck()
CAREFUL = Glance(sees=0.5, slips=0.2, overlooks=0.0)


def hands(number: int) -> list[list[Card]]:
    generator = random.Random(3)
    everything = [Card(card) for card in range(len(DECK.faces))]
    return [generator.sample(everything, 5) for _ in range(number)]


def points(sight: Sight, hand: list[Card], seed: int = 0) -> int:
    return score(sight.target((), hand, DECK, random.Random(seed)), hand, DECK).points


@pytest.mark.parametrize("sight", [Blind(), CAREFUL, CardByCard(), Perfect()])
def test_every_part_of_a_seen_pile_is_flawless(sight: Sight) -> None:
    """Time may run out after any card."""
    for number, hand in enumerate(hands(8)):
        target = sight.target((), hand, DECK, random.Random(number))
        for length in range(1, len(target) + 1):
            assert is_flawless(target[:length], DECK)
        assert target[0].x == target[0].y == 0


@pytest.mark.parametrize("sight", [Blind(), CAREFUL, CardByCard()])
def test_laid_cards_stay(sight: Sight) -> None:
    """The target begins with them."""
    for hand in hands(4):
        laid = Blind().target((), hand, DECK, random.Random(5))[:2]
        assert sight.target(laid, hand, DECK, random.Random(6))[:2] == laid


def test_who_sees_better_has_fewer_points() -> None:
    """Over 40 hands, in this order: anywhere, at a glance, card by card, perfect."""
    sights: list[Sight] = [Blind(), CAREFUL, CardByCard(), Perfect()]
    means = [fmean(points(sight, hand) for hand in hands(40)) for sight in sights]
    assert all(worse > better + 0.4 for worse, better in pairwise(means)), means


def hands_of_all_rounds(number: int) -> list[list[Card]]:
    """Return as many hands of each round: five green cards, then one fewer each round and one more yellow or red (CU-N1)."""
    generator = random.Random(4)
    green, yellow, red = (DECK.of_colour(colour) for colour in (Colour.GREEN, Colour.YELLOW, Colour.RED))
    return [
        [
            *generator.sample(green, 5 - passed),
            *generator.sample(yellow, (passed + 1) // 2),
            *generator.sample(red, passed // 2),
        ]
        for passed in range(5)
        for _ in range(number)
    ]


def test_a_novice_ends_five_to_eight_points_above_the_optimum() -> None:
    """On average over hands of all rounds; half of its piles lack a card, which is a mistake that people make."""
    above, lacking = [], 0
    for number, hand in enumerate(hands_of_all_rounds(20)):
        target = FIRST_GLANCE.target((), hand, DECK, random.Random(number))
        above.append(score(target, hand, DECK).points - best_pile(tuple(sorted(hand)), DECK).points)
        lacking += len(target) < len(hand)
    assert 5 < fmean(above) < 8
    assert min(above) >= 0
    assert 30 < lacking < 70


def test_a_card_left_aside_is_never_the_first() -> None:
    """Even a player who leaves everything aside lays one card."""
    timid = Glance(sees=0.5, slips=0.0, overlooks=0.0, leaves=1.0)
    for number, hand in enumerate(hands(3)):
        target = timid.target((), hand, DECK, random.Random(number))
        assert len(target) == 1
        assert timid.better((), hand, DECK, random.Random(number)) == ()


def test_perfect_sight_finds_the_optimum() -> None:
    """The solver proves it (CU-B1)."""
    for hand in hands(10):
        best = solve(hand, DECK)
        assert best.proven
        assert points(Perfect(), hand) == best.points == best_pile(tuple(sorted(hand)), DECK).points


def test_perfect_sight_keeps_laid_cards_of_a_best_pile() -> None:
    """Cards that belong to a best pile stay; others may move."""
    for hand in hands(6):
        best = solve(hand, DECK)
        for laid in (best.pile[:2], Blind().target((), hand, DECK, random.Random(1))):
            target = Perfect().target(laid, hand, DECK, random.Random(0))
            assert score(target, hand, DECK).points == best.points
            if laid == best.pile[:2]:
                assert set(laid) <= set(target)


@pytest.mark.parametrize("sight", [CAREFUL, CardByCard()])
def test_a_second_look_is_never_worse(sight: Sight) -> None:
    """It moves one card or none, and some looks help."""
    helped = 0
    for number, hand in enumerate(hands(20)):
        laid = Blind().target((), hand, DECK, random.Random(number))
        better = sight.better(laid, hand, DECK, random.Random(number))
        assert is_flawless(better, DECK)
        assert len(set(better) - set(laid)) <= 1
        assert len(visible(better, DECK)) <= len(visible(laid, DECK))
        helped += better != laid
    assert helped > 4


def test_a_second_look_does_not_help_blind_or_perfect_sight() -> None:
    """Blind sight does not look, and perfect sight has seen the best pile; but perfect sight improves a poor pile."""
    for number, hand in enumerate(hands(4)):
        poor = Blind().target((), hand, DECK, random.Random(number))
        best = Perfect().target((), hand, DECK, random.Random(number))
        assert Blind().better(poor, hand, DECK, random.Random(number)) == poor
        assert set(Perfect().better(best, hand, DECK, random.Random(number))) == set(best)
        found = Perfect().better(poor, hand, DECK, random.Random(number))
        assert len(visible(found, DECK)) == len(visible(best, DECK))


def test_a_second_look_finds_the_better_place_of_any_card() -> None:
    """The lowest card, which supports no other, can be hidden completely."""
    deck = deck_with(g01="12.. 3..4", g02="12.. 3..4", g03="12.. .55.")
    hand = cards("g01 g02 g03", deck)
    laid = pile("g02:2@3,1 g01@0,0 g03@0,0", deck)
    better = CardByCard().better(laid, hand, deck, random.Random(0))
    assert (len(visible(laid, deck)), len(visible(better, deck))) == (9, 6)


def test_a_clash_that_may_be_overlooked_is_one() -> None:
    """One square has two different symbols, another one has equal ones; all of these places are found."""
    deck = deck_with(g01="12.. 3..4", g02="12.. 5..6")
    laid = pile("g01@0,0", deck)
    (card,) = cards("g02", deck)
    places = places_with_a_clash(card, laid, deck)
    assert places
    for at in places:
        assert len(conflicts((*laid, at), deck)) == 1
        assert links((*laid, at), deck)
    assert not set(places) & set(linked_placements(card, laid, deck))
    assert pile("g02:2@0,0", deck)[0] not in places


def test_beginners_sometimes_overlook_clashes() -> None:
    """If they overlook everything, every card but the first clashes; if they overlook nothing, no card does."""

    def flawed(overlooks: float) -> int:
        sight = Glance(sees=0.5, slips=0.0, overlooks=overlooks)
        targets: list[Pile] = [sight.target((), hand, DECK, random.Random(1)) for hand in hands(10)]
        return sum(not is_flawless(target, DECK) for target in targets)

    assert (flawed(0.0), flawed(1.0)) == (0, 10)
