"""Longer and shorter games (CM-V1, CM-V2)."""

from __future__ import annotations

import pytest

from covergames import coverme
from covergames.coverme import GameLength, Options
from covergames.coverme.events import SeasonBegan, Turned, YearBegan
from covergames.coverme.notation import cards_text
from tests.coverme_kit import Table, influencing, new_game, position, scoring

ROWS = (scoring("Y"), scoring("R"), scoring("B"))
LENGTHS = pytest.mark.parametrize("length", [GameLength.LONGER, GameLength.SHORTER], ids=lambda length: length.value)


def calendar(table: Table) -> list[str]:
    table.play_on(lambda table: table.phase in ("vote", "over"))
    return [f"{event.year} {event.season.value}" for event in table.happened(SeasonBegan)]


@pytest.mark.rule("CM-V1")
def test_a_longer_game_has_four_years() -> None:
    """Sixteen seasons, and a new year after each of the first three falls."""
    table = new_game(3, length=GameLength.LONGER)
    seasons = ["winter", "spring", "summer", "fall"]
    assert calendar(table) == [f"{year} {season}" for year in (1, 2, 3, 4) for season in seasons]
    assert [(event.year, event.next_clothes and event.next_clothes.value) for event in table.happened(YearBegan)] == [
        (2, "black"),
        (3, "white"),
        (4, None),
    ]


@pytest.mark.rule("CM-V2")
def test_a_shorter_game_has_four_years_of_spring_and_fall() -> None:
    """Eight seasons, clothes first, then patterns; a new year after each fall but the last."""
    table = new_game(3, length=GameLength.SHORTER)
    assert [trait.value for trait in table.view().traits] == ["hair", "length", "clothes"]
    assert calendar(table) == [f"{year} {season}" for year in (1, 2, 3, 4) for season in ("spring", "fall")]
    assert [(event.year, event.next_clothes and event.next_clothes.value) for event in table.happened(YearBegan)] == [
        (2, "black"),
        (3, "white"),
        (4, None),
    ]
    assert [event.start for event in table.happened(SeasonBegan)] == [0, 1, 2, 0, 1, 2, 0, 1]


@pytest.mark.rule("CM-V2", "CM-T1")
@pytest.mark.parametrize(("season", "then"), [("spring", "2 fall 1"), ("fall", "3 spring 1")])
def test_spring_is_followed_by_fall_and_fall_by_the_next_years_spring(season: str, then: str) -> None:
    """Summer and winter are left out."""
    table = position(
        ROWS, influence_row="Gbsq Kbsq Wbsq", season=season, year=2, options=Options(length=GameLength.SHORTER)
    )
    table.season_of(*ROWS)
    table.play_on(lambda table: table.when == then)
    assert table.to_act == [0, 1, 2]
    assert table.view().start == 1


def third_fall(length: GameLength) -> Table:
    """The third fall is over, and everybody has taken a red-brown card."""
    table = position(
        ROWS,
        influence_row="Gbsq Kbsq Wbsq",
        season="fall",
        year=3,
        open_piles=("Ybmt Ybst", "Yrst Yrmt Yrlt Yrld", "Ykst Ykmt"),
        face_down="Gblt Grlt Gklt",
        next_pile="Wkmd Wkld Wbmd Wrmd Wbld",
        options=Options(length=length),
    )
    table.season_of(*ROWS)
    for seat in range(3):
        table.take(seat, "red-brown")
    return table


@pytest.mark.rule("CM-V1", "CM-V2")
@LENGTHS
def test_after_year_3_the_white_cards_go_on_the_face_down_pile(length: GameLength) -> None:
    """The new-year step takes place as ever, in its order, but no new next pile appears."""
    table = third_fall(length)
    assert table.view().year == 4
    assert cards_text(table.happened(Turned)[-1].cards) == "Wkmd Wkld Wbmd Wrmd"
    assert table.open_piles == ("Wbmd", "Wrmd", "Wkld Wkmd")
    assert table.face_down == "Wbld Gblt Grlt Gklt"
    assert table.next_pile == ""
    assert table.view().next_clothes is None
    assert "Ykmt" in table.discard.split()


@pytest.mark.rule("CM-V1", "CM-V2", "CM-Y2")
@LENGTHS
def test_everybody_may_swap_before_year_4(length: GameLength) -> None:
    """From the new starting player, as in every new year."""
    table = third_fall(length)
    order = []
    while table.phase == "new year":
        order += table.to_act
        table.stay(table.to_act[0])
    assert order == [1, 2, 0]
    assert table.phase == "place"


@pytest.mark.rule("CM-V1", "CM-V2")
@LENGTHS
def test_in_year_4_everybody_takes_from_the_piles(length: GameLength) -> None:
    """Scored or not: one card from an open pile or the face-down pile."""
    rows = influencing("Y"), scoring("R"), influencing("B")
    table = position(rows, influence_row="Gbsq Kbsq Wbsq Wkmq", season="spring", year=4, options=Options(length=length))
    table.season_of(*rows)
    table.play_on(lambda table: table.phase != "feature")
    for seat in range(3):
        assert table.to_act == [seat]
        assert table.sources(seat) == ["blonde", "red-brown", "black", "face-down"]
        table.take(seat, "face-down")
    assert table.view().season.value == ("summer" if length is GameLength.LONGER else "fall")


@pytest.mark.rule("CM-V1", "CM-V2", "CM-X1")
@LENGTHS
@pytest.mark.parametrize(("year", "phase"), [(1, "replenish"), (2, "replenish"), (3, "replenish"), (4, "over")])
def test_the_game_ends_after_fall_of_year_4(length: GameLength, year: int, phase: str) -> None:
    """The falls before are followed by replenishing."""
    rows = scoring("Y"), influencing("R"), influencing("B")
    table = position(rows, influence_row="Gbsq Kbsq Wbsq", season="fall", year=year, options=Options(length=length))
    table.season_of(*rows)
    assert table.phase == phase
    result = coverme.result(table.state)
    assert (result and result.scores) == ((2, 0, 0) if year == 4 else None)
