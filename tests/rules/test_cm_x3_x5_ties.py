"""Ties: tie-breaks, the vote, the other places (CM-X3 to CM-X5)."""

from __future__ import annotations

import pytest

from covergames import coverme
from covergames.coverme import Options, Vote, redact
from covergames.coverme.events import (
    Featured,
    GameEnded,
    SeasonBegan,
    StacksOpened,
    Swapped,
    Voted,
    VotesRevealed,
    YearBegan,
)
from covergames.coverme.notation import cards_text
from covergames.coverme.options import GameLength
from covergames.game import IllegalAction, Result, Seat
from tests.coverme_kit import BSQ, Table, influencing, position

NOBODY_SCORES = (influencing("Y"), influencing("R"), influencing("B"))


def last_fall(*stacks: str, start: int = 0) -> Table:
    """The last fall is over, and nobody scored in it."""
    table = position(NOBODY_SCORES, influence_row=BSQ, season="fall", year=3, start=start, prestige_stacks=stacks)
    table.season_of(*NOBODY_SCORES)
    return table


def outcome(table: Table) -> Result:
    result = coverme.result(table.state)
    assert result is not None
    return result


@pytest.mark.rule("CM-X3")
@pytest.mark.parametrize(
    ("better", "worse", "score"),
    [
        pytest.param("Ykst Rkst Bkst Gkst", "Wkst Kkst", 9, id="more cards"),
        pytest.param("Ykst Rkst Bkst", "Gkst Gkmt", 6, id="more cards, none dear"),
        pytest.param("Wkst Gkst Gkmt", "Kkst Kkmt Gkld", 11, id="as many, more worth 5"),
        pytest.param("Wkst Wkmt Ykst", "Wkld Kkst Gkst", 12, id="as many, two worth 5 beat one and a 4"),
        pytest.param("Wkst Kkst Ykst", "Wkmt Gkst Gkmt", 11, id="as many worth 5, more worth 4"),
        pytest.param("Kkst Ykst", "Gkst Gkmt", 6, id="none worth 5, more worth 4"),
    ],
)
@pytest.mark.parametrize("seats", [(0, 1), (2, 0)], ids=str)
def test_tie_breaks_in_order(better: str, worse: str, score: int, seats: tuple[int, int]) -> None:
    """Equal prestige: more cards, then more of the dearest, decide, whichever seat has them; nobody votes."""
    stacks = ["", "", ""]
    stacks[seats[0]], stacks[seats[1]] = better, worse
    table = last_fall(*stacks)
    assert table.phase == "over"
    result = outcome(table)
    assert [result.scores[seat] for seat in seats] == [score, score]
    assert [result.places[seat] for seat in seats] == [1, 2]


TIED = ("Wkst Ykst", "Wkmt Rkst", "Kkst")
"""Seats 0 and 1 tie in everything, seat 2 does not."""


@pytest.mark.rule("CM-X4")
def test_only_the_tied_leaders_vote() -> None:
    """Equal in every comparison: both leaders, and nobody else, choose between playing on and sharing."""
    table = last_fall(*TIED)
    assert table.phase == "vote"
    assert table.to_act == [0, 1]
    for seat in (0, 1):
        assert set(table.legal(seat)) == {Vote(play_on=True), Vote(play_on=False)}
    assert list(table.legal(2)) == []
    assert coverme.result(table.state) is None


@pytest.mark.rule("CM-X4")
def test_all_can_be_tied() -> None:
    """Three equal leaders are three voters, also with nothing scored at all."""
    assert last_fall("", "", "").to_act == [0, 1, 2]


@pytest.mark.rule("CM-X4")
def test_a_tie_below_the_first_place_is_no_vote() -> None:
    """Only leaders decide about another season."""
    table = last_fall("Wkst", "Kkst", "Kkmt")
    assert outcome(table).places == (1, 2, 2)


@pytest.mark.rule("CM-X4")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("votes", [(False, False), (True, False), (False, True)])
def test_anything_but_unanimity_shares_the_victory(order: tuple[int, int], votes: tuple[bool, bool]) -> None:
    """One "share" is enough: the game is over, the leaders share the first place, the next one is third."""
    table = last_fall(*TIED)
    for seat in order:
        assert table.phase == "vote"
        table.vote(seat, play_on=votes[seat])
    assert table.phase == "over"
    assert outcome(table) == Result(scores=(7, 7, 4), places=(1, 1, 3))
    assert table.to_act == []
    assert [event.votes for event in table.happened(VotesRevealed)] == [((0, votes[0]), (1, votes[1]))]
    assert len(table.happened(GameEnded)) == 1


VIEWERS = pytest.mark.parametrize("viewer", [0, 1, 2, None])
"""Both leaders, the third player, a spectator."""


def stacks_seen(table: Table, viewer: int | None) -> list[str | None]:
    """The prestige stacks as the viewer sees them, each with its worth."""
    return [
        None if stack.cards is None else f"{cards_text(stack.cards)} = {stack.worth}"
        for stack in table.view(viewer).prestige_stacks
    ]


@pytest.mark.rule("CM-X1", "CM-X4", "CM-I2")
@VIEWERS
def test_the_vote_is_taken_over_open_stacks(viewer: int | None) -> None:
    """Leaders, other players and spectators see every stack and score, before the first vote and between votes."""
    table = last_fall(*TIED)
    assert [type(event) for event in table.events[-2:]] == [Featured, StacksOpened]
    everything = ["Wkst Ykst = 7", "Wkmt Rkst = 7", "Kkst = 4"]
    assert stacks_seen(table, viewer) == everything
    table.vote(0, play_on=True)
    assert stacks_seen(table, viewer) == everything


@pytest.mark.rule("CM-X1", "CM-X4", "CM-I2")
@VIEWERS
def test_no_stack_is_open_before_the_last_season_is_over(viewer: int | None) -> None:
    """Until the last secret choice is made the stacks of others stay face down."""
    rows = (influencing("Y"), influencing("R"), "Bbsd Brsq Brlt")
    table = position(rows, influence_row=BSQ, season="fall", year=3, prestige_stacks=TIED)
    table.season_of(*rows, months=2)
    table.place(0, "Yrlt")
    table.place(1, "Rrlt")
    own = [
        stack if seat == viewer else None for seat, stack in enumerate(("Wkst Ykst = 7", "Wkmt Rkst = 7", "Kkst = 4"))
    ]
    assert stacks_seen(table, viewer) == own
    table.place(2, "Brlt")
    assert table.phase == "feature"
    assert stacks_seen(table, viewer) == own
    table.feature(2, "Bbsd")
    assert table.phase == "vote"
    assert None not in stacks_seen(table, viewer)


@pytest.mark.rule("CM-X1", "CM-X4", "CM-I2")
@VIEWERS
def test_the_stacks_stay_open_through_extra_seasons(viewer: int | None) -> None:
    """They are turned face up once; after that every card is scored face up, for everybody."""
    table = position(
        NOBODY_SCORES,
        influence_row=BSQ,
        season="fall",
        year=3,
        prestige_stacks=TIED,
        next_pile="Wbsd Wbst Wbmq Wbmd Wbmt Wblq",
    )
    table.season_of(*NOBODY_SCORES)
    table.vote(0, play_on=True)
    table.vote(1, play_on=True)
    before = ["Wkst Ykst = 7", "Wkmt Rkst = 7", "Kkst = 4"]
    assert (table.phase, stacks_seen(table, viewer)) == ("replenish", before)
    for seat, card in enumerate(("Wbsd", "Wbmq", "Wbmt")):
        table.keep(seat, card)
        assert stacks_seen(table, viewer) == before
    assert (table.phase, table.when) == ("place", "4 winter 1")
    table.season_of("Yrlt Ykmq Wbsd", "Rrlt Rkmq Wbmq", "Brlt Bkmq Wbmt")
    assert (table.phase, stacks_seen(table, viewer)) == ("feature", before)
    table.feature(0, "Ykmq")
    assert stacks_seen(table, viewer) == ["Wkst Ykst = 7", "Wkmt Rkst Wbmq = 12", "Kkst Wbmt = 9"]
    assert len(table.happened(StacksOpened)) == 1


@pytest.mark.rule("CM-X4", "CM-I1")
def test_the_votes_are_cast_at_the_same_time() -> None:
    """A vote is secret until the last is cast, and stands."""
    table = last_fall(*TIED)
    (event,) = table.vote(1, play_on=True)
    assert event == Voted(Seat(1), play_on=True)
    assert redact(event, Seat(0)) == redact(event, None) == Voted(Seat(1), None)
    assert redact(event, Seat(1)) == event
    assert table.view(0).votes == table.view(2).votes == table.view().votes == (None, None, None)
    assert table.view(1).votes == (None, True, None)
    assert table.to_act == [0]
    with pytest.raises(IllegalAction, match="seat 1 has nothing to decide now"):
        table.vote(1, play_on=False)


def voted_on(start: int = 0) -> Table:
    table = last_fall(*TIED, start=start)
    table.vote(0, play_on=True)
    table.vote(1, play_on=True)
    return table


@pytest.mark.rule("CM-X4")
def test_playing_on_first_replenishes() -> None:
    """All leaders want to: everybody, from the fall's starting player on, takes what the last season earned them."""
    table = voted_on(start=2)
    assert table.phase == "replenish"
    assert table.to_act == [2]
    next_pile = table.next_pile
    assert len(table.choices(2)) == 2
    table.replenish()
    assert [hand.size for hand in table.view().hands] == [3, 3, 3]
    assert table.next_pile != next_pile
    assert {card[0] for card in table.next_pile.split()} == {"W"}


@pytest.mark.rule("CM-X4")
def test_the_extra_season_is_the_next_of_the_calendar_without_a_new_year_step() -> None:
    """Winter, the marker passes on, the tracks count the row; no new piles, no swaps; all three players play."""
    table = voted_on(start=2)
    open_piles = table.open_piles
    table.replenish()
    assert table.phase == "place"
    assert table.when == "4 winter 1"
    assert table.view().start == 0
    assert table.to_act == [0, 1, 2]
    assert table.tracks == "b3 r0 k0 s3 m0 l0 q0 d3 t0"
    assert table.open_piles == open_piles
    assert not [event for event in table.events if isinstance(event, YearBegan | Swapped)]


@pytest.mark.rule("CM-X4")
def test_an_extra_season_can_decide_the_game() -> None:
    """The comparison is made again over all seats: cards scored in the extra season count as ever."""
    table = position(
        NOBODY_SCORES,
        influence_row=BSQ,
        season="fall",
        year=3,
        prestige_stacks=TIED,
        next_pile="Wbsd Wbst Wbmq Wbmd Wbmt Wblq",
    )
    table.season_of(*NOBODY_SCORES)
    table.vote(0, play_on=True)
    table.vote(1, play_on=True)
    table.keep(0, "Wbsd")
    table.keep(1, "Wbmq")
    table.keep(2, "Wbmt")
    table.season_of("Yrlt Ykmq Wbsd", "Rrlt Rkmq Wbmq", "Brlt Bkmq Wbmt")
    # b6 r3 k3, s4 m5 l3, q4 d4 t4: seats 1 and 2 have all trends, seat 0 two models with two of them
    table.feature(0, "Ykmq")
    assert table.phase == "over"
    assert outcome(table) == Result(scores=(7, 12, 9), places=(3, 1, 2))


def never_decided(options: Options, *, season: str = "fall", year: int) -> Table:
    """Seats 1 and 2 lead, tied, without any card left; seat 0 plays its only one. Nothing is left to take."""
    table = position(
        ["Ykst", "", ""],
        season=season,
        year=year,
        open_piles=("", "", ""),
        face_down="",
        next_pile="",
        prestige_stacks=["", "Wbsq", "Wrsq"],
        options=options,
    )
    table.place(0, "Ykst")
    return table


@pytest.mark.rule("CM-X4")
@pytest.mark.parametrize(
    ("length", "years", "seasons"),
    [
        ("standard", 3, ["4 winter", "4 spring", "4 summer", "4 fall", "5 winter", "5 spring"]),
        ("longer", 4, ["5 winter", "5 spring", "5 summer", "5 fall", "6 winter", "6 spring"]),
        ("shorter", 4, ["5 spring", "5 fall", "6 spring", "6 fall", "7 spring", "7 fall"]),
    ],
)
def test_there_can_be_any_number_of_extra_seasons(length: str, years: int, seasons: list[str]) -> None:
    """Still tied, vote again: season after season along the calendar, over the turn of the year, and then share."""
    table = never_decided(Options(length=GameLength(length)), year=years)
    for _ in seasons:
        assert table.phase == "vote"
        assert table.to_act == [1, 2]
        table.vote(2, play_on=True)
        table.vote(1, play_on=True)
    began = [f"{event.year} {event.season.value}" for event in table.happened(SeasonBegan)]
    assert began == seasons
    assert [event.start for event in table.happened(SeasonBegan)] == [1, 2, 0, 1, 2, 0]
    assert table.happened(YearBegan) == []
    assert len(table.happened(StacksOpened)) == 1
    assert all(stack.cards is not None for stack in table.view().prestige_stacks)
    table.vote(1, play_on=True)
    table.vote(2, play_on=False)
    assert outcome(table) == Result(scores=(2, 5, 5), places=(3, 1, 1))


@pytest.mark.rule("CM-X5")
@pytest.mark.parametrize(
    ("stacks", "places"),
    [
        (("Wkst", "Kkst", "Gkst"), (1, 2, 3)),
        (("Gkst", "Wkst", "Kkst"), (3, 1, 2)),
        (("Wkst Wkmt", "Ykst Rkst", "Kkst"), (1, 2, 3)),
        (("Wkst Wkmt", "Kkst", "Ykst Rkst"), (1, 3, 2)),
        (("Wkst", "Ykst", "Rkst"), (1, 2, 2)),
        (("Ykst", "Wkst", ""), (2, 1, 3)),
    ],
)
def test_the_other_places_go_by_the_same_comparison(stacks: tuple[str, ...], places: tuple[int, ...]) -> None:
    """Score, then the tie-breaks; equal in everything is an equal place."""
    assert outcome(last_fall(*stacks)).places == places


@pytest.mark.rule("CM-X5")
def test_after_equal_places_the_next_number_is_left_out() -> None:
    """Two second places are followed by a fourth."""
    rows = [*NOBODY_SCORES, influencing("G")]
    table = position(rows, influence_row=BSQ, season="fall", year=3, prestige_stacks=["Kkst", "Ykst", "Wkst", "Kkmt"])
    table.season_of(*rows)
    assert outcome(table).places == (2, 4, 1, 2)
