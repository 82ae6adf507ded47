"""When the game ends and what it was worth (CM-X1, CM-X2)."""

from __future__ import annotations

import pytest

from covergames import coverme
from covergames.coverme import Options, TwoPlayer, redact
from covergames.coverme.events import Featured, GameEnded, Kept, Looked, StacksOpened, Took, YearBegan
from covergames.coverme.notation import parse_cards
from covergames.game import Seat
from tests.coverme_kit import BSQ, Table, all_at_zero, influencing, position, scoring

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


def cards(*stacks: str) -> tuple[tuple[coverme.Card, ...], ...]:
    return tuple(tuple(parse_cards(stack)) for stack in stacks)


@pytest.mark.rule("CM-X1")
def test_all_stacks_are_turned_face_up_before_anything_is_counted() -> None:
    """After the last season special, and before the result, every viewer gets every card of every stack."""
    table = last_fall("Wklt", "Kklt", "")
    kinds = [type(event) for event in table.events]
    assert kinds[-3:] == [Featured, StacksOpened, GameEnded]
    assert kinds.count(StacksOpened) == 1
    (opened,) = table.happened(StacksOpened)
    assert opened == StacksOpened(cards("Wklt", "Kklt Rbsq", ""), ())
    for viewer in (Seat(0), Seat(1), Seat(2), None):
        assert redact(opened, viewer) == opened


@pytest.mark.rule("CM-X1", "CM-A4")
def test_the_side_stacks_are_turned_face_up_too() -> None:
    """With two magazines each, everybody sees both stacks of both players."""
    rows = ((scoring("Y"), all_at_zero("R")), (influencing("B"), influencing("G")))
    table = position(
        [" ".join(row) for row in rows],
        influence_row=BSQ,
        season="fall",
        year=3,
        prestige_stacks=["", "Wkst"],
        side_stacks=["", "Kkst"],
        options=Options(two_player=TwoPlayer.ADVANCED),
    )
    table.season_of(*rows)
    assert table.happened(StacksOpened) == [
        StacksOpened(cards("Ybsq", "Wkst"), cards("Rrmd Rklt Rrlt", "Kkst")),
    ]
    assert [stack.worth for stack in table.view().prestige_stacks] == [2, 5]
    assert [stack.worth for stack in table.view().side_stacks] == [6, 4]


@pytest.mark.rule("CM-X1")
@pytest.mark.parametrize(("year", "season"), [(1, "fall"), (2, "fall"), (3, "winter"), (3, "spring"), (3, "summer")])
def test_the_stacks_stay_face_down_after_every_other_season(year: int, season: str) -> None:
    """Nothing is turned face up while there is more to play."""
    table = position(ROWS, influence_row=BSQ, season=season, year=year, prestige_stacks=["Wkst", "", "Kkst"])
    table.season_of(*ROWS)
    assert table.happened(StacksOpened) == []
    assert [stack.cards for stack in table.view().prestige_stacks] == [None, None, None]


@pytest.mark.rule("CM-X1", "CM-I2")
def test_stacks_that_are_open_all_game_are_not_turned() -> None:
    """With open scores there is nothing to turn face up at the end."""
    table = position(ROWS, influence_row=BSQ, season="fall", year=3, options=Options(open_scores=True))
    table.season_of(*ROWS)
    assert table.phase == "over"
    assert table.happened(StacksOpened) == []


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
