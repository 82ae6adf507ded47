"""From one season to the next (CM-N1)."""

from __future__ import annotations

import pytest

from covergames.coverme import Clothes, Options
from covergames.coverme.events import SeasonBegan
from tests.coverme_kit import BSQ, influencing, new_game, position, scoring

ROWS = (influencing("Y"), scoring("R"), influencing("B"))


@pytest.mark.rule("CM-N1")
@pytest.mark.parametrize(("season", "then"), [("winter", "spring"), ("spring", "summer"), ("summer", "fall")])
def test_the_season_advances_and_the_starting_marker_passes(season: str, then: str) -> None:
    """The next season of the same year, its first month, and the seat to the left starts."""
    table = position(ROWS, influence_row=BSQ, season=season, year=2, start=1)
    table.season_of(*ROWS)
    table.play_on(lambda table: table.view().season.value != season)
    assert table.when == f"2 {then} 1"
    assert table.view().start == 2
    assert table.to_act == [0, 1, 2]


@pytest.mark.rule("CM-N1")
def test_after_the_last_seat_seat_0_starts() -> None:
    """The marker goes round."""
    table = position(ROWS, influence_row=BSQ, start=2)
    table.season_of(*ROWS)
    table.replenish()
    assert table.view().start == 0


@pytest.mark.rule("CM-N1")
def test_the_tracks_are_reset_and_count_the_influence_row_with_the_new_traits() -> None:
    """Winter's patterns are off the tracks in spring; the row's clothes are on them."""
    table = position(ROWS, influence_row=BSQ)
    table.season_of(*ROWS)
    table.replenish()
    assert table.influence_row == "Ybsd Bbsd"
    assert table.tracks == "b2 r0 k0 s2 m0 l0 Y1 R0 B1 G0 K0 W0"


@pytest.mark.rule("CM-N1")
def test_summer_to_fall_counts_patterns_again() -> None:
    """The same row counts by its patterns in fall."""
    rows = "Ybsq Yrmd Yklt", "Ybst Brmq Bklt", "Ybmd Rrst Rklq"
    table = position(rows, influence_row="Ybsd Gbld", season="summer")
    table.season_of(*rows)
    # b5 r3 k3, s4 m3 l4, Y5 R2 B2 G1: seats 0 and 1 score, seat 2 has blonde and yellow
    table.play_on(lambda table: table.view().season.value == "fall")
    assert table.influence_row == "Ybmd"
    assert table.tracks == "b1 r0 k0 s0 m1 l0 q0 d1 t0"


@pytest.mark.rule("CM-N1", "CM-X1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_twelve_seasons_each_started_by_the_next_seat(players: int) -> None:
    """Winter, spring, summer, fall, three times; the starting seat moves on by one each time, over the years too."""
    table = new_game(players, start=1)
    table.play_on(lambda table: table.phase in ("vote", "over"))
    began = [(event.year, event.season.value, event.start) for event in table.happened(SeasonBegan)]
    seasons = ["winter", "spring", "summer", "fall"]
    assert began == [(1 + number // 4, seasons[number % 4], (1 + number) % players) for number in range(12)]


@pytest.mark.rule("CM-N1", "CM-V3")
def test_same_value_games_move_on_in_the_same_way() -> None:
    """Without new-year steps fall is followed by the next year's winter."""
    options = Options(same_value=Clothes.WHITE)
    table = position(ROWS, influence_row="Gbsq Kbsq", season="fall", start=1, options=options)
    table.season_of(*ROWS)
    table.replenish()
    assert table.when == "2 winter 1"
    assert table.view().start == 2
