"""Properties of any layout of cards, with any number of faults."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from covergames.coverup import Card, Pile, Placement, explain, house_deck, score
from covergames.coverup.layout import (
    conflicts,
    faults,
    group,
    is_flawless,
    links,
    mirrored,
    moved,
    picture,
    quarter_turned,
    remove_from_top,
    size,
    symbols_of,
    visible,
    visible_by_symbol,
)
from covergames.coverup.placements import linked_placements
from tests.cases import examples

DECK = house_deck()
CARDS = st.integers(0, 107).map(Card)


@st.composite
def loose_piles(draw: st.DrawFn) -> Pile:
    """Draw cards close together, with many conflicts."""
    held = draw(st.lists(CARDS, min_size=0, max_size=5, unique=True))
    near = st.integers(-3, 3)
    return tuple(Placement(card, draw(st.booleans()), draw(st.integers(0, 3)), draw(near), draw(near)) for card in held)


@st.composite
def good_piles(draw: st.DrawFn) -> Pile:
    """Draw legal piles, each card linked to those before."""
    pile: Pile = ()
    for card in draw(st.lists(CARDS, min_size=1, max_size=5, unique=True)):
        options = linked_placements(card, pile, DECK)
        if options:
            pile = (*pile, draw(st.sampled_from(options)))
    return pile


piles = (
    loose_piles()
    | good_piles()
    | st.tuples(good_piles(), loose_piles()).map(
        lambda both: (*both[0], *(at for at in both[1] if at.card not in {laid.card for laid in both[0]}))[:5]
    )
)


@pytest.mark.rule("CU-S1")
@given(piles)
def test_removal_is_minimal_and_from_the_top(pile: Pile) -> None:
    """The kept cards are the longest flawless start that only flawed ones follow, and each removal has a reason."""
    kept, removed = remove_from_top(pile, DECK)
    assert (*kept, *pile[len(kept) :]) == pile
    assert [removal.card for removal in removed] == [at.card for at in reversed(pile[len(kept) :])]
    assert is_flawless(kept, DECK)
    for length in range(len(kept) + 1, len(pile) + 1):
        assert not is_flawless(pile[:length], DECK)
    for number, removal in enumerate(removed):
        assert removal.faults == faults(pile[: len(pile) - number], DECK) != ()


@pytest.mark.rule("CU-S3")
@given(piles, st.integers(-50, 50), st.integers(-50, 50), st.booleans(), st.integers(0, 3))
def test_points_do_not_depend_on_where_the_pile_lies(pile: Pile, x: int, y: int, flip: bool, turns: int) -> None:  # noqa: FBT001
    """Moving, turning or mirroring the whole pile changes neither points nor removals nor the picture."""
    other = moved(pile, x=x, y=y)
    if flip:
        other = mirrored(other)
    for _ in range(turns):
        other = quarter_turned(other)
    hand = [at.card for at in pile]
    before, after = score(pile, hand, DECK), score(other, hand, DECK)
    assert (before.points, before.visible, before.aside) == (after.points, after.visible, after.aside)
    assert sorted(links(pile, DECK)) == sorted(links(other, DECK))
    assert visible_by_symbol(pile, DECK) == visible_by_symbol(other, DECK) or conflicts(pile, DECK)
    if pile:
        assert picture(pile, DECK) == picture(other, DECK)


@pytest.mark.rule("CU-S1")
@given(good_piles())
def test_the_order_of_a_flawless_pile_does_not_matter(pile: Pile) -> None:
    """It is flawless and has the same points in any order."""
    hand = [at.card for at in pile]
    points = {score(order, hand, DECK).points for order in permutations(pile)}
    assert points == {len(visible(pile, DECK))}


@pytest.mark.slow
@pytest.mark.rule("CU-S1")
@given(piles)
def test_the_order_matters_only_through_removal(pile: Pile) -> None:
    """Two orders that keep the same cards have the same points."""
    hand = [at.card for at in pile]
    by_kept: dict[frozenset[Placement], set[int]] = {}
    for order in permutations(pile):
        found = score(order, hand, DECK)
        by_kept.setdefault(frozenset(found.pile), set()).add(found.points)
    assert all(len(points) == 1 for points in by_kept.values())


@pytest.mark.rule("CU-P3", "CU-P4")
@given(piles)
def test_a_pile_is_flawless_exactly_if_every_card_lies_legally(pile: Pile) -> None:
    """`explain`, `faults`, `conflicts`, `links` and `group` agree."""
    verdicts = explain(pile, DECK)
    assert [verdict.placement for verdict in verdicts] == list(pile)
    assert all(verdict.is_legal for verdict in verdicts) == is_flawless(pile, DECK) == (not faults(pile, DECK))
    for verdict in verdicts:
        assert verdict.in_group == (verdict.placement.card in group(pile, DECK))
        if verdict.in_group and len(group(pile, DECK)) > 1:
            assert verdict.linked_to
    for clash in conflicts(pile, DECK):
        by_card = {at.card: symbols_of(at, DECK) for at in pile}
        assert by_card[clash.below][clash.x, clash.y] != by_card[clash.above][clash.x, clash.y]


@given(piles)
def test_points_count_every_card_of_the_hand(pile: Pile) -> None:
    """Kept cards and cards aside make the hand; an empty hand costs nothing; visible symbols are at most all symbols."""
    hand = [
        *(at.card for at in pile),
        *(Card(card) for card in range(103, 108) if card not in {at.card for at in pile}),
    ]
    found = score(pile, hand, DECK)
    assert sorted([*(at.card for at in found.pile), *found.aside]) == sorted(hand)
    assert found.visible <= sum(DECK[at.card].count for at in found.pile)
    assert found.points == found.visible + sum(DECK[card].count + 1 for card in found.aside)
    assert score((), (), DECK).points == 0


@pytest.mark.slow
@pytest.mark.rule("CU-P4")
@settings(max_examples=examples(0.3))
@given(good_piles(), CARDS)
def test_linked_placements_are_exactly_those_that_keep_a_pile_flawless(pile: Pile, card: Card) -> None:
    """Of all places near the pile, exactly the listed ones make a legal pile with the card."""
    rest = tuple(at for at in pile if at.card != card)
    if not rest or not is_flawless(rest, DECK):
        return
    listed = linked_placements(card, pile, DECK)
    assert listed == sorted(set(listed))
    left, right = min(at.x for at in rest) - 4, max(at.x + size(at)[0] for at in rest)
    top, bottom = min(at.y for at in rest) - 4, max(at.y + size(at)[1] for at in rest)
    if (right - left) * (bottom - top) > 150:
        return
    flawless = [
        Placement(card, flip, turn, x, y)
        for flip in (False, True)
        for turn in range(4)
        for x in range(left, right + 1)
        for y in range(top, bottom + 1)
        if is_flawless((*rest, Placement(card, flip, turn, x, y)), DECK)
    ]
    assert sorted(flawless) == listed
