"""Piles that cannot give a card (CM-R4, CM-R5)."""

from __future__ import annotations

import pytest

from covergames.coverme import redact
from covergames.coverme.events import TookNext, Turned, WentWithout
from covergames.coverme.notation import parse_card, parse_cards
from covergames.game import IllegalAction, Seat
from tests.coverme_kit import BSQ, StackedDealer, Table, influencing, position, scoring

NO_INFLUENCE = ("Ybsq Ybst Yrsq", "Rbsq Rbst Rrsq", "Wkmd Wklt Wrld")
"""Without an influence row: seats 0 and 1 score one card, seat 2 all three. b4 r3 k2, s6 m1 l2, q4 d2 t3."""


def exhausted(open_piles: tuple[str, str, str], next_pile: str = "", *, influence_row: str = "") -> Table:
    """No face-down pile and no discard; five cards are owed."""
    table = position(
        NO_INFLUENCE, influence_row=influence_row, face_down="", open_piles=open_piles, next_pile=next_pile
    )
    table.season_of(*NO_INFLUENCE)
    return table


@pytest.mark.rule("CM-R4")
def test_a_pile_that_cannot_be_refilled_stays_empty() -> None:
    """Its last card taken, it offers nothing; neither does the face-down pile; the other open piles do."""
    table = exhausted(("Bblt", "Brst Brsq", "Bkst"))
    assert table.sources(0) == ["blonde", "red-brown", "black"]
    table.take(0, "blonde")
    assert table.open_piles == ("", "Brst Brsq", "Bkst")
    assert table.sources(1) == ["red-brown", "black"]
    for source in ("blonde", "face-down"):
        with pytest.raises(IllegalAction, match="no card can be taken") as refused:
            table.take(1, source)
        assert refused.value.rule_id == "CM-R4"
    table.take(1, "black")
    assert table.sources(2) == ["red-brown"]


@pytest.mark.rule("CM-R4")
def test_the_face_down_pile_is_a_source_if_only_the_discard_holds_a_card() -> None:
    """Face-down pile empty, discard not: the blind taking is legal, as the discard will be shuffled."""
    table = position(
        NO_INFLUENCE, face_down="", open_piles=("Bblt Bbmt", "Brst", "Bkst"), discard="Gkmd", next_pile="Gklt"
    )
    table.season_of(*NO_INFLUENCE)
    assert table.sources(0) == ["blonde", "red-brown", "black", "face-down"]
    table.take(0, "face-down")
    assert "Gkmd" in table.hand(0).split()
    assert table.sources(1) == ["blonde", "red-brown", "black"]


@pytest.mark.rule("CM-R4")
def test_the_refill_is_tried_again_before_the_next_taking() -> None:
    """A pile stayed empty; when the influence row has come to the discard, it is filled before anybody takes."""
    rows = scoring("Y"), scoring("R"), scoring("B")
    table = position(rows, influence_row=BSQ, face_down="", open_piles=("", "Brst", "Bkst"))
    table.season_of(*rows, months=2)
    assert table.open_piles == ("", "Brst", "Bkst")
    table.season_of("Yklt", "Rklt", "Bklt", months=1)
    assert table.open_piles == ("Gbsq", "Brst", "Bkst")
    assert table.face_down == "Kbsq Wbsq"
    assert table.sources(0) == ["blonde", "red-brown", "black", "face-down"]


@pytest.mark.rule("CM-R4", "CM-I1")
def test_a_refill_that_fails_shows_what_it_turned() -> None:
    """The cards that were turned before the piles gave out lie open, and everybody saw them come."""
    table = position(NO_INFLUENCE, face_down="Kbmt Krmt", open_piles=("Bblt", "Brst", "Bkst"), next_pile="")
    table.season_of(*NO_INFLUENCE)
    table.take(0, "black")
    assert table.open_piles == ("Kbmt Bblt", "Krmt Brst", "")
    assert table.happened(Turned) == [Turned(tuple(parse_cards("Kbmt Krmt")))]
    assert not set(parse_cards("Kbmt Krmt")) & set(table.view(1).unseen)
    assert table.sources(1) == ["blonde", "red-brown"]


@pytest.mark.rule("CM-R4", "CM-Y2")
def test_a_card_discarded_in_the_new_year_is_turned_where_a_pile_is_empty() -> None:
    """Only blonde cards were left for the new open piles; a red-brown hand card, discarded, makes the second pile."""
    rows = scoring("Y"), scoring("R"), scoring("B")
    table = position(
        rows,
        season="fall",
        influence_row="Gbsq Gbst Gbsd",
        face_down="",
        open_piles=("Kbsq Kbst Kbsd", "", ""),
        next_pile="",
    )
    table.season_of(*rows)
    for seat in range(3):
        table.take(seat, "blonde")
    assert table.phase == "new year"
    assert [bool(pile) for pile in table.open_piles] == [True, False, False]
    table.swap(1, "Rrmd")
    assert table.open_piles[1] == "Rrmd"
    assert table.sources(1) == ["blonde", "red-brown"]
    table.take(1, "blonde")
    assert table.open_piles[1] == "Rrmd"


@pytest.mark.rule("CM-R4")
def test_without_any_source_the_top_of_the_next_pile_is_taken() -> None:
    """Open piles, face-down pile and discard empty: the next pile's top comes into the hand, without a choice."""
    table = exhausted(("Bblt", "", ""), "Gkmd Gkmt Gkld Gklt Gbmd")
    table.take(0, "blonde")
    assert [(event.seat, event.card) for event in table.happened(TookNext)] == [
        (1, parse_card("Gkmd")),
        (2, parse_card("Gkmt")),
        (2, parse_card("Gkld")),
        (2, parse_card("Gklt")),
    ]
    assert table.hand(2) == "Gkmt Gkld Gklt"
    assert table.next_pile == "Gbmd"
    assert table.happened(WentWithout) == []
    assert table.when == "1 spring 1"


@pytest.mark.rule("CM-R4", "CM-I1")
def test_the_card_from_the_next_pile_is_seen_by_its_taker_only() -> None:
    """It lay face down: the others see that it was taken."""
    table = exhausted(("Bblt", "", ""), "Gkmd Gkmt Gkld Gklt")
    table.take(0, "blonde")
    event = table.happened(TookNext)[0]
    assert redact(event, Seat(1)) == event
    assert redact(event, Seat(0)) == redact(event, None) == TookNext(Seat(1), None)
    assert parse_card("Gkmd") not in table.view(0).hands[1].known


@pytest.mark.rule("CM-R4")
def test_with_nothing_anywhere_the_hand_stays_short() -> None:
    """No pile has a card: nothing is taken, everybody goes on with the cards they have."""
    table = exhausted(("Bblt Bbmt", "", ""), "Gkmd")
    table.take(0, "blonde")
    table.take(1, "blonde")
    assert table.hand(2) == "Gkmd"
    assert [event.seat for event in table.happened(WentWithout)] == [2, 2]
    assert table.when == "1 spring 1"
    assert [hand.size for hand in table.view().hands] == [3, 3, 1]


def next_pile_of(cards: str, *, start: int = 0) -> Table:
    """Three players who did not score, and a short next pile."""
    rows = influencing("Y"), influencing("R"), influencing("B")
    table = position(
        rows,
        influence_row=BSQ,
        start=start,
        next_pile=cards,
        open_piles=("Bblt", "Brst", "Bkst"),
        face_down="Kbmt Krmt Kkmt",
        dealer=StackedDealer(),
    )
    table.season_of(*rows)
    return table


@pytest.mark.rule("CM-R5")
def test_the_only_card_of_the_next_pile_is_taken_without_a_choice() -> None:
    """One card left: it comes into the hand, and the next player finds no next pile."""
    table = next_pile_of("Gkmd", start=1)
    assert table.hand(1) == "Rrlt Rkmq Gkmd"
    assert table.next_pile == ""
    assert [event.seat for event in table.happened(TookNext)] == [1]
    assert table.to_act == [2]


@pytest.mark.rule("CM-R5")
def test_without_a_next_pile_everybody_takes_as_if_they_had_scored() -> None:
    """An empty next pile: one card from an open pile or the face-down pile."""
    table = next_pile_of("")
    assert table.sources(0) == ["blonde", "red-brown", "black", "face-down"]
    table.take(0, "face-down")
    table.take(1, "black")
    table.take(2, "red-brown")
    assert [table.hand(seat) for seat in range(3)] == ["Yrlt Ykmq Kbmt", "Rrlt Rkmq Bkst", "Brlt Bkmq Krmt"]
    assert table.when == "1 spring 1"


@pytest.mark.rule("CM-R5", "CM-R2")
def test_two_cards_are_a_choice_and_the_one_put_back_is_the_next_players_only_card() -> None:
    """Exactly two: keep one; the other is then the last, which the next player takes; the third takes by CM-R1."""
    table = next_pile_of("Gkmd Gkmt")
    assert table.choices(0) == ["Gkmd", "Gkmt"]
    table.keep(0, "Gkmt")
    assert table.hand(1) == "Rrlt Rkmq Gkmd"
    assert table.to_act == [2]
    assert table.sources(2) == ["blonde", "red-brown", "black", "face-down"]
