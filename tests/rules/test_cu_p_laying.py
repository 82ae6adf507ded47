"""Laying cards (CU-R1, CU-R2, CU-P1 to CU-P5)."""

from __future__ import annotations

import pytest

from covergames.coverup import Done, Lay, Lift, Placement, explain, score
from covergames.coverup.cards import turned
from covergames.coverup.layout import conflicts, group, is_flawless, links, overlaps
from covergames.game import CLOCK
from tests.coverup_kit import Table, deck_with, names, pile

GREENS = ("g01 g02 g03 g04 g05", "g06 g07 g08 g09 g10")
DECK = deck_with(
    g01="12.. 3..4",
    g02="12.. ..56",
    g03="4..1 ..23",
    g05="..12 34..",
)


@pytest.mark.rule("CU-R1")
def test_five_green_cards_each() -> None:
    """The seats get five cards each off the top of the green pile, one seat after the other."""
    table = Table.of(*GREENS)
    assert [table.hand(0), table.hand(1)] == list(GREENS)
    assert len(table.state.green) == 26


@pytest.mark.rule("CU-R2")
def test_all_lay_at_the_same_time() -> None:
    """Every seat may act from the start, in any order."""
    table = Table.of(*GREENS)
    assert table.state.round == 1
    table.lay(1, "g06@0,0")
    table.lay(0, "g01@0,0")
    table.lay(1, "g07@0,0")
    assert [table.pile(0), table.pile(1)] == ["g01", "g06 g07"]


@pytest.mark.rule("CU-P1")
def test_a_moved_card_goes_to_the_top() -> None:
    """A card may be moved and lifted; moved, it lies on top of the pile."""
    table = Table.of(*GREENS)
    table.lay(0, "g01@0,0 g02@0,0 g03@1,1")
    table.lay(0, "g01:f1@5,5")
    assert table.pile(0) == "g02 g03 g01"
    assert table.state.piles[0][-1] == Placement(table.deck.card("g01"), flip=True, turn=1, x=5, y=5)
    table.lift(0, "g03")
    assert table.pile(0) == "g02 g01"


@pytest.mark.rule("CU-P1")
def test_only_own_cards_that_lie_there_can_be_touched() -> None:
    """Cards of others cannot be laid, cards in hand cannot be lifted, and a card that is no card neither."""
    table = Table.of(*GREENS)
    other, own = table.deck.card("g06"), table.deck.card("g01")
    assert table.refusal(0, Lay(Placement(other, flip=False, turn=0, x=0, y=0), 0)) == "CU-P1"
    assert table.refusal(0, Lift(other, 0)) == "CU-P1"
    assert table.refusal(0, Lift(own, 0)) == "CU-P1"
    assert table.refusal(0, Lay(Placement(type(own)(999), flip=False, turn=0, x=0, y=0), 0)) == "CU-P1"


@pytest.mark.rule("CU-P1", "CU-H2")
def test_a_locked_player_touches_nothing() -> None:
    """Whoever is done lays, lifts and says nothing more this round."""
    table = Table.of(*GREENS)
    table.lay(0, "g01@0,0")
    table.done(0)
    card = table.deck.card("g01")
    for action in (Lay(Placement(card, flip=False, turn=0, x=1, y=1), 0), Lift(card, 0), Done(0)):
        assert table.refusal(0, action) == "CU-P1"


@pytest.mark.rule("CU-P2")
def test_eight_orientations() -> None:
    """A card is mirrored left-right first, then turned clockwise by quarters; a fifth turn is none."""
    card = (1, 2, 3, 4, 5, 6, 0, 0)
    assert turned(card, flip=False, turn=0) == ((1, 2, 3, 4), (5, 6, 0, 0))
    assert turned(card, flip=False, turn=1) == ((5, 1), (6, 2), (0, 3), (0, 4))
    assert turned(card, flip=False, turn=2) == ((0, 0, 6, 5), (4, 3, 2, 1))
    assert turned(card, flip=True, turn=0) == ((4, 3, 2, 1), (0, 0, 6, 5))
    assert turned(card, flip=True, turn=1) == ((0, 4), (0, 3), (6, 2), (5, 1))
    assert len({turned(card, flip=flip, turn=turn) for flip in (False, True) for turn in range(4)}) == 8
    table = Table.of(*GREENS)
    wrong = Placement(table.deck.card("g01"), flip=False, turn=4, x=0, y=0)
    assert table.refusal(0, Lay(wrong, 0)) == "CU-P2"


@pytest.mark.rule("CU-P3")
def test_different_symbols_never_share_a_square() -> None:
    """12../3..4 and 12../..56 agree on 1 and 2 and disagree on 4 against 6."""
    laid = pile("g01@0,0 g02@0,0", DECK)
    (clash,) = conflicts(laid, DECK)
    assert (clash.x, clash.y) == (3, 1)
    assert names([clash.below, clash.above], DECK) == "g01 g02"
    assert not is_flawless(laid, DECK)
    assert [verdict.is_legal for verdict in explain(laid, DECK)] == [False, False]


@pytest.mark.rule("CU-P3", "CU-P4")
def test_equal_symbols_may_share_a_square() -> None:
    """12../3..4 upside down is 4..3/..21: it lies flawlessly on 4..1/..23 only where they agree."""
    laid = pile("g01@0,0 g05@-2,0", DECK)
    assert {square: names(cards, DECK) for square, cards in overlaps(laid, DECK).items()} == {
        (0, 0): "g01 g05",
        (1, 0): "g01 g05",
    }
    assert is_flawless(laid, DECK)
    assert all(verdict.is_legal for verdict in explain(laid, DECK))


@pytest.mark.rule("CU-P4")
def test_sharing_only_empty_squares_is_not_enough() -> None:
    """Two cards that overlap without a common symbol are not linked, nor are two that only touch."""
    for text in ("g01@0,0 g02@1,1", "g01@0,0 g02@4,0", "g01@0,0 g02@99,-99"):
        laid = pile(text, DECK)
        assert not conflicts(laid, DECK)
        assert not links(laid, DECK)
        assert [verdict.is_legal for verdict in explain(laid, DECK)] == [True, False]
        assert not is_flawless(laid, DECK)


@pytest.mark.rule("CU-P4")
def test_linked_cards_form_one_group() -> None:
    """Two linked pairs are not one pile; a fifth card that links both makes them one."""
    deck = deck_with(g01="1234 ....", g02="1234 ....", g03="5612 ....", g04="5612 ....", g05="4..5 11..")
    apart = pile("g01@0,0 g02@0,0 g03@6,0 g04@6,0", deck)
    assert names(sorted(group(apart, deck)), deck) == "g01 g02"
    assert [verdict.in_group for verdict in explain(apart, deck)] == [True, True, False, False]
    joined = (*apart, *pile("g05@3,0", deck))
    assert is_flawless(joined, deck)
    assert names(explain(joined, deck)[-1].linked_to, deck) == "g01 g02 g03 g04"


@pytest.mark.rule("CU-P4")
def test_a_single_card_is_a_pile() -> None:
    """One card alone is flawless, and so is none."""
    assert is_flawless(pile("g01@7,7", DECK), DECK)
    assert is_flawless((), DECK)


@pytest.mark.rule("CU-P5")
def test_a_card_can_be_left_aside() -> None:
    """A card that is not laid is aside, and so is one that was lifted again."""
    table = Table.of(*GREENS)
    table.lay(0, "g01@0,0 g02@9,9")
    table.lift(0, "g02")
    table.done(0, 1)
    assert names(table.state.scores[0][0].score.aside, table.deck) == "g02 g03 g04 g05"
    assert score(table.state.piles[0], table.state.hands[0], table.deck).visible == 4


@pytest.mark.rule("CU-R2")
def test_the_clock_is_not_a_player() -> None:
    """The clock's seat lays no cards."""
    table = Table.of(*GREENS)
    assert table.refusal(CLOCK, Lay(Placement(table.deck.card("g01"), flip=False, turn=0, x=0, y=0), 0)) == "CU-C3"
