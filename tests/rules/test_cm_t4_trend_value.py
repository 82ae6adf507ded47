"""A model's trend value (CM-T4)."""

from __future__ import annotations

import pytest

from covergames.coverme.events import Judged
from tests.coverme_kit import BSQ, influencing, position, scoring


@pytest.mark.rule("CM-T4")
@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("Ybsq", 3),
        ("Ybst", 2),
        ("Yblq", 2),
        ("Yksq", 2),
        ("Yblt", 1),
        ("Ykst", 1),
        ("Yklq", 1),
        ("Yklt", 0),
    ],
)
def test_each_active_characteristic_that_is_a_trend_counts_one(card: str, value: int) -> None:
    """With blonde, short and squared as trends, a model has as many points as of these it shows."""
    table = position([card, "Bbsd", "Brsq"], influence_row=BSQ, season="winter")
    table.season_of(card, "Bbsd", "Brsq")
    (judged,) = table.happened(Judged)
    assert judged.values[0] == (value,)


@pytest.mark.rule("CM-T4", "CM-T1")
def test_clothes_count_in_summer_and_patterns_do_not() -> None:
    """In summer a squared model gains nothing by squares, a green one by green."""
    rows = "Gblt Ybsq Ykmq", "Gbsd Rrmq Rklq", "Bbsq Grlq Bkmq"
    table = position(rows, influence_row="Gbsq Gbst", season="summer")
    table.season_of(*rows)
    (judged,) = table.happened(Judged)
    # b2+1+1+1+1=6 r2 k3, s2+1+1+1=5 m3 l3, G2+3=5
    assert judged.values == ((2, 2, 0), (3, 0, 0), (2, 1, 0))


@pytest.mark.rule("CM-T4")
def test_the_value_is_taken_after_the_third_month() -> None:
    """A model that had all trends when it was revealed has none if the later months turn against it."""
    rows = "Ybsq Yrmd Yrld", "Rbsq Rrmd Rrld", "Bbmd Brmd Brld"
    table = position(rows)
    table.season_of(*rows, months=1)
    assert table.view().magazines[0].values == (3,)
    table.season_of(*(row[5:] for row in rows), months=2)
    (judged,) = table.happened(Judged)
    # b3 r6, s2 m4 l3, q2 d7
    assert judged.values == ((0, 3, 2), (0, 3, 2), (2, 3, 2))


@pytest.mark.rule("CM-T4")
def test_several_trends_of_one_trait_give_no_model_more_than_three() -> None:
    """Ties make more trends, but a model shows one characteristic of each trait: 3 at most."""
    rows = scoring("Y"), influencing("R"), influencing("B")
    table = position(rows)
    table.season_of(*rows)
    (judged,) = table.happened(Judged)
    assert len(judged.trends) == 9
    assert judged.values == ((3, 3, 3),) * 3
