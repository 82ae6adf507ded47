"""The piles that players see in their hands."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from statistics import fmean

import pytest

from covergames.bots.coverup.players import EXPERT, NOVICE
from covergames.bots.coverup.sight import Blind, HumanSight, Perfect, Sight, alignments, best_pile, judge, whole
from covergames.coverup import Card, Colour, Pile, house_deck, score, solve
from covergames.coverup.layout import conflicts, is_flawless, symbols_of, visible
from covergames.coverup.placements import linked_placements
from tests.coverup_kit import cards, deck_with, pile

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

DECK = house_deck()
CAREFUL = HumanSight(tries=40.0, piles=1.0, misjudges=1.0, overlooks=0.0)
CAREFUL_EXPERT = replace(EXPERT.sight, overlooks=0.0)


def hands(number: int) -> list[list[Card]]:
    generator = random.Random(3)
    everything = [Card(card) for card in range(len(DECK.faces))]
    return [generator.sample(everything, 5) for _ in range(number)]


def points(sight: Sight, hand: list[Card], seed: int = 0) -> int:
    return score(sight.target((), hand, DECK, random.Random(seed)), hand, DECK).points


@pytest.mark.parametrize("sight", [Blind(), CAREFUL, CAREFUL_EXPERT, Perfect()])
def test_every_part_of_a_seen_pile_is_flawless(sight: Sight) -> None:
    """Time may run out after any card."""
    for number, hand in enumerate(hands(8)):
        target = sight.target((), hand, DECK, random.Random(number))
        for length in range(1, len(target) + 1):
            assert is_flawless(target[:length], DECK)
        assert target[0].x == target[0].y == 0


@pytest.mark.parametrize("sight", [Blind(), CAREFUL, CAREFUL_EXPERT])
def test_laid_cards_stay(sight: Sight) -> None:
    """The target begins with them."""
    for hand in hands(4):
        laid = Blind().target((), hand, DECK, random.Random(5))[:2]
        assert sight.target(laid, hand, DECK, random.Random(6))[:2] == laid


@pytest.mark.slow
def test_who_sees_better_has_fewer_points() -> None:
    """Over 40 hands, in this order: anywhere, a person with some practice, an expert, perfect."""
    sights: list[Sight] = [Blind(), CAREFUL, CAREFUL_EXPERT, Perfect()]
    means = [fmean(points(sight, hand) for hand in hands(40)) for sight in sights]
    assert all(worse > better + 0.2 for worse, better in pairwise(means)), means


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
        target = NOVICE.sight.target((), hand, DECK, random.Random(number))
        above.append(score(target, hand, DECK).points - best_pile(tuple(sorted(hand)), DECK).points)
        lacking += len(target) < len(hand)
    assert 5 < fmean(above) < 8
    assert min(above) >= 0
    assert 30 < lacking < 70


def test_a_card_left_aside_is_never_the_first() -> None:
    """Even a player who tries no alignment at all lays one card."""
    timid = replace(CAREFUL, tries=0.0)
    for number, hand in enumerate(hands(3)):
        target = timid.target((), hand, DECK, random.Random(number))
        assert len(target) == 1
        assert timid.better((), hand, DECK, random.Random(number)) == ()


@pytest.mark.parametrize(
    ("number", "value"), [("tries", 80.0), ("piles", 4.0), ("misjudges", 4.0), ("overlooks", 0.2)], ids=str
)
def test_each_number_matters(number: str, value: float) -> None:
    """More tries, more piles, and fewer errors of each kind mean fewer points, over the same 60 hands."""
    person = HumanSight(tries=20.0, piles=1.0, misjudges=0.5, overlooks=0.0)
    other = replace(person, **{number: value})
    means = [fmean(points(sight, hand, seed) for seed, hand in enumerate(hands(60))) for sight in (person, other)]
    assert (means[1] < means[0] - 0.4) is (number in ("tries", "piles")), means
    assert abs(means[1] - means[0]) > 0.4, means


def test_a_fraction_is_a_mean() -> None:
    """2.25 is two or three, and three a quarter of the time."""
    generator = random.Random(1)
    numbers = [whole(2.25, generator) for _ in range(2000)]
    assert set(numbers) == {2, 3}
    assert fmean(numbers) == pytest.approx(2.25, abs=0.03)
    assert {whole(3.0, generator) for _ in range(100)} == {3}


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


@pytest.mark.parametrize("sight", [replace(CAREFUL, misjudges=0.2), CAREFUL_EXPERT])
def test_a_second_look_is_never_worse(sight: Sight) -> None:
    """It moves one card or none, and some looks help."""
    helped = 0
    for number, hand in enumerate(hands(40)):
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
    """The lowest card, which supports no other, can be hidden completely. Each look is at one card."""
    deck = deck_with(g01="12.. 3..4", g02="12.. 3..4", g03="12.. .55.")
    hand = cards("g01 g02 g03", deck)
    laid = pile("g02:2@3,1 g01@0,0 g03@0,0", deck)
    looks = [CAREFUL_EXPERT.better(laid, hand, deck, random.Random(seed)) for seed in range(20)]
    assert len(visible(laid, deck)) == 9
    assert {len(visible(better, deck)) for better in looks} == {6, 9}


def test_alignments_without_a_clash_are_the_places_where_a_card_fits() -> None:
    """Every other alignment has an equal symbol somewhere and as many clashes as the rules find."""
    for number, hand in enumerate(hands(5)):
        laid = Blind().target((), hand, DECK, random.Random(number))[:3]
        below = visible(laid, DECK)
        for card in set(hand) - {at.card for at in laid}:
            found = alignments(card, below, DECK)
            fitting = [at for at in found if not judge(at, below, DECK)[1]]
            assert sorted(fitting) == linked_placements(card, laid, DECK)
            assert len(set(found)) == len(found)
            for at in found:
                assert symbols_of(at, DECK).items() & below.items()
                clashing = {(clash.x, clash.y) for clash in conflicts((*laid, at), DECK)}
                new = symbols_of(at, DECK).keys() - below
                assert judge(at, below, DECK) == (len(new), len(clashing))


def test_people_sometimes_overlook_clashes() -> None:
    """If they overlook everything, every card but the first clashes; if they overlook nothing, no card does."""

    def flawed(overlooks: float) -> int:
        sight = replace(CAREFUL, overlooks=overlooks)
        targets: list[Pile] = [sight.target((), hand, DECK, random.Random(1)) for hand in hands(10)]
        return sum(not is_flawless(target, DECK) for target in targets)

    assert (flawed(0.0), flawed(1.0)) == (0, 10)
