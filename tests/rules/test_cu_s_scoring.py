"""Scoring (CU-S1 to CU-S5, CU-X1)."""

from __future__ import annotations

import pytest

from covergames import coverup
from covergames.coverup import Options, Phase, score
from covergames.coverup.layout import Conflict, Unlinked
from tests.coverup_kit import Table, cards, deck_with, names, pile

HAND = "g01 g02 g03 g04 g05"
DECK = deck_with(g01="1234 ....", g02="1234 ....", g03="432. ...5", g04="56.. 12..", g05="6543 ....")


def scored(text: str, hand: str = HAND) -> coverup.Score:
    return score(pile(text, DECK), cards(hand, DECK), DECK)


@pytest.mark.rule("CU-S1")
def test_the_top_card_goes_while_the_pile_is_wrong() -> None:
    """A conflict at the bottom takes everything above it along, whether that lies well or not."""
    found = scored("g01@0,0 g02@1,0 g03@-3,0")
    assert names([at.card for at in found.pile], DECK) == "g01"
    assert names([removal.card for removal in found.removed], DECK) == "g03 g02"
    assert isinstance(found.removed[0].faults[0], Conflict)


@pytest.mark.rule("CU-S1")
def test_a_good_card_below_stays() -> None:
    """Only what lies above the last flawless pile goes, and each removal says what was wrong."""
    found = scored("g01@0,0 g02@0,0 g03@9,9")
    assert names([at.card for at in found.pile], DECK) == "g01 g02"
    (removal,) = found.removed
    assert removal.faults == (Unlinked(cards("g03", DECK)),)


@pytest.mark.rule("CU-S1")
def test_the_order_of_laying_decides_what_goes() -> None:
    """The same cards in the same places: whoever lies on top is removed."""
    above = scored("g01@0,0 g02@0,0 g04@1,0")
    below = scored("g04@1,0 g01@0,0 g02@0,0")
    assert names([removal.card for removal in above.removed], DECK) == "g04"
    assert names([removal.card for removal in below.removed], DECK) == "g02 g01"


@pytest.mark.rule("CU-S2", "CU-S3")
def test_cards_not_laid_count_as_aside() -> None:
    """Nothing laid: 5 cards of 4 symbols and a point for each, 25."""
    found = scored("")
    assert names(found.aside, DECK) == HAND
    assert found.points == 25


@pytest.mark.rule("CU-S3")
@pytest.mark.parametrize(
    ("laid", "visible", "aside"),
    [
        ("g01@0,0", 4, 4),
        ("g01@0,0 g02@0,0", 4, 3),
        ("g01@0,0 g02@0,0 g03:2@0,-1", 5, 2),
        ("g01@0,0 g02@0,0 g03:2@0,-1 g04@0,-1", 6, 1),
        ("g01@0,0 g02@3,0", 4, 4),
    ],
)
def test_visible_symbols_and_cards_aside(laid: str, visible: int, aside: int) -> None:
    """Equal symbols on one square count once; a card aside costs its four symbols and one point."""
    found = scored(laid)
    assert (found.visible, len(found.aside)) == (visible, aside)
    assert found.points == visible + 5 * aside


@pytest.mark.rule("CU-S4")
def test_a_flawless_flipper_gets_a_point_less() -> None:
    """Five equal cards on each other: 4 visible symbols, less 1 for the hourglass."""
    deck = deck_with(**dict.fromkeys(HAND.split(), "1234 ...."))
    table = Table.of(HAND, "g06 g07 g08 g09 g10", deck=deck)
    table.lay(0, "g01@0,0 g02@0,0 g03@0,0 g04@0,0 g05@0,0")
    table.flip(0)
    table.done(1)
    assert table.points(0) == 4 - 1
    assert table.points(1) == 25


@pytest.mark.rule("CU-S4")
def test_a_flipper_with_a_fault_gets_a_point_more() -> None:
    """One card removed: 4 visible, 4 + 1 aside, and 1 more for the hourglass."""
    deck = deck_with(**dict.fromkeys(HAND.split(), "1234 ...."))
    table = Table.of(HAND, "g06 g07 g08 g09 g10", deck=deck)
    table.lay(0, "g01@0,0 g02@0,0 g03@0,0 g04@0,0 g05@1,0")
    table.flip(0)
    table.time_up(30_000)
    assert table.points(0) == 4 + 5 + 1
    assert table.state.scores[0][0].hourglass == 1


@pytest.mark.rule("CU-S4")
def test_who_did_not_flip_gets_no_hourglass_points() -> None:
    """A removed card costs the others what it costs, and no more."""
    table = Table.of(HAND, "g06 g07 g08 g09 g10")
    table.lay(0, "g01@0,0 g02@50,0")
    table.done(0, 1)
    assert [seat.hourglass for seat in table.state.scores[0]] == [0, 0]


@pytest.mark.rule("CU-S5", "CU-X1", "CU-C3")
def test_points_add_up_and_the_fewest_win() -> None:
    """After five rounds in which nobody lays a card all totals are equal and all share the first place."""
    table = Table.of(HAND, "g06 g07 g08 g09 g10", "g11 g12 g13 g14 g15", options=Options(round_limit=None))
    for number in range(1, 5):
        assert table.state.round == number
        assert coverup.result(table.state) is None
        table.next_round()
    table.lay(1, f"{table.hand(1).split()[0]}@0,0")
    assert table.state.totals == (25 + 26 + 28 + 29,) * 3
    table.done(0, 1, 2)
    assert table.state.phase is Phase.OVER
    found = coverup.result(table.state)
    assert found is not None
    assert found.scores == (139, 138, 139)
    assert found.places == (2, 1, 2)
    assert coverup.to_act(table.state) == ()
    assert table.refusal(0, coverup.Done(0)) == "CU-X1"
