"""What is counted on the fashion tracks, and when (CM-T1, CM-T2)."""

from __future__ import annotations

import pytest

from covergames.coverme.events import Judged
from tests.coverme_kit import BSQ, influencing, position, scoring

ROWS = (scoring("Y"), influencing("R"), influencing("B"))


@pytest.mark.rule("CM-T1")
@pytest.mark.parametrize(
    ("season", "traits", "tracks"),
    [
        ("winter", ["hair", "length", "pattern"], "b1 r1 k0 s1 m0 l1 q1 d0 t1"),
        ("spring", ["hair", "length", "clothes"], "b1 r1 k0 s1 m0 l1 Y0 R0 B0 G1 K1 W0"),
        ("summer", ["hair", "length", "clothes"], "b1 r1 k0 s1 m0 l1 Y0 R0 B0 G1 K1 W0"),
        ("fall", ["hair", "length", "pattern"], "b1 r1 k0 s1 m0 l1 q1 d0 t1"),
    ],
)
def test_three_traits_are_active(season: str, traits: list[str], tracks: str) -> None:
    """Hair and length always, pattern in fall and winter, clothes in spring and summer; the fourth has no track."""
    table = position(ROWS, influence_row="Gbsq Krlt", season=season)
    assert [trait.value for trait in table.view().traits] == traits
    assert table.tracks == tracks


@pytest.mark.rule("CM-T1")
@pytest.mark.parametrize(("season", "value"), [("winter", 3), ("spring", 2), ("summer", 2), ("fall", 3)])
def test_the_inactive_trait_makes_nobody_trendy(season: str, value: int) -> None:
    """A green model with the commonest pattern among yellow ones has all trends in winter, and not in summer."""
    table = position(["Gbsq", "Ybsq", "Ybsd"], influence_row="Ybmq", season=season)
    table.season_of("Gbsq", "Ybsq", "Ybsd")
    assert table.happened(Judged)[0].values[0] == (value,)


@pytest.mark.rule("CM-T2")
def test_the_tracks_start_with_the_influence_row_counted_once() -> None:
    """Before the first reveal only the influence row counts, each card once, and choosing a cover counts nothing."""
    table = position(ROWS, influence_row=BSQ)
    assert table.tracks == "b3 r0 k0 s3 m0 l0 q3 d0 t0"
    table.place(0, "Yrmd")
    table.place(1, "Rkmq")
    assert table.tracks == "b3 r0 k0 s3 m0 l0 q3 d0 t0"


@pytest.mark.rule("CM-T2")
def test_an_empty_influence_row_starts_the_tracks_at_zero() -> None:
    """Nothing influences: all tracks stand at 0 until the first reveal."""
    table = position(ROWS)
    assert table.tracks == "b0 r0 k0 s0 m0 l0 q0 d0 t0"


@pytest.mark.rule("CM-T2")
def test_each_month_adds_its_covers_once() -> None:
    """The covers of a month are added to what stands there; the influence row is not counted again."""
    table = position([*ROWS[:2], "Bbsd Bbmd Bbld"], influence_row="Gbsq Wrlt")
    table.season_of("Ybsq", "Rbsd", "Bbsd", months=1)
    assert table.tracks == "b4 r1 k0 s4 m0 l1 q2 d2 t1"
    table.season_of("Yrmd", "Rkmq", "Bbmd", months=1)
    assert table.tracks == "b5 r2 k1 s4 m3 l1 q3 d4 t1"


@pytest.mark.rule("CM-T2", "CM-N1")
def test_a_new_season_forgets_the_covers_of_the_last() -> None:
    """Only the new influence row is on the tracks of the next season."""
    table = position(ROWS, influence_row=BSQ)
    table.season_of(*ROWS)
    table.replenish()
    assert table.influence_row == "Rbsd Bbsd"
    assert table.tracks == "b2 r0 k0 s2 m0 l0 Y0 R1 B1 G0 K0 W0"
