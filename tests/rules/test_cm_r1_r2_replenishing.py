"""Replenishing the hands while there are cards (CM-R1, CM-R2)."""

from __future__ import annotations

import pytest

from covergames.coverme import Source, redact
from covergames.coverme.events import Kept, Looked, Took
from covergames.coverme.notation import parse_card, parse_cards
from covergames.game import Seat
from tests.coverme_kit import BSQ, Table, all_at_zero, influencing, position, scoring


def replenishing(*rows: str, start: int = 0) -> Table:
    """A winter of these rows is over; the piles are known."""
    table = position(
        rows,
        influence_row=BSQ,
        start=start,
        open_piles=("Bblt Bbmt", "Brst Brsq Brmq", "Bkst"),
        face_down="Ybmt Yrmt Ykmt Yblt Yrlt Ykst",
        next_pile="Gkmd Gkmt Gkld Gklt Gbmd",
    )
    table.season_of(*rows)
    return table


@pytest.mark.rule("CM-R1")
@pytest.mark.parametrize(
    ("source", "card"), [("blonde", "Bblt"), ("red-brown", "Brst"), ("black", "Bkst"), ("face-down", "Ybmt")]
)
def test_who_scored_takes_a_card_from_an_open_pile_or_the_face_down_pile(source: str, card: str) -> None:
    """One card scored, one card taken: the top of the chosen pile."""
    table = replenishing(scoring("Y"), influencing("R"), influencing("W"))
    assert table.to_act == [0]
    assert table.sources(0) == ["blonde", "red-brown", "black", "face-down"]
    table.take(0, source)
    assert set(table.hand(0).split()) == {"Yrmd", "Yklt", card}
    assert table.to_act == [1]


@pytest.mark.rule("CM-R1")
def test_three_cards_scored_are_three_takings_one_after_another() -> None:
    """One card per card scored; each from another pile or the same, and the piles are refilled in between (CM-S8)."""
    table = replenishing(all_at_zero("W"), influencing("R"), influencing("Y"))
    table.take(0, "black")
    assert table.open_piles == ("Ybmt Bblt Bbmt", "Yrmt Brst Brsq Brmq", "Ykmt")
    assert table.to_act == [0]
    table.take(0, "black")
    assert table.open_piles == ("Yblt Ybmt Bblt Bbmt", "Yrlt Yrmt Brst Brsq Brmq", "Ykst")
    assert table.to_act == [0]
    table.take(0, "blonde")
    assert table.hand(0) == "Yblt Ykmt Bkst"
    assert table.to_act == [1]


@pytest.mark.rule("CM-R1")
def test_who_scored_takes_nothing_from_the_next_pile() -> None:
    """The next pile is untouched by those who scored."""
    table = replenishing(scoring("Y"), scoring("R"), scoring("W"))
    for seat in range(3):
        table.take(seat, "face-down")
    assert table.next_pile == "Gkmd Gkmt Gkld Gklt Gbmd"
    assert table.when == "1 spring 1"


@pytest.mark.rule("CM-R1", "CM-R2")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_seasons_starting_player_begins_and_each_finishes_before_the_next(start: int) -> None:
    """Clockwise from the starting player, not only those who scored or those who did not."""
    rows = [scoring("Y"), influencing("R"), all_at_zero("W")]
    table = replenishing(*rows, start=start)
    order = []
    while table.phase == "replenish":
        (seat,) = table.to_act
        order.append(seat)
        table.act(seat, table.legal(seat)[0])
    turns = [[0], [1], [2, 2, 2]]
    assert order == [seat for step in range(3) for seat in turns[(start + step) % 3]]


@pytest.mark.rule("CM-R2")
@pytest.mark.parametrize(("kept", "back"), [("Gkmd", "Gkmt"), ("Gkmt", "Gkmd")])
def test_who_did_not_score_keeps_one_of_the_top_two_of_the_next_pile(kept: str, back: str) -> None:
    """Either may be kept; the other goes under the next pile; no other pile changes."""
    table = replenishing(influencing("R"), scoring("Y"), influencing("W"))
    assert table.choices(0) == ["Gkmd", "Gkmt"]
    assert table.next_pile == "Gkld Gklt Gbmd"
    table.keep(0, kept)
    assert table.hand(0) == f"Rrlt Rkmq {kept}"
    assert table.next_pile == f"Gkld Gklt Gbmd {back}"
    assert table.open_piles == ("Bblt Bbmt", "Brst Brsq Brmq", "Bkst")


@pytest.mark.rule("CM-R2")
def test_the_next_player_finds_the_next_two() -> None:
    """Cards put under the pile come up again only after the others."""
    table = replenishing(influencing("R"), influencing("Y"), influencing("W"))
    table.keep(0, "Gkmt")
    assert table.choices(1) == ["Gkld", "Gklt"]
    table.keep(1, "Gkld")
    assert table.choices(2) == ["Gbmd", "Gkmd"]
    table.keep(2, "Gbmd")
    assert table.next_pile == "Gklt Gkmd"


@pytest.mark.rule("CM-R2", "CM-I1")
def test_nobody_else_sees_either_card() -> None:
    """The others learn that two were drawn, one kept, one put back; the player remembers all of it."""
    table = replenishing(influencing("R"), influencing("Y"), influencing("W"))
    (looked,) = [event for event in table.happened(Looked) if event.seat == 0]
    assert table.view(0).looked == tuple(parse_cards("Gkmd Gkmt"))
    for viewer in (1, 2, None):
        seat = None if viewer is None else Seat(viewer)
        assert table.view(viewer).looked == (None, None)
        assert redact(looked, seat) == Looked(Seat(0), (None, None))
    table.keep(0, "Gkmt")
    (kept,) = table.happened(Kept)
    assert redact(kept, Seat(0)) == kept
    back = parse_cards("Gkmd")[0]
    assert table.view(0).next_pile[-1] == back
    for viewer in (1, 2, None):
        assert redact(kept, None if viewer is None else Seat(viewer)) == Kept(Seat(0), (None,), (None,))
        assert table.view(viewer).next_pile[-1] is None
        assert parse_cards("Gkmt")[0] not in table.view(viewer).hands[0].known


@pytest.mark.rule("CM-R1", "CM-I1")
def test_an_open_card_is_seen_by_all_and_a_blind_one_by_the_taker() -> None:
    """Which pile is public; which card only if it lay open."""
    table = replenishing(scoring("Y"), scoring("R"), influencing("W"))
    (first, *_) = table.take(0, "blonde")
    (second, *_) = table.take(1, "face-down")
    assert first == Took(Seat(0), Source.BLONDE, parse_card("Bblt"))
    assert second == Took(Seat(1), Source.FACE_DOWN, parse_card("Ybmt"))
    assert redact(first, Seat(2)) == first
    assert redact(second, Seat(1)) == second
    assert redact(second, Seat(2)) == Took(Seat(1), Source.FACE_DOWN, None)
