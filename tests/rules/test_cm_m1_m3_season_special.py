"""Each magazine's most trendy models (CM-M1 to CM-M3)."""

from __future__ import annotations

import pytest

from covergames.coverme import Magazine, redact
from covergames.coverme.events import Chose, Featured
from covergames.coverme.notation import cards_text, parse_card
from covergames.game import IllegalAction, Seat
from tests.coverme_kit import BSQ, Table, all_at_zero, influencing, position, scoring


def specials(table: Table) -> dict[int, tuple[str, int, str]]:
    """By magazine: what is featured, its value, and what is returned."""
    return {
        event.magazine: (cards_text(event.cards), event.value, cards_text(event.returned))
        for event in table.happened(Featured)
    }


@pytest.mark.rule("CM-M1")
def test_the_most_trendy_model_is_featured_and_the_others_come_back() -> None:
    """The highest trend value of each magazine goes to the season special, in whichever month it was placed."""
    hands = "Ybsq Yrmd Yklt Yblq", "Rbsd Rkmq Rrlt Rrld", "Bbsd Bkmq Brlt"
    table = position(hands, influence_row=BSQ)
    table.season_of("Yrmd Yklt Ybsq", "Rkmq Rbsd Rrlt", "Bbsd Bkmq Brlt")
    assert specials(table) == {0: ("Ybsq", 3, "Yrmd Yklt"), 1: ("Rbsd", 2, "Rkmq Rrlt"), 2: ("Bbsd", 2, "Bkmq Brlt")}
    assert [table.hand(seat) for seat in range(3)] == ["Yblq Yrmd Yklt", "Rrld Rrlt Rkmq", "Brlt Bkmq"]
    assert [table.covers(magazine) for magazine in range(3)] == ["", "", ""]


def two_with_a_choice() -> Table:
    """Seat 0 has two models at 3, seat 1 one at 2, seat 2 two at 2: b5+2, s5+, q5+."""
    rows = "Ybsq Rbsq Yklt", influencing("B"), "Bbst Gbsd Grmt"
    table = position(rows, influence_row=f"{BSQ} Gkmq", next_pile="Gkmd Gkmt")
    table.season_of(*rows)
    return table


@pytest.mark.rule("CM-M2")
def test_of_equally_trendy_models_the_player_chooses_one() -> None:
    """Several at the same highest value above 0, also at 3: each of them may be chosen, no other."""
    table = two_with_a_choice()
    assert table.phase == "feature"
    assert table.choices(0) == ["Ybsq", "Rbsq"]
    assert table.choices(1) == []
    assert table.choices(2) == ["Bbst", "Gbsd"]


@pytest.mark.rule("CM-M2")
@pytest.mark.parametrize(("chosen", "returned"), [("Ybsq", "Rbsq"), ("Rbsq", "Ybsq")])
def test_the_model_not_chosen_comes_back_to_the_hand(chosen: str, returned: str) -> None:
    """One model is featured; the equal one returns with the rest."""
    table = two_with_a_choice()
    table.feature(0, chosen)
    table.feature(2, "Gbsd")
    assert table.prestige_stack(0) == chosen
    assert set(table.hand(0).split()) == {returned, "Yklt"}
    assert table.influence_row == "Bbsd Gbsd"
    assert set(table.hand(2).split()) == {"Bbst", "Grmt"}


@pytest.mark.rule("CM-M2")
@pytest.mark.parametrize("order", [(0, 2), (2, 0)])
def test_all_who_have_a_choice_choose_at_the_same_time(order: tuple[int, int]) -> None:
    """In any order, nothing moves before the last choice, and a choice made stands."""
    table = two_with_a_choice()
    choice = {0: "Ybsq", 2: "Bbst"}
    first, second = order
    assert table.to_act == [0, 2]
    table.feature(first, choice[first])
    assert table.to_act == [second]
    assert table.happened(Featured) == []
    assert list(table.legal(first)) == []
    with pytest.raises(IllegalAction, match=f"seat {first} has nothing to decide now"):
        table.feature(first, choice[first])
    table.feature(second, choice[second])
    assert [event.magazine for event in table.happened(Featured)] == [0, 1, 2]


@pytest.mark.rule("CM-M2", "CM-I1")
def test_the_choice_is_secret_until_all_have_chosen() -> None:
    """The others see that a choice was made and not which; the chooser sees it."""
    table = two_with_a_choice()
    (event,) = table.feature(0, "Rbsq")
    assert event == Chose(Magazine(0), Seat(0), parse_card("Rbsq"))
    for viewer in (1, 2, None):
        shown = redact(event, None if viewer is None else Seat(viewer))
        assert isinstance(shown, Chose)
        assert shown.card is None
        assert table.view(viewer).magazines[0].featured is None
    assert redact(event, Seat(0)) == event
    featured = table.view(0).magazines[0].featured
    assert featured is not None
    assert cards_text([featured]) == "Rbsq"


@pytest.mark.rule("CM-M2")
def test_a_tie_below_the_highest_value_is_no_choice() -> None:
    """One model at 3 and two at 2: the one at 3 is featured without asking."""
    rows = "Ybst Ybsq Rbsd", influencing("B"), influencing("G")
    table = position(rows, influence_row=BSQ)
    table.season_of(*rows)
    assert table.phase == "replenish"
    assert specials(table)[0] == ("Ybsq", 3, "Ybst Rbsd")


@pytest.mark.rule("CM-M2")
def test_three_equal_models_are_three_choices() -> None:
    """All three at 2: any of them, and only one."""
    rows = "Ybst Ybsd Rbst", scoring("B"), influencing("G")
    table = position(rows, influence_row=BSQ)
    table.season_of(*rows)
    assert table.choices(0) == ["Ybst", "Ybsd", "Rbst"]
    table.feature(0, "Ybsd")
    assert specials(table)[0] == ("Ybsd", 2, "Ybst Rbst")


@pytest.mark.rule("CM-M3")
def test_all_models_at_zero_are_all_featured() -> None:
    """A magazine whose models have no trend at all features all of them, and none comes back."""
    rows = scoring("Y"), influencing("R"), all_at_zero("B")
    table = position(rows, influence_row=BSQ)
    table.season_of(*rows)
    assert table.phase == "replenish"
    assert specials(table)[2] == ("Brmd Bklt Brlt", 0, "")


@pytest.mark.rule("CM-M3")
def test_two_models_at_zero_and_one_above_are_no_such_case() -> None:
    """A single model with a trend is the season special; those at 0 come back."""
    rows = scoring("Y"), influencing("R"), "Brmd Bkst Brlt"
    table = position(rows, influence_row=BSQ)
    table.season_of(*rows)
    assert specials(table)[2] == ("Bkst", 1, "Brmd Brlt")


@pytest.mark.rule("CM-M3", "CM-P2")
@pytest.mark.parametrize("models", ["Brmd", "Brmd Bklt"])
def test_fewer_than_three_models_can_be_all_of_them(models: str) -> None:
    """A short hand that placed one or two models, all at 0, features all of these."""
    rows = scoring("Y"), influencing("R"), models
    table = position(rows, influence_row=BSQ)
    table.season_of(*rows)
    assert specials(table)[2] == (models, 0, "")
    assert table.prestige_stack(2) == models
