"""Whatever a seat may not do is refused with the rule and the offending value, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, cast

import pytest

from covergames import coverme
from covergames.coverme import (
    Action,
    Card,
    Clothes,
    Feature,
    GameLength,
    Keep,
    Options,
    Place,
    Row,
    Source,
    State,
    Stay,
    Swap,
    Take,
    TwoPlayer,
    Vote,
)
from covergames.coverme.notation import parse_card, parse_cards
from covergames.game import IllegalAction, OptionsError, Seat
from tests.coverme_kit import BSQ, StackedDealer, Table, influencing, new_game, position, scoring

if TYPE_CHECKING:
    from collections.abc import Callable

ADVANCED = Options(two_player=TwoPlayer.ADVANCED)


def snapshot(state: State) -> dict[str, object]:
    """All that a state holds, in separate containers; everything inside them cannot change."""
    contents = {field.name: getattr(state, field.name) for field in fields(state)}
    for name, content in contents.items():
        if isinstance(content, list | dict):
            contents[name] = content.copy()
            content = content.values() if isinstance(content, dict) else content
        for inner in content if isinstance(content, Iterable) else ():
            assert not isinstance(inner, list | dict | set), f"{name} holds something that can change: {inner}"
    return contents


def place(cards: str) -> Place:
    return Place(tuple(parse_cards(cards)))


def keep(cards: str) -> Keep:
    return Keep(tuple(parse_cards(cards)))


def swap(card: str) -> Swap:
    return Swap(parse_card(card))


def feature(card: str, row: Row = Row.PRIMARY) -> Feature:
    return Feature(row, parse_card(card))


NO_CARD = cast("Card", 162)


def draft() -> Table:
    """Seat 1 of three is to take."""
    return new_game(3, start=1)


def open_draft() -> Table:
    """Seat 0 of two with two magazines each is to take from an open pile."""
    return new_game(2, two_player=TwoPlayer.ADVANCED)


def same_value_draft() -> Table:
    """Seat 0 is to take from an open pile."""
    return new_game(3, same_value=Clothes.RED)


def month() -> Table:
    """Seat 0 has placed Ybsq, the others are to place."""
    table = position([scoring("Y"), influencing("R"), influencing("B")], influence_row=BSQ)
    table.place(0, "Ybsq")
    return table


def advanced_month() -> Table:
    """Both are to place two cards; seat 1 has one card only."""
    return position([scoring("Y"), "Rbsd"], influence_row=BSQ, options=ADVANCED)


def choice() -> Table:
    """Seats 0 and 2 are to choose; seat 0 between Ybst and Ybsd, seat 2 between Bbst and Bbsd."""
    rows = "Ybst Ybsd Yrmq", influencing("R"), "Bbst Bbsd Bkmq"
    table = position(rows, influence_row=BSQ)
    table.season_of(*rows)
    return table


def advanced_choice() -> Table:
    """Seat 0 is to choose for its secondary magazine between Bbst and Bbsd."""
    rows = (scoring("Y"), "Bbst Bbsd Bkmq"), (influencing("R"), influencing("G"))
    table = position([" ".join(pair) for pair in rows], influence_row=BSQ, options=ADVANCED)
    table.season_of(*rows)
    return table


def taking() -> Table:
    """Seat 0 is to take; the blonde pile is empty, and so are the face-down pile and the discard."""
    rows = "Ybsq Ybst Yrsq", "Rbsq Rbst Rrsq", "Wkmd Wklt Wrld"
    table = position(rows, face_down="", open_piles=("", "Krst", "Kkst"))
    table.season_of(*rows)
    return table


def keeping() -> Table:
    """Seat 0 is to keep one of Gkmd and Gkld."""
    rows = influencing("Y"), influencing("R"), influencing("B")
    table = position(rows, influence_row=BSQ, next_pile="Gkmd Gkld Gbmd Gbld")
    table.season_of(*rows)
    return table


def keeping_two() -> Table:
    """Seat 0 is to keep two of Kkmd, Kkld, Krmd and Krld."""
    rows = (influencing("Y"), influencing("B")), (scoring("R"), scoring("G"))
    table = position(
        [" ".join(pair) for pair in rows],
        influence_row=BSQ,
        next_pile="Kkmd Kkld Krmd Krld Kbmd",
        options=ADVANCED,
    )
    table.season_of(*rows)
    return table


def swapping() -> Table:
    """A new year: seat 1, with Rrmd and Rklt, may swap."""
    rows = scoring("Y"), scoring("R"), scoring("B")
    table = position(rows, influence_row=BSQ, season="fall")
    table.season_of(*rows)
    table.replenish()
    return table


def swapped() -> Table:
    """A new year: seat 1 has discarded a card and is to take one."""
    table = swapping()
    table.swap(1, "Rrmd")
    return table


def voting() -> Table:
    """Seats 0 and 1 are tied leaders, seat 2 is behind; seat 1 has voted."""
    rows = influencing("Y"), influencing("R"), influencing("B")
    table = position(rows, influence_row=BSQ, season="fall", year=3, prestige_stacks=["Wkst", "Wkmt", "Kkst"])
    table.season_of(*rows)
    table.vote(1, play_on=True)
    return table


def over() -> Table:
    """The game is over."""
    table = voting()
    table.vote(0, play_on=False)
    return table


BLIND, BLONDE = Take(Source.FACE_DOWN), Take(Source.BLONDE)

ILLEGAL: list[tuple[Callable[[], Table], int, Action, str, str]] = [
    # where, who, what, the rule, the offending value
    (draft, 3, BLIND, "CM-C3", "there is no seat 3: the seats are 0 to 2"),
    (draft, -1, BLIND, "CM-C3", "seat -1"),
    (draft, 0, BLIND, "CM-S6", "seat 0"),
    (draft, 2, BLONDE, "CM-S6", "seat 2"),
    (draft, 1, place("Ybsq"), "CM-S6", "Place"),
    (draft, 1, Stay(), "CM-S6", "Stay"),
    (open_draft, 0, BLIND, "CM-A1", "FACE_DOWN"),
    (open_draft, 1, BLONDE, "CM-A1", "seat 1"),
    (open_draft, 0, keep("Gkmd"), "CM-A1", "Keep"),
    (same_value_draft, 0, BLIND, "CM-V3", "FACE_DOWN"),
    (same_value_draft, 1, BLONDE, "CM-V3", "seat 1"),
    (same_value_draft, 0, Vote(play_on=True), "CM-V3", "Vote"),
    (month, 5, place("Rbsd"), "CM-C3", "seat 5"),
    (month, 0, place("Yrmd"), "CM-P1", "seat 0"),
    (month, 1, place("Yrmd"), "CM-P1", "Yrmd"),
    (month, 1, place("Bbsd"), "CM-P1", "Bbsd"),
    (month, 1, place("Gbsq"), "CM-P1", "Gbsq"),
    (month, 1, place("Rbsd Rkmq"), "CM-P1", "2 cards"),
    (month, 1, place("Rbsd Rbsd"), "CM-P1", "2 cards"),
    (month, 1, place(""), "CM-P1", "0 cards"),
    (month, 1, Place((NO_CARD,)), "CM-P1", "162"),
    (month, 1, Place((cast("Card", -1),)), "CM-P1", "-1"),
    (month, 1, BLIND, "CM-P1", "Take"),
    (month, 1, feature("Rbsd"), "CM-P1", "Feature"),
    (month, 1, swap("Rbsd"), "CM-P1", "Swap"),
    (month, 1, keep("Rbsd"), "CM-P1", "Keep"),
    (month, 1, Vote(play_on=False), "CM-P1", "Vote"),
    (advanced_month, 0, place("Ybsq"), "CM-A2", "1 cards placed, 2 are due"),
    (advanced_month, 0, place("Ybsq Yrmd Yklt"), "CM-A2", "3 cards"),
    (advanced_month, 0, place("Ybsq Ybsq"), "CM-A2", "Ybsq"),
    (advanced_month, 0, place("Ybsq Rbsd"), "CM-P1", "Rbsd"),
    (advanced_month, 0, place("Rbsd Ybsq"), "CM-P1", "Rbsd"),
    (advanced_month, 1, place("Rbsd Ybsq"), "CM-A2", "2 cards placed, 1 are due"),
    (advanced_month, 2, place("Rbsd"), "CM-C3", "seat 2"),
    (choice, 1, feature("Rbsd"), "CM-M2", "seat 1"),
    (choice, 0, feature("Yrmq"), "CM-M2", "Yrmq"),
    (choice, 0, feature("Bbst"), "CM-M2", "Bbst"),
    (choice, 0, feature("Ybst", Row.SECONDARY), "CM-M2", "Ybst"),
    (choice, 0, Feature(Row.PRIMARY, NO_CARD), "CM-M2", "162"),
    (choice, 0, place("Ybst"), "CM-M2", "Place"),
    (choice, 0, BLIND, "CM-M2", "Take"),
    (advanced_choice, 0, feature("Bbst"), "CM-M2", "Bbst"),
    (advanced_choice, 0, feature("Ybsq"), "CM-M2", "Ybsq"),
    (advanced_choice, 0, feature("Bkmq", Row.SECONDARY), "CM-M2", "Bkmq"),
    (advanced_choice, 1, feature("Gbsd", Row.SECONDARY), "CM-M2", "seat 1"),
    (taking, 0, BLONDE, "CM-R4", "BLONDE"),
    (taking, 0, BLIND, "CM-R4", "FACE_DOWN"),
    (taking, 1, Take(Source.BLACK), "CM-R1", "seat 1"),
    (taking, 0, keep("Krst"), "CM-R1", "Keep"),
    (taking, 0, place("Ybst"), "CM-R1", "Place"),
    (keeping, 1, keep("Gkmd"), "CM-R2", "seat 1"),
    (keeping, 0, keep("Gbmd"), "CM-R2", "Gbmd"),
    (keeping, 0, keep("Ykmq"), "CM-R2", "Ykmq"),
    (keeping, 0, Keep((NO_CARD,)), "CM-R2", "162"),
    (keeping, 0, keep("Gkmd Gkld"), "CM-R2", "2 cards"),
    (keeping, 0, keep("Gkmd Gkmd"), "CM-R2", "2 cards"),
    (keeping, 0, keep(""), "CM-R2", "0 cards"),
    (keeping, 0, BLIND, "CM-R2", "Take"),
    (keeping_two, 1, keep("Kkmd Kkld"), "CM-A5", "seat 1"),
    (keeping_two, 0, keep("Kkmd"), "CM-A5", "1 cards"),
    (keeping_two, 0, keep("Kkmd Kkld Krmd"), "CM-A5", "3 cards"),
    (keeping_two, 0, keep("Kkmd Kkmd"), "CM-A5", "Kkmd"),
    (keeping_two, 0, keep("Kkmd Kbmd"), "CM-A5", "Kbmd"),
    (keeping_two, 0, BLIND, "CM-A5", "Take"),
    (swapping, 0, Stay(), "CM-Y2", "seat 0"),
    (swapping, 2, Stay(), "CM-Y2", "seat 2"),
    (swapping, 1, swap("Yrmd"), "CM-Y2", "Yrmd"),
    (swapping, 1, Swap(NO_CARD), "CM-Y2", "162"),
    (swapping, 1, BLIND, "CM-Y2", "Take"),
    (swapping, 1, place("Rrmd"), "CM-Y2", "Place"),
    (swapped, 1, Stay(), "CM-Y2", "Stay"),
    (swapped, 1, swap("Rklt"), "CM-Y2", "Swap"),
    (swapped, 2, BLIND, "CM-Y2", "seat 2"),
    (voting, 2, Vote(play_on=True), "CM-X4", "seat 2"),
    (voting, 1, Vote(play_on=False), "CM-X4", "seat 1"),
    (voting, 0, BLIND, "CM-X4", "Take"),
    (voting, 0, place("Ykmq"), "CM-X4", "Place"),
    (over, 0, Vote(play_on=True), "CM-X1", "seat 0"),
    (over, 0, place("Ykmq"), "CM-X1", "seat 0"),
    (over, 1, BLIND, "CM-X1", "seat 1"),
    (over, 2, Stay(), "CM-X1", "seat 2"),
    (over, 3, Stay(), "CM-C3", "seat 3"),
]


@pytest.mark.parametrize(
    ("where", "seat", "action", "rule", "value"),
    [
        pytest.param(*case, id=f"{case[0].__name__}-{number}", marks=pytest.mark.rule(case[3]))
        for number, case in enumerate(ILLEGAL)
    ],
)
def test_an_illegal_action_is_refused_and_changes_nothing(
    where: Callable[[], Table], seat: int, action: Action, rule: str, value: str
) -> None:
    """The refusal names the rule and the offending value; the state is as before; the action was not offered."""
    table = where()
    before = snapshot(table.state)
    shuffles = len(table.dealer.shuffled) if isinstance(table.dealer, StackedDealer) else 0
    with pytest.raises(IllegalAction) as refused:
        table.act(seat, action)
    assert refused.value.rule_id == rule
    assert value in refused.value.reason
    assert str(refused.value).endswith(f"({rule})")
    assert snapshot(table.state) == before
    assert isinstance(table.dealer, StackedDealer)
    assert len(table.dealer.shuffled) == shuffles
    assert repr(action) not in [repr(offered) for offered in coverme.legal(table.state, Seat(seat))]


@pytest.mark.rule("CM-X4")
@pytest.mark.parametrize("play_on", [1, 0, None, "yes"])
def test_a_vote_is_yes_or_no(play_on: object) -> None:
    """Anything that is not a truth value is no vote, and cannot even be written down."""
    with pytest.raises(IllegalAction) as refused:
        Vote(play_on=cast("bool", play_on))
    assert refused.value.rule_id == "CM-X4"
    assert refused.value.reason == f"a vote is yes or no, not {play_on!r}"


SITUATIONS = sorted({case[0] for case in ILLEGAL}, key=lambda where: where.__name__)


@pytest.mark.rule("CM-P1", "CM-A2", "CM-M2", "CM-R1", "CM-R2", "CM-A5", "CM-Y2", "CM-X4")
@pytest.mark.parametrize("where", SITUATIONS, ids=lambda where: where.__name__)
def test_every_legal_action_is_carried_out_on_a_copy(where: Callable[[], Table]) -> None:
    """Everything offered is accepted; the given state is untouched; who owes nothing is offered nothing."""
    state = where().state
    before = snapshot(state)
    for seat in range(-1, state.players + 1):
        actions = coverme.legal(state, Seat(seat))
        assert bool(actions) == (seat in coverme.to_act(state))
        assert len(set(actions)) == len(actions)
        for action in actions:
            coverme.apply(state, Seat(seat), action, StackedDealer())
            assert snapshot(state) == before


IMPOSSIBLE: list[tuple[int, Options, str, str]] = [
    (1, Options(), "CM-C3", "1 players"),
    (6, Options(), "CM-C3", "6 players"),
    (3, ADVANCED, "CM-A1", "not 3"),
    (5, Options(two_player=TwoPlayer.ADVANCED, same_value=Clothes.RED), "CM-A1", "not 5"),
    (3, Options(years=4), "CM-V3", "years 4"),
    (2, Options(years=4, length=GameLength.LONGER), "CM-V3", "years 4"),
    (3, Options(same_value=Clothes.RED, years=0), "CM-V3", "years 0"),
    (3, Options(same_value="drawn", years=11), "CM-V3", "years 11"),
    (3, Options(start=Seat(3)), "CM-S4", "seat 3"),
    (2, Options(start=Seat(-1)), "CM-S4", "seat -1"),
]


@pytest.mark.parametrize(
    ("players", "options", "rule", "value"),
    [pytest.param(*case, marks=pytest.mark.rule(case[2])) for case in IMPOSSIBLE],
)
def test_impossible_options_are_refused(players: int, options: Options, rule: str, value: str) -> None:
    """Before anything is shuffled, with the rule and the value."""
    dealer = StackedDealer()
    for set_up in (coverme.new, coverme.settle):
        with pytest.raises(OptionsError) as refused:
            set_up(players, options, dealer)
        assert (refused.value.rule_id, value in refused.value.reason) == (rule, True)
    assert dealer.shuffled == []
