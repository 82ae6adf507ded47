"""The discard becomes the face-down pile when a card is needed from it (CM-R3)."""

from __future__ import annotations

import pytest

from covergames.coverme.notation import cards_text
from tests.coverme_kit import BSQ, StackedDealer, Table, all_at_zero, influencing, position, scoring


def nearly_exhausted(dealer: StackedDealer, *, face_down: str, open_piles: tuple[str, str, str], discard: str) -> Table:
    """A winter is over, seat 0 scored three cards and is to take them; the influence row joined the discard."""
    rows = all_at_zero("W"), scoring("R"), influencing("Y")
    table = position(
        rows, influence_row=BSQ, face_down=face_down, open_piles=open_piles, discard=discard, dealer=dealer
    )
    table.season_of(*rows)
    return table


@pytest.mark.rule("CM-R3")
def test_the_last_card_is_taken_without_a_shuffle() -> None:
    """An emptied face-down pile stays empty, and the discard a discard, until a card is needed."""
    dealer = StackedDealer({"face-down": "Gkmd Kbsq"})
    table = nearly_exhausted(
        dealer, face_down="Ybmt", open_piles=("Bblt Bbmt", "Brst Brsq", "Bkst Bkmt"), discard="Gkmd"
    )
    table.take(0, "face-down")
    assert "Ybmt" in table.hand(0).split()
    assert table.face_down == ""
    assert dealer.shuffled == []
    assert table.discard == f"Gkmd {BSQ}"
    assert table.sources(0) == ["blonde", "red-brown", "black", "face-down"]
    table.take(0, "blonde")
    assert dealer.shuffled == []


@pytest.mark.rule("CM-R3")
def test_the_whole_discard_is_shuffled_when_a_card_is_taken_from_the_empty_pile() -> None:
    """The next blind taking shuffles the discard, takes its new top, and leaves no discard."""
    dealer = StackedDealer({"face-down": "Wbsq Gbsq"})
    table = nearly_exhausted(
        dealer, face_down="Ybmt", open_piles=("Bblt Bbmt", "Brst Brsq", "Bkst Bkmt"), discard="Gkmd"
    )
    table.take(0, "face-down")
    table.take(0, "face-down")
    assert dealer.shuffled == [("face-down", "Gbsq Gkmd Kbsq Wbsq")]
    assert table.hand(0) == "Ybmt Wbsq"
    assert table.discard == ""
    assert table.face_down == "Gbsq Gkmd Kbsq"


@pytest.mark.rule("CM-R3", "CM-S8")
def test_the_discard_is_shuffled_in_the_middle_of_a_refill() -> None:
    """An open pile is emptied and the face-down pile gives out: the discard is shuffled and the turning goes on."""
    dealer = StackedDealer({"face-down": "Gkmd Grmd Wbsq"})
    table = nearly_exhausted(
        dealer, face_down="Ybmt Yklt", open_piles=("Bblt Bbmt", "Brst", "Bkst Bkmt"), discard="Gkmd Grmd"
    )
    table.take(0, "red-brown")
    assert dealer.shuffled == [("face-down", "Gbsq Grmd Gkmd Kbsq Wbsq")]
    assert table.open_piles == ("Ybmt Bblt Bbmt", "Grmd", "Gkmd Yklt Bkst Bkmt")
    assert table.face_down == "Wbsq Gbsq Kbsq"
    assert table.discard == ""


@pytest.mark.rule("CM-R3")
def test_a_refill_that_ends_with_the_last_card_shuffles_nothing() -> None:
    """The very last card completes the open piles: nothing more is needed, nothing is shuffled."""
    dealer = StackedDealer()
    table = nearly_exhausted(
        dealer, face_down="Ybmt Yrlt", open_piles=("Bblt Bbmt", "Brst", "Bkst Bkmt"), discard="Gkmd"
    )
    table.take(0, "red-brown")
    assert table.open_piles == ("Ybmt Bblt Bbmt", "Yrlt", "Bkst Bkmt")
    assert dealer.shuffled == []
    assert table.discard == f"Gkmd {BSQ}"


@pytest.mark.rule("CM-R3", "CM-I1")
def test_nobody_knows_the_order_after_the_shuffle() -> None:
    """The discard was public; once shuffled, no place in the pile is known."""
    dealer = StackedDealer()
    table = nearly_exhausted(
        dealer, face_down="Ybmt", open_piles=("Bblt Bbmt", "Brst Brsq", "Bkst Bkmt"), discard="Gkmd"
    )
    table.take(0, "face-down")
    table.take(0, "face-down")
    for viewer in (0, 1, 2, None):
        assert table.view(viewer).face_down == (None, None, None)
    assert cards_text(table.view().discard) == ""
