"""The highest counts are the trends (CM-T3)."""

from __future__ import annotations

import pytest

from tests.coverme_kit import position

HANDS = ("Bkld Bkmd", "Bklt Bkmt", "Bklq Bkmq")


@pytest.mark.rule("CM-T3")
@pytest.mark.parametrize(
    ("season", "influence_row", "trends"),
    [
        ("winter", "Ybsq Ybsd Yrmq", "bsq"),
        ("winter", "Ybsq Yrmq", "brsmq"),
        ("winter", "Ybsq Yrmd Yklt", "brksmlqdt"),
        ("winter", "Ybsq Ybmd", "bsmqd"),
        ("spring", "Ybsq Ybmd", "bsmY"),
        ("spring", "Ybsq Rbsd Gbst Ybld", "bsY"),
        ("summer", "Ybsq Rrmd Bklt Gbsd Krmq", "brsmYRBGK"),
        ("summer", "Wbsq Wrmd Gklt Gbsd", "bsGW"),
        ("fall", "Ybsq Ybmt Yrlt Yklt", "blt"),
        ("fall", "Wklt", "klt"),
    ],
)
def test_in_each_trait_all_characteristics_with_the_highest_count_are_trends(
    season: str, influence_row: str, trends: str
) -> None:
    """One highest: one trend; several equally high: all of them; each trait by itself, lower counts never."""
    assert position(HANDS, season=season, influence_row=influence_row).trends == trends


@pytest.mark.rule("CM-T3")
def test_trends_follow_the_tracks_month_by_month() -> None:
    """A characteristic that is overtaken is no trend any more, one that catches up is one too."""
    table = position(["Yksq Ykmd Yklq", "Ybsd Yrmd", "Yrlt Yrst"], influence_row="Gbsq Gbmq")
    assert table.trends == "bsmq"
    table.season_of("Yksq", "Ybsd", "Yrlt", months=1)
    assert table.tracks == "b3 r1 k1 s3 m1 l1 q3 d1 t1"
    assert table.trends == "bsq"
    table.season_of("Ykmd", "Yrmd", "Yrst", months=1)
    assert table.tracks == "b3 r3 k2 s4 m3 l1 q3 d3 t2"
    assert table.trends == "brsqd"


@pytest.mark.rule("CM-T3")
def test_nothing_counted_is_no_trend() -> None:
    """Before the first reveal beside an empty influence row nothing leads."""
    assert position(HANDS).trends == ""
