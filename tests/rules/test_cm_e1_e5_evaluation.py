"""What becomes of the season special (CM-E1 to CM-E5)."""

from __future__ import annotations

import pytest

from covergames.coverme import Options, TwoPlayer
from covergames.coverme.events import Featured, InfluenceDiscarded
from covergames.coverme.notation import cards_text
from tests.coverme_kit import BSQ, Table, all_at_zero, influencing, position, scoring


def season(*rows: str, **where: str) -> Table:
    """A winter of these rows, up to the first decision after it."""
    table = position(rows, influence_row=BSQ, **where)  # type: ignore[arg-type]
    table.season_of(*rows)
    return table


@pytest.mark.rule("CM-E1")
def test_the_whole_influence_row_is_discarded_first() -> None:
    """All cards of the old row lie on the discard before any special goes to the new one."""
    table = season(influencing("Y"), influencing("R"), influencing("B"), discard="Gklt")
    assert table.discard == f"Gklt {BSQ}"
    assert table.influence_row == "Ybsd Rbsd Bbsd"
    assert [cards_text(event.cards) for event in table.happened(InfluenceDiscarded)] == [BSQ]
    order = [type(event) for event in table.events if isinstance(event, InfluenceDiscarded | Featured)]
    assert order == [InfluenceDiscarded, Featured, Featured, Featured]


@pytest.mark.rule("CM-E1")
def test_the_row_is_discarded_also_when_nothing_follows_it() -> None:
    """All players scored: the old row is gone all the same."""
    table = season(scoring("Y"), scoring("R"), scoring("B"))
    assert table.discard == BSQ
    assert table.influence_row == ""


@pytest.mark.rule("CM-E2")
def test_a_model_with_all_trends_scores() -> None:
    """Value 3 goes to the player's own prestige stack, on top of what lies there, and influences nothing."""
    rows = influencing("Y"), scoring("R"), influencing("B")
    table = position(rows, influence_row=BSQ, prestige_stacks=["Wklt", "Kklt", ""])
    table.season_of(*rows)
    assert [table.prestige_stack(seat) for seat in range(3)] == ["Wklt", "Kklt Rbsq", ""]
    assert table.influence_row == "Ybsd Bbsd"


@pytest.mark.rule("CM-E2")
def test_at_most_one_such_model_a_season() -> None:
    """Three models with all trends: one scores, two come back."""
    table = season("Ybsq Rbsq Bbsq", influencing("R"), influencing("B"))
    table.feature(0, "Rbsq")
    assert table.prestige_stack(0) == "Rbsq"
    assert table.hand(0) == "Ybsq Bbsq"


@pytest.mark.rule("CM-E3")
@pytest.mark.parametrize(
    ("row", "card", "value"), [("Ybsd Yrmd Yklt", "Ybsd", 2), ("Yrmd Ybmd Yklt", "Ybmd", 1)], ids=["2", "1"]
)
def test_a_model_with_one_or_two_trends_influences(row: str, card: str, value: int) -> None:
    """Value 1 or 2 goes to the influence row and scores nothing."""
    table = season(row, scoring("R"), scoring("B"))
    assert table.influence_row == card
    assert table.prestige_stack(0) == ""
    assert table.happened(Featured)[0].value == value


@pytest.mark.rule("CM-E4")
def test_models_without_any_trend_all_score() -> None:
    """All at 0: all three go to the prestige stack, none to the influence row."""
    table = season(scoring("Y"), all_at_zero("R"), influencing("B"))
    assert table.prestige_stack(1) == "Rrmd Rklt Rrlt"
    assert table.prestige_stack(0) == "Ybsq"
    assert table.influence_row == "Bbsd"


@pytest.mark.rule("CM-E5")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_magazine_can_send_one_model_to_the_influence_row(players: int) -> None:
    """If nobody scores the row has a card of each magazine, in their order, and no more."""
    rows = [influencing(clothes) for clothes in "YRBGK"[:players]]
    table = position(rows, influence_row="Ybsq Rbsq Bbsq Gbsq Kbsq")
    table.season_of(*rows)
    assert table.influence_row == " ".join(f"{clothes}bsd" for clothes in "YRBGK"[:players])


@pytest.mark.rule("CM-E5", "CM-25")
def test_four_magazines_of_two_players_can_fill_four_places() -> None:
    """Two players with two magazines each: four cards at most."""
    rows = [(influencing("Y"), influencing("R")), (influencing("B"), influencing("G"))]
    table = position(
        [" ".join(pair) for pair in rows], influence_row=BSQ, options=Options(two_player=TwoPlayer.ADVANCED)
    )
    table.season_of(*rows)
    assert table.influence_row == "Ybsd Bbsd Rbsd Gbsd"


@pytest.mark.rule("CM-E5")
def test_the_influence_row_may_be_empty_and_the_next_season_starts_at_zero() -> None:
    """All scored: nothing influences the next season."""
    table = season(scoring("Y"), scoring("R"), scoring("B"))
    table.replenish()
    assert table.when == "1 spring 1"
    assert table.tracks == "b0 r0 k0 s0 m0 l0 Y0 R0 B0 G0 K0 W0"
    assert cards_text(table.view().influence_row) == ""
