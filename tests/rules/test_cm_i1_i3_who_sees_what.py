"""Who sees what (CM-I1 to CM-I3)."""

from __future__ import annotations

import pytest

from covergames import coverme
from covergames.coverme import Options, redact
from covergames.coverme.events import (
    Dealt,
    FictionalPlaced,
    InfluenceDrawn,
    Looked,
    SeasonBegan,
    Shuffled,
    Took,
    Turned,
)
from covergames.coverme.notation import cards_text, parse_card, parse_cards
from covergames.game import IllegalAction, Seat
from tests.coverme_kit import BSQ, StackedDealer, Table, influencing, new_game, position, scoring

ROWS = (scoring("Y"), influencing("R"), influencing("B"))
VIEWERS = pytest.mark.parametrize("viewer", [0, 1, 2, None], ids=["seat 0", "seat 1", "seat 2", "spectator"])


def table_with_everything() -> Table:
    """A winter of three players before their first choice; every pile has cards."""
    return position(
        ROWS,
        influence_row=BSQ,
        open_piles=("Ybmt Yblt", "Yrst", "Ykst Ykmt Ykld"),
        face_down="Rbmt Rrmt",
        next_pile="Gkmd Gkld Gbmd",
        discard="Bbst Kkst",
        prestige_stacks=["Wkst Wkmt", "", "Kkmt"],
    )


@pytest.mark.rule("CM-I1")
@VIEWERS
def test_the_table_is_public(viewer: int | None) -> None:
    """Everybody sees influence row, tracks, the whole discard, the open piles' tops and sizes, and all other sizes."""
    table = table_with_everything()
    table.season_of(*ROWS, months=1)
    view = table.view(viewer)
    assert cards_text(view.influence_row) == BSQ
    assert sum(view.tracks.values()) == 18
    assert [cards_text(magazine.covers) for magazine in view.magazines] == ["Ybsq", "Rbsd", "Bbsd"]
    assert [magazine.values for magazine in view.magazines] == [(3,), (2,), (2,)]
    assert cards_text(view.discard) == "Bbst Kkst"
    assert [(pile.top, pile.size) for pile in view.open_piles] == [
        (parse_card("Ybmt"), 2),
        (parse_card("Yrst"), 1),
        (parse_card("Ykst"), 3),
    ]
    assert (len(view.face_down), len(view.next_pile)) == (2, 3)
    assert [hand.size for hand in view.hands] == [2, 2, 2]
    assert list(view.to_act) == [0, 1, 2]
    assert view.decision is not None
    assert view.decision.value == "place"


@pytest.mark.rule("CM-I1")
@VIEWERS
def test_hands_are_private(viewer: int | None) -> None:
    """A seat sees its own hand; of the others, and for a spectator of all, only the sizes."""
    view = table_with_everything().view(viewer)
    assert cards_text(view.hand) == ("" if viewer is None else cards_text(sorted(parse_cards(ROWS[viewer]))))
    for seat in range(3):
        assert view.hands[seat].size == 3
        assert len(view.hands[seat].known) == (3 if seat == viewer else 0)
    if viewer is None:
        assert view.legal == ()


@pytest.mark.rule("CM-I1")
@VIEWERS
def test_the_order_of_face_down_piles_is_unknown_to_all(viewer: int | None) -> None:
    """Nothing of the face-down pile and the next pile can be seen, nor which card is where among the unseen."""
    view = table_with_everything().view(viewer)
    assert view.face_down == (None, None)
    assert view.next_pile == (None, None, None)
    assert set(parse_cards("Rbmt Rrmt Gkmd Gkld Gbmd")) <= set(view.unseen)
    assert list(view.unseen) == sorted(view.unseen)


@pytest.mark.rule("CM-I1")
def test_what_is_turned_or_taken_openly_is_seen_by_all_and_remembered() -> None:
    """A card seen going into a hand is known to be there; one taken blind is not."""
    table = position(
        ROWS,
        influence_row=BSQ,
        open_piles=("Ybmt", "Yrst Yrmt", "Ykst Ykmt"),
        face_down="Rrmt Rbmt Kbmt",
        next_pile="Gkmd Gkld Gbmd Gbld",
    )
    table.season_of(*ROWS)
    took, turned = table.take(0, "blonde")[:2]
    assert isinstance(took, Took)
    assert isinstance(turned, Turned)
    for viewer in (Seat(0), Seat(1), None):
        assert (redact(took, viewer), redact(turned, viewer)) == (took, turned)
    # models that came back to the hand were seen by all, too
    assert cards_text(table.view(1).hands[0].known) == "Ybmt Yrmd Yklt"
    assert cards_text(table.view().hands[0].known) == "Ybmt Yrmd Yklt"


@pytest.mark.rule("CM-I1")
def test_dealt_cards_and_shuffles_are_hidden_in_the_events() -> None:
    """A deal shows its cards to the seat that gets them, a shuffle to nobody."""
    cards = tuple(parse_cards("Ybsq Yrmd"))
    assert redact(Dealt(Seat(1), cards), Seat(1)) == Dealt(Seat(1), cards)
    for viewer in (Seat(0), None):
        assert redact(Dealt(Seat(1), cards), viewer) == Dealt(Seat(1), (None, None))
    for viewer in (Seat(0), Seat(1), None):
        assert redact(Shuffled("face-down", cards), viewer) == Shuffled("face-down", (None, None))


@pytest.mark.rule("CM-I1")
@VIEWERS
def test_the_history_holds_what_the_public_saw(viewer: int | None) -> None:
    """Every viewer is shown the same history, with every hidden card left out."""
    table = table_with_everything()
    table.season_of(*ROWS)
    table.replenish()
    history = table.view(viewer).history
    assert history == table.view().history
    shown = [event for season in history for event in season]
    assert [redact(event, None) for event in shown] == shown
    assert any(isinstance(event, Looked) for event in shown)


@pytest.mark.rule("CM-I1")
def test_the_history_goes_back_to_the_set_up() -> None:
    """The set-up first, then every season, the running one last."""
    table = new_game(3)
    table.play_on(lambda table: table.when == "1 summer 1")
    history = table.view(1).history
    assert len(history) == 4
    assert {type(event) for event in history[0]} >= {Shuffled, Dealt, InfluenceDrawn, Took}
    began = [event for chapter in history for event in chapter if isinstance(event, SeasonBegan)]
    assert [event.season.value for event in began] == ["winter", "spring", "summer"]
    assert [chapter[0] for chapter in history[1:]] == began


@pytest.mark.rule("CM-I2")
@VIEWERS
def test_stacks_lie_face_down(viewer: int | None) -> None:
    """Others see how many cards a stack has, the owner which, and what they are worth."""
    stacks = table_with_everything().view(viewer).prestige_stacks
    assert [stack.size for stack in stacks] == [2, 0, 1]
    for seat, cards in enumerate(["Wkst Wkmt", "", "Kkmt"]):
        if seat == viewer:
            assert stacks[seat].cards == tuple(parse_cards(cards))
            assert stacks[seat].worth == [10, 0, 4][seat]
        else:
            assert (stacks[seat].cards, stacks[seat].worth) == (None, None)


@pytest.mark.rule("CM-I2")
@VIEWERS
def test_open_scores_show_them(viewer: int | None) -> None:
    """With the table's option everybody sees all stacks."""
    table = position(
        ROWS, influence_row=BSQ, prestige_stacks=["Wkst Wkmt", "", "Kkmt"], options=Options(open_scores=True)
    )
    stacks = table.view(viewer).prestige_stacks
    assert [stack.cards for stack in stacks] == [tuple(parse_cards(cards)) for cards in ("Wkst Wkmt", "", "Kkmt")]
    assert [stack.worth for stack in stacks] == [10, 0, 4]


@pytest.mark.rule("CM-I2", "CM-A4")
@pytest.mark.parametrize("open_scores", [False, True])
def test_side_stacks_are_shown_like_prestige_stacks(open_scores: bool) -> None:  # noqa: FBT001
    """Face down for the other player unless scores are open."""
    table = position(
        [scoring("Y"), scoring("R")],
        side_stacks=["Wkst", "Kkmt"],
        options=Options(two_player=coverme.TwoPlayer.ADVANCED, open_scores=open_scores),
    )
    stacks = table.view(0).side_stacks
    assert [stack.size for stack in stacks] == [1, 1]
    assert stacks[0].cards == tuple(parse_cards("Wkst"))
    assert stacks[1].cards == (tuple(parse_cards("Kkmt")) if open_scores else None)


@pytest.mark.rule("CM-I2", "CM-X1", "CM-X2")
def test_the_stacks_are_opened_at_the_end() -> None:
    """When the game is over everybody sees what was scored."""
    table = position(ROWS, influence_row=BSQ, season="fall", year=3, prestige_stacks=["Wkst", "Kkst", ""])
    table.season_of(*ROWS)
    assert [stack.worth for stack in table.view().prestige_stacks] == [7, 4, 0]


NOBODY_SCORES = (influencing("Y"), influencing("R"), influencing("B"))
PAIRS = ((influencing("Y"), influencing("R")), (influencing("B"), influencing("G")))


def last_falls() -> list[Table]:
    """Two last falls that differ in one thing: which of two cards lies in whose stack."""
    return [
        position(NOBODY_SCORES, influence_row=BSQ, season="fall", year=3, prestige_stacks=stacks)
        for stacks in (["Wkst", "Wkmt", ""], ["Wkmt", "Wkst", ""])
    ]


def advanced_last_falls() -> list[Table]:
    """The same with two magazines each; the side stacks differ too."""
    return [
        position(
            [" ".join(pair) for pair in PAIRS],
            influence_row=BSQ,
            season="fall",
            year=3,
            prestige_stacks=stacks,
            side_stacks=[stack.replace("W", "K") for stack in stacks],
            options=Options(two_player=coverme.TwoPlayer.ADVANCED),
        )
        for stacks in (["Wkst", "Wkmt"], ["Wkmt", "Wkst"])
    ]


@pytest.mark.rule("CM-I2", "CM-I3", "CM-X1")
@pytest.mark.parametrize("viewer", [2, None])
def test_stacks_show_nothing_before_the_end_of_the_last_season_and_everything_after_it(viewer: int | None) -> None:
    """To a third player and a spectator two worlds with other stacks are one, until all stacks are turned face up."""
    worlds = last_falls()
    for month in range(3):
        for seat, row in enumerate(NOBODY_SCORES):
            views = [table.view(viewer) for table in worlds]
            assert views[0] == views[1]
            events = [table.place(seat, row.split()[month]) for table in worlds]
            if month < 2 or seat < 2:
                assert [redact(event, None) for event in events[0]] == [redact(event, None) for event in events[1]]
    assert [table.phase for table in worlds] == ["vote", "vote"]
    stacks = [[stack.cards for stack in table.view(viewer).prestige_stacks] for table in worlds]
    first, second = tuple(parse_cards("Wkst")), tuple(parse_cards("Wkmt"))
    assert stacks == [[first, second, ()], [second, first, ()]]


@pytest.mark.rule("CM-I2", "CM-I3", "CM-X1", "CM-A4")
def test_side_stacks_show_nothing_before_the_end_of_the_last_season_and_everything_after_it() -> None:
    """To a spectator two worlds with other prestige and side stacks are one, until they are turned face up."""
    worlds = advanced_last_falls()
    assert worlds[0].view() == worlds[1].view()
    for table in worlds:
        table.season_of(*PAIRS)
        assert table.phase == "vote"
        for viewer in (0, 1, None):
            view = table.view(viewer)
            assert [stack.cards for stack in view.prestige_stacks] == list(table.state.prestige_stacks)
            assert [stack.cards for stack in view.side_stacks] == list(table.state.side_stacks)
    assert worlds[0].view() != worlds[1].view()


@pytest.mark.rule("CM-I1", "CM-I2")
@VIEWERS
def test_no_card_of_an_open_stack_is_unseen(viewer: int | None) -> None:
    """A perfect memory knows every card of the stacks that lie open."""
    table = last_falls()[0]
    table.season_of(*NOBODY_SCORES)
    view = table.view(viewer)
    shown = {card for stack in view.prestige_stacks for card in stack.cards or ()}
    assert shown == set(parse_cards("Wkst Wkmt"))
    assert not shown & set(view.unseen)


def worlds() -> list[Table]:
    """The same table to seat 0: hands of the others, their choices, and all face-down piles differ."""
    first = position(
        [ROWS[0], "Rbsd Rkmq Rrlt", "Bbsd Bkmq Brlt"],
        influence_row=BSQ,
        open_piles=("Ybmt Yblt", "Yrst", "Ykst"),
        face_down="Rbmt Rrmt",
        next_pile="Gkmd Gkld Gbmd",
    )
    second = position(
        [ROWS[0], "Bbsd Bkmq Rbmt", "Rbsd Rkmq Rrlt"],
        influence_row=BSQ,
        open_piles=("Ybmt Yblt", "Yrst", "Ykst"),
        face_down="Rrmt Brlt",
        next_pile="Gbmd Gkmd Gkld",
    )
    return [first, second]


@pytest.mark.rule("CM-I3")
def test_what_a_seat_may_not_see_changes_nothing_it_is_sent() -> None:
    """Two tables that differ in hidden cards only give equal views, legal actions, events and errors."""
    first, second = worlds()
    assert first.view(0) == second.view(0)
    assert list(first.legal(0)) == list(second.legal(0))
    events = [
        [redact(event, Seat(0)) for event in table.place(1, card)]
        for table, card in ((first, "Rkmq"), (second, "Rbmt"))
    ]
    assert events[0] == events[1]
    assert first.view(0) == second.view(0)
    errors = []
    for table in (first, second):
        with pytest.raises(IllegalAction) as refused:
            table.place(1, "Bbsd")
        errors.append(str(refused.value))
        with pytest.raises(IllegalAction) as refused:
            table.place(0, "Rbmt")
        errors.append(str(refused.value))
    assert errors[:2] == errors[2:]


@pytest.mark.rule("CM-I3")
def test_a_spectator_learns_nothing_from_hands_and_piles() -> None:
    """To a spectator the two tables are one."""
    first, second = worlds()
    assert first.view() == second.view()
    first.place(0, "Ybsq")
    second.place(0, "Yklt")
    assert first.view() == second.view()
    assert first.view(1) != second.view(1)
    assert first.view(0) != second.view(0)


@pytest.mark.rule("CM-I3", "CM-22")
def test_the_fictional_pile_and_a_show_nothing() -> None:
    """Another order of the fictional pile below B's first card is the same game to everybody."""
    tables = [
        position([ROWS[0], ROWS[1]], influence_row=BSQ, fictional_pile=f"{a} Bkmd {rest}", face_down="Wbst Wrst")
        for a, rest in (("Bklt", "Gbmt Gblt Grst"), ("Grst", "Gblt Bklt Gbmt"))
    ]
    for viewer in (0, 1, None):
        assert tables[0].view(viewer) == tables[1].view(viewer)


@pytest.mark.rule("CM-I3")
def test_the_set_up_shows_a_seat_only_its_own_cards() -> None:
    """Two set-ups with the same public cards and the same first hand are the same to seat 0."""
    public = "Ybsq Yrsq Yksq Rkmd Bbmt"
    mine = "Rbsq Rbsd Rbst Rbmq Rbmd Rbmt"
    others = "Rrsq Rrsd Rrst Rrmq Rrmd Rrmt Rksq Rksd Rkst Rkmq Rklt Rkmt"
    tables = [
        new_game(3, StackedDealer({"face-down": f"{public} {mine} {theirs}", "next": top, "black": black}))
        for theirs, top, black in ((others, "Gkmd", "Kkmd"), (" ".join(reversed(others.split())), "Gbsd", "Kbst"))
    ]
    assert tables[0].state != tables[1].state
    assert tables[0].view(0) == tables[1].view(0)
    assert tables[0].view() == tables[1].view()
    assert tables[0].view(1) != tables[1].view(1)


@pytest.mark.rule("CM-I1")
def test_after_the_set_up_everything_but_open_cards_and_the_own_hand_is_unseen() -> None:
    """Three open piles of one card and two influencing cards are known to all, six more cards to each seat."""
    table = new_game(3, StackedDealer({"face-down": "Rbsq Rrsq Rksq Rkmd Bbmt Bbst Bbsd"}))
    assert len(table.view().unseen) == 162 - 5
    for seat in range(3):
        assert len(table.view(seat).unseen) == 162 - 5 - 6
        assert not set(table.view(seat).unseen) & set(table.view(seat).hand)


@pytest.mark.rule("CM-I1", "CM-21")
def test_the_fictional_card_is_hidden_in_the_history_too() -> None:
    """A's covers are None there until they are revealed."""
    table = position([ROWS[0], ROWS[1]], influence_row=BSQ)
    (placed,) = [event for season in table.view(0).history for event in season if isinstance(event, FictionalPlaced)]
    assert placed.a is None
    assert placed.b is not None
