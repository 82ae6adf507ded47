"""Three months of covers, chosen in secret and revealed together (CM-P1, CM-P2)."""

from __future__ import annotations

from itertools import permutations

import pytest

from covergames.coverme import TwoPlayer, redact
from covergames.coverme.events import Placed, Revealed
from covergames.coverme.notation import card_text, cards_text
from covergames.coverme.options import Options
from covergames.game import IllegalAction, Seat
from tests.coverme_kit import BSQ, Table, influencing, position, scoring

ROWS = (scoring("Y"), influencing("R"), influencing("B"))


def winter() -> Table:
    return position(ROWS, influence_row=BSQ)


def revealed(table: Table) -> list[tuple[int, list[str]]]:
    """The months that were revealed: the covers, by magazine."""
    return [(event.month, [card_text(card) for _, card in event.covers]) for event in table.happened(Revealed)]


@pytest.mark.rule("CM-P1")
def test_a_season_has_three_months() -> None:
    """Three covers each, revealed month by month; then the season special is evaluated."""
    table = winter()
    assert table.when == "1 winter 1"
    table.season_of(*ROWS, months=1)
    assert table.when == "1 winter 2"
    table.season_of(*(row[5:] for row in ROWS), months=1)
    assert table.when == "1 winter 3"
    assert table.phase == "place"
    table.season_of(*(row[10:] for row in ROWS), months=1)
    assert table.phase == "replenish"
    assert revealed(table) == [
        (1, ["Ybsq", "Rbsd", "Bbsd"]),
        (2, ["Yrmd", "Rkmq", "Bkmq"]),
        (3, ["Yklt", "Rrlt", "Brlt"]),
    ]


@pytest.mark.rule("CM-P1")
@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_the_choices_come_in_any_order_and_are_revealed_together(order: tuple[int, ...]) -> None:
    """Whoever still owes a choice may make it next; nothing is turned before the last one."""
    table = winter()
    owing = {0, 1, 2}
    for seat in order:
        assert set(table.to_act) == owing
        assert [table.covers(magazine) for magazine in range(3)] == ["", "", ""]
        table.place(seat, ROWS[seat].split()[0])
        owing.discard(seat)
    assert [table.covers(magazine) for magazine in range(3)] == ["Ybsq", "Rbsd", "Bbsd"]
    assert table.to_act == [0, 1, 2]


@pytest.mark.rule("CM-P1")
def test_a_chosen_card_leaves_the_hand_and_may_be_any_card_of_it() -> None:
    """Every hand card is a choice, the covers already revealed are none."""
    table = winter()
    assert table.choices(0) == ["Ybsq", "Yrmd", "Yklt"]
    table.place(0, "Yrmd")
    assert table.hand(0) == "Ybsq Yklt"
    table.place(1, "Rkmq")
    table.place(2, "Bkmq")
    assert table.choices(0) == ["Ybsq", "Yklt"]


@pytest.mark.rule("CM-P1")
def test_a_choice_stands() -> None:
    """Who has chosen has nothing to decide until the others have: neither another card nor the same again."""
    table = winter()
    table.place(1, "Rkmq")
    assert list(table.legal(1)) == []
    for card in ("Rbsd", "Rkmq"):
        with pytest.raises(IllegalAction, match="seat 1 has nothing to decide now") as refused:
            table.place(1, card)
        assert refused.value.rule_id == "CM-P1"
    assert table.view(1).magazines[1].placed == table.state.placed[1]


@pytest.mark.rule("CM-P1", "CM-I1")
def test_a_choice_is_secret_until_the_reveal() -> None:
    """The others and spectators see that a card was placed, and not which; the seat itself sees it."""
    table = winter()
    (event,) = table.place(1, "Rkmq")
    assert isinstance(event, Placed)
    assert redact(event, Seat(1)) == event
    for viewer in (0, 2, None):
        assert redact(event, None if viewer is None else Seat(viewer)) == Placed(Seat(1), (None,))
        magazine = table.view(viewer).magazines[1]
        assert (magazine.has_placed, magazine.placed) == (True, None)
    own = table.view(1).magazines[1].placed
    assert own is not None
    assert card_text(own) == "Rkmq"


@pytest.mark.rule("CM-P2")
def test_an_empty_hand_plays_nothing() -> None:
    """A player without cards owes no choice; the month is revealed without that magazine."""
    table = position(["Ybsq Yrmd Yklt", "", "Bbsd"], influence_row=BSQ)
    assert table.to_act == [0, 2]
    table.place(0, "Ybsq")
    table.place(2, "Bbsd")
    assert [table.covers(magazine) for magazine in range(3)] == ["Ybsq", "", "Bbsd"]
    assert table.to_act == [0]
    table.place(0, "Yrmd")
    table.place(0, "Yklt")
    assert revealed(table) == [(1, ["Ybsq", "Bbsd"]), (2, ["Yrmd"]), (3, ["Yklt"])]
    assert table.prestige_stack(0) == "Ybsq"
    assert table.influence_row == "Bbsd"


@pytest.mark.rule("CM-P2", "CM-R2")
def test_who_played_nothing_did_not_score() -> None:
    """A magazine without a cover sends nothing anywhere, and its player takes from the next pile."""
    table = position(["Ybsq Yrmd Yklt", "", "Bbsd"], influence_row=BSQ, start=1, next_pile="Gkmd Gkmt Gkld")
    table.season_of("Ybsq Yrmd Yklt", "", "Bbsd")
    assert table.to_act == [1]
    assert cards_text(table.view(1).looked) == "Gkmd Gkmt"  # type: ignore[arg-type]


@pytest.mark.rule("CM-P2")
def test_a_season_passes_when_nobody_has_a_card() -> None:
    """All hands empty and nothing to take: the season is played without a decision."""
    table = position(["Ybsq", "", ""], open_piles=("", "", ""), face_down="", next_pile="", season="summer", year=3)
    table.place(0, "Ybsq")
    assert table.phase == "over"
    assert revealed(table) == [(1, ["Ybsq"]), (2, []), (3, []), (1, []), (2, []), (3, [])]


@pytest.mark.rule("CM-P2", "CM-A2")
def test_one_card_for_two_magazines_goes_to_the_primary() -> None:
    """With two magazines and a single hand card, that card is placed in the primary magazine, the secondary gets none."""
    table = position(["Ybsq", "Rbsd Rkmq Rrlt"], options=Options(two_player=TwoPlayer.ADVANCED), influence_row=BSQ)
    assert table.choices(0) == ["Ybsq"]
    table.place(0, "Ybsq")
    table.place(1, "Rbsd Rkmq")
    assert [table.covers(magazine) for magazine in range(4)] == ["Ybsq", "Rbsd", "", "Rkmq"]
    assert table.to_act == [1]
    assert table.choices(1) == ["Rrlt"]
