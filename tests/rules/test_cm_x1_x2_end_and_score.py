"""When the game ends and what it was worth (CM-X1, CM-X2)."""

from __future__ import annotations

import pytest

from covergames import coverme
from covergames.coverme.events import GameEnded, Kept, Looked, Took, YearBegan
from tests.coverme_kit import BSQ, Table, influencing, position, scoring

ROWS = (influencing("Y"), scoring("R"), influencing("B"))


def last_fall(*stacks: str, year: int = 3) -> Table:
    """The last fall is over: seat 1 scored a red card in it, the others nothing."""
    table = position(ROWS, influence_row=BSQ, season="fall", year=year, prestige_stacks=stacks)
    table.season_of(*ROWS)
    return table


@pytest.mark.rule("CM-X1")
def test_the_game_ends_after_fall_of_year_3() -> None:
    """Nobody has anything to decide any more, and there is a result."""
    table = last_fall("", "", "")
    assert table.phase == "over"
    assert table.to_act == []
    assert table.state.duties == ()
    assert [list(table.legal(seat)) for seat in range(3)] == [[], [], []]
    assert coverme.result(table.state) is not None
    assert table.view().result == coverme.result(table.state) == table.happened(GameEnded)[0].result


@pytest.mark.rule("CM-X1")
@pytest.mark.parametrize(("year", "season"), [(1, "fall"), (2, "fall"), (3, "winter"), (3, "spring"), (3, "summer")])
def test_it_ends_after_no_other_season(year: int, season: str) -> None:
    """Falls of other years and other seasons of year 3 are followed by more."""
    table = position(ROWS, influence_row=BSQ, season=season, year=year)
    table.season_of(*ROWS)
    assert table.phase in ("replenish", "feature")
    assert coverme.result(table.state) is None
    assert table.view().result is None


@pytest.mark.rule("CM-X1")
def test_the_last_season_still_counts_and_nobody_replenishes() -> None:
    """The card scored last is in the stack and in the score; nothing is taken and no year begins."""
    table = last_fall("Wklt", "Kklt", "")
    assert table.prestige_stack(1) == "Kklt Rbsq"
    result = coverme.result(table.state)
    assert result is not None
    assert result.scores == (5, 6, 0)
    assert [hand.size for hand in table.view().hands] == [2, 2, 2]
    assert not [event for event in table.events if isinstance(event, Took | Looked | Kept | YearBegan)]


@pytest.mark.rule("CM-X2")
def test_the_rulebooks_worked_score() -> None:
    """Two yellow, one red, one blue, two green and one white card are worth 19."""
    table = last_fall("Ybst Yklq Rbst Bbst Gbst Gklt Wklt", "", "")
    result = coverme.result(table.state)
    assert result is not None
    assert result.scores == (19, 2, 0)


@pytest.mark.rule("CM-X2")
@pytest.mark.parametrize(
    ("stack", "score"),
    [
        ("", 0),
        ("Gbst", 3),
        ("Ybst Rbst Bbst", 6),
        ("Gbst Kbst Wbst", 12),
        ("Kbst Kbsd Kbmt Wbst Wbsd", 22),
        ("Ybst Rbst Bbst Gbst Kbst Wbst", 18),
    ],
)
def test_the_score_is_the_sum_over_the_prestige_stack(stack: str, score: int) -> None:
    """Each card counts what its clothes are worth; hands and influence row count nothing."""
    result = coverme.result(last_fall(stack, "", "").state)
    assert result is not None
    assert result.scores == (score, 2, 0)


@pytest.mark.rule("CM-X2")
def test_the_most_prestige_wins() -> None:
    """More cards do not help against more prestige."""
    result = coverme.result(last_fall("Wklt Wkld", "", "Ykld Ykmd Ykst Ykmt").state)
    assert result is not None
    assert (result.scores, result.places) == ((10, 2, 8), (1, 3, 2))
