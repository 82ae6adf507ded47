"""The solver finds the best pile, proves it, and counts all best piles (CU-B1)."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from typing import Any

import pytest

from covergames import coverup
from covergames.coverup import Card, Colour, Deck, Solution, hint, house_deck, score, solve, solver
from covergames.coverup.layout import is_flawless, moved, picture
from covergames.coverup.placements import linked_placements
from covergames.coverup.solver import best_piles
from tests.cases import by_target
from tests.coverup import brute_force
from tests.coverup_kit import cards, deck_with, names, pile

pytestmark = [
    pytest.mark.rule("CU-B1"),
    pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning"),
]

HOUSE = house_deck()
PLAIN = deck_with(g01="1..1 1..1", g02="1..1 1..1", g03="12.. 12..", y01="1221 1...", y02="1221 ...1", r01="123. .321")
"""Cards that look the same when turned or flipped: the worst case for counting."""


def some_hands(deck: Deck, size: int, count: int, seed: int = 0) -> list[list[Card]]:
    lot = random.Random(f"{deck.name} {size} {seed}")
    return [[Card(card) for card in lot.sample(range(108), size)] for _ in range(count)]


def round_five(count: int, seed: int = 5) -> list[list[Card]]:
    lot = random.Random(seed)
    colours = ((Colour.GREEN, 1), (Colour.YELLOW, 2), (Colour.RED, 2))
    return [[card for colour, n in colours for card in lot.sample(HOUSE.of_colour(colour), n)] for _ in range(count)]


def check(found: Solution, hand: list[Card], deck: Deck) -> None:
    """Check that scoring agrees with the solver."""
    counted = score(found.pile, hand, deck)
    assert counted.removed == ()
    assert counted.points == found.points
    assert sorted(counted.aside) == sorted(found.aside)
    assert found.lower_bound <= found.points


@pytest.mark.parametrize(("size", "count"), [(1, 5), (2, 40), (3, 12)])
def test_brute_force_agrees_on_small_hands(mode: str, size: int, count: int) -> None:
    """Exhaustive search gives the same points and the same number of best piles."""
    for hand in some_hands(HOUSE, size, count):
        found = solve(hand, HOUSE)
        assert (found.points, found.optimal_piles) == brute_force.best(hand, HOUSE), (mode, names(hand, HOUSE))
        assert found.proven
        assert found.search_completed
        check(found, hand, HOUSE)


@pytest.mark.parametrize("hand", ["g01 g02", "g01 g02 g03", "y01 y02 g01", "g03 y01 r01", "y01 y02", "g01 r01 y02"])
def test_brute_force_agrees_on_symmetric_cards(mode: str, hand: str) -> None:
    """Piles that differ only by an invisible turn are counted once."""
    held = list(cards(hand, PLAIN))
    found = solve(held, PLAIN)
    assert (found.points, found.optimal_piles) == brute_force.best(held, PLAIN), mode
    assert len(best_piles(held, PLAIN)) == found.optimal_piles


@pytest.mark.slow
@pytest.mark.prove(sample=20, proof=200)
def test_brute_force_agrees_on_more_small_hands(quantity: int) -> None:
    """The same is true for many hands of two and three cards."""
    for size, count in ((2, 2 * quantity), (3, quantity)):
        for hand in some_hands(HOUSE, size, count, seed=1):
            found = solve(hand, HOUSE)
            assert (found.points, found.optimal_piles) == brute_force.best(hand, HOUSE), names(hand, HOUSE)


@pytest.mark.slow
@pytest.mark.prove(sample=6, proof=30)
@pytest.mark.parametrize("part", by_target(range(10), every=10))
def test_brute_force_agrees_on_hands_of_four(part: int, quantity: int) -> None:
    """Exhaustive search agrees on hands of four cards."""
    for hand in some_hands(HOUSE, 4, quantity, seed=part):
        found = solve(hand, HOUSE)
        assert (found.points, found.optimal_piles) == brute_force.best(hand, HOUSE), names(hand, HOUSE)
        check(found, hand, HOUSE)


@pytest.mark.slow
@pytest.mark.prove(sample=1, proof=10)
@pytest.mark.parametrize("part", by_target(range(20), every=20))
def test_cp_sat_agrees_on_hands_of_five(part: int, quantity: int) -> None:
    """CP-SAT finds no pile that is better than the solver's, on hands of all rounds."""
    from tests.coverup import cp_sat

    for hand in some_hands(HOUSE, 5, quantity, seed=part):
        found = solve(hand, HOUSE)
        check(found, hand, HOUSE)
        assert cp_sat.solve(hand, HOUSE, below=found.points) is None, names(hand, HOUSE)


@pytest.mark.prove
@pytest.mark.slow
def test_cp_sat_can_find_what_the_solver_finds() -> None:
    """The model that finds no better pile does find an equally good one."""
    from tests.coverup import cp_sat

    for hand in some_hands(HOUSE, 4, 5):
        answer = cp_sat.solve(hand, HOUSE)
        assert answer is not None
        assert answer.proven
        assert answer.points == solve(hand, HOUSE).points == score(answer.pile, hand, HOUSE).points


@pytest.mark.slow
def test_both_modes_give_identical_answers(request: pytest.FixtureRequest) -> None:
    """Points, pile, number of best piles and even the number of nodes are the same."""
    assert solver.IS_COMPILED, "`make compiled` does it, with a C compiler"
    hands = round_five(6)
    compiled = [solve(hand, HOUSE) for hand in hands]
    limited = [solve(hand, HOUSE, node_limit=100) for hand in hands]
    request.getfixturevalue("interpreted")
    assert [solve(hand, HOUSE) for hand in hands] == compiled
    assert [solve(hand, HOUSE, node_limit=100) for hand in hands] == limited


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the interpreted inner loop from here on."""
    import importlib.util

    from tests.coverup.conftest import SOURCE

    spec = importlib.util.spec_from_file_location("interpreted_twin", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(solver, "_search", module)


def test_best_piles_are_all_different_and_all_best(mode: str) -> None:
    """Every listed pile is legal, has the points, and differs from the others by more than symmetry."""
    for hand in round_five(3, seed=1):
        found = solve(hand, HOUSE)
        piles = best_piles(hand, HOUSE)
        assert len(piles) == found.optimal_piles, mode
        assert len({picture(one, HOUSE) for one in piles}) == len(piles)
        assert {coverup.score(one, hand, HOUSE).points for one in piles} == {found.points}
        assert all(is_flawless(one, HOUSE) for one in piles)


def test_the_order_of_the_hand_does_not_matter(mode: str) -> None:
    """A shuffled hand is the same hand."""
    for hand in round_five(2, seed=2):
        assert solve(hand[::-1], HOUSE) == solve(hand, HOUSE), mode


def test_without_the_count_the_search_is_shorter(mode: str) -> None:
    """It returns the same pile, proven, with at most as many nodes: the first of several best piles is enough."""
    for hand in round_five(3 if mode == "interpreted" else 20):
        counted, found = solve(hand, HOUSE), solve(hand, HOUSE, count=False)
        assert (found.points, found.pile, found.aside) == (counted.points, counted.pile, counted.aside)
        assert found.proven
        assert found.optimal_piles is None
        assert found.nodes <= counted.nodes
        check(found, hand, HOUSE)


def test_a_limit_gives_a_pile_and_a_bound(mode: str) -> None:
    """With any node limit the pile is legal and the bound is true; only a reached bound is a proof."""
    for hand in round_five(3, seed=3):
        best = solve(hand, HOUSE).points
        for limit in (0, 1, 10, 100, 1000, 10**6):
            found = solve(hand, HOUSE, node_limit=limit)
            check(found, hand, HOUSE)
            assert found.lower_bound <= best <= found.points, mode
            assert found.proven == (found.points == found.lower_bound)
            assert found.proven <= (found.points == best)
            assert found.search_completed == (limit == 10**6) or found.nodes <= limit


def test_stop_ends_the_search() -> None:
    """`stop` is called from time to time; when it returns True the search ends, and its result is not proven."""
    hand = round_five(1, seed=4)[0]
    found = solve(hand, HOUSE, stop=lambda: True)
    check(found, hand, HOUSE)
    assert not found.search_completed
    assert found.optimal_piles is None
    patient = solve(hand, HOUSE, stop=lambda: False)
    assert patient == solve(hand, HOUSE)


def test_cards_that_link_to_nothing_are_left_aside() -> None:
    """Of five cards without a common symbol one is the pile; each of the others costs its symbols and a point."""
    deck = deck_with(g01="11.. 11..", g02="22.. 22..", g03="33.. 33..", y01="444. 44..", r01="555. 555.")
    hand = list(cards("g01 g02 g03 y01 r01", deck))
    found = solve(hand, deck)
    assert found.points == 4 + 4 + 4 + 5 + 6 + 4
    assert found.optimal_piles == 5
    assert found.proven
    check(found, hand, deck)


def test_a_card_may_be_better_aside() -> None:
    """In a hand with one card that does not fit, the others are laid and it is put aside."""
    deck = deck_with(g01="1234 ....", g02="1234 ....", g03="1234 ....", g04="1234 ....", r01="666. 666.")
    hand = list(cards("g01 g02 g03 g04 r01", deck))
    found = solve(hand, deck)
    assert names(found.aside, deck) == "r01"
    assert found.points == 4 + 6 + 1


def test_a_hint_keeps_the_laid_cards(mode: str) -> None:
    """The completion contains the laid cards unchanged, and no other such pile is better."""
    for hand in round_five(3, seed=6):
        best = solve(hand, HOUSE)
        for kept in range(len(best.pile) + 1):
            laid = moved(best.pile[:kept], x=-7, y=30)
            found = hint(laid, hand, HOUSE)
            check(found, hand, HOUSE)
            assert found.points == best.points, mode
            assert found.pile[:kept] == laid


def test_a_hint_after_a_bad_start_is_not_better_than_the_best_pile(mode: str) -> None:
    """The laid cards may share fewer symbols than they could."""
    for hand in round_five(4, seed=7):
        first, second = hand[0], hand[1]
        start = coverup.Placement(first, flip=False, turn=0, x=10, y=-3)
        options = linked_placements(second, (start,), HOUSE)
        if options:
            found = hint((start, options[0]), hand, HOUSE)
            check(found, hand, HOUSE)
            assert found.pile[:2] == (start, options[0])
            assert found.points >= solve(hand, HOUSE).points, mode


def test_a_hint_joins_cards_that_lie_apart() -> None:
    """Two laid cards that are not linked yet can be linked by a third."""
    deck = deck_with(g01="1234 ....", g03="5612 ....", g05="4..5 11..")
    hand = list(cards("g01 g03 g05", deck))
    found = hint(pile("g01@0,0 g03@6,0", deck), hand, deck)
    assert found.points == 4 + 4 + 2
    assert found.aside == ()
    check(found, hand, deck)


def test_a_hint_for_a_hopeless_pile_takes_cards_off_the_top() -> None:
    """Cards that conflict, or are too far away, are treated as in scoring."""
    deck = deck_with(g01="1234 ....", g02="1234 ....")
    hand = list(cards("g01 g02", deck))
    for wrong in ("g01@0,0 g02@1,0", "g01@0,0 g02@500,0", "g01@0,0 g02@12,0"):
        found = hint(pile(wrong, deck), hand, deck)
        assert found.points == 4
        check(found, hand, deck)


@pytest.mark.parametrize("hand", [[], [1, 1], [3, 4, 3]])
def test_a_hand_has_different_cards(hand: list[int]) -> None:
    """An empty hand, or one with a card twice, is refused."""
    with pytest.raises(ValueError, match="no hand"):
        solve([Card(card) for card in hand], HOUSE)


@pytest.mark.parametrize("stranger", [500, -1, 108, "g01", None])
def test_a_card_that_is_not_in_the_deck_is_named(stranger: Any) -> None:
    """Also a card's id, which is easily taken for a card."""
    reason = f"^{stranger!r} is no card of the deck 'house': cards are small numbers"
    with pytest.raises(ValueError, match=reason):
        solve([stranger], HOUSE)
    with pytest.raises(ValueError, match=reason):
        hint((), [Card(1), stranger], HOUSE)


def test_a_laid_card_must_be_in_the_hand() -> None:
    """A hint for cards of another hand is refused."""
    with pytest.raises(ValueError, match="g02"):
        hint(pile("g02@0,0", HOUSE), cards("g01", HOUSE), HOUSE)


def test_the_solver_needs_only_the_standard_library() -> None:
    """The native integer type is only for the compiler: the solver does not import it, compiled or not."""
    program = "import sys; import covergames.coverup.solver; print('mypy_extensions' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_interpreted_solver_warns_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its compiled inner loop the solver warns, once."""
    monkeypatch.setattr(solver, "IS_COMPILED", False)
    solver._warn_if_interpreted.cache_clear()
    hand = cards("g01 g02", HOUSE)
    with pytest.warns(solver.InterpretedSolverWarning, match="pip install.*make compiled"):
        solve(hand, HOUSE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solve(hand, HOUSE)
