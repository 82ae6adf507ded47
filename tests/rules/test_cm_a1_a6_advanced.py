"""Two players with two magazines each (CM-A1 to CM-A6)."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from covergames import coverme
from covergames.coverme import Options, Place, TwoPlayer, redact
from covergames.coverme.events import Featured, Kept, Looked, Placed, Revealed, TookNext
from covergames.coverme.notation import cards_text, parse_card, parse_cards
from covergames.coverme.places import Fate
from covergames.game import IllegalAction, OptionsError, Result, Seat
from tests.coverme_kit import (
    BSQ,
    StackedDealer,
    Table,
    all_at_zero,
    influencing,
    new_game,
    position,
    scoring,
)

ADVANCED = Options(two_player=TwoPlayer.ADVANCED)
YELLOW = "Ybsq Ybsd Ybst Ybmq Ybmd Ybmt Yblq Ybld Yblt Yrsq Yrsd Yrst Yrmq Yrmd Yrmt Yrlq Yrld Yrlt"


def advanced(dealer: StackedDealer | None = None, **options: object) -> Table:
    return new_game(2, dealer, two_player=TwoPlayer.ADVANCED, **options)  # type: ignore[arg-type]


def winter(
    *rows: tuple[str, str],
    next_pile: str | None = "Kkmd Kkld Krmd Krld Kbmd",
    season: str = "winter",
    year: int = 1,
    prestige_stacks: tuple[str, ...] = (),
    side_stacks: tuple[str, ...] = (),
) -> Table:
    """A season with these covers, primary and secondary by seat, is over."""
    table = position(
        [" ".join(pair) for pair in rows],
        influence_row=BSQ,
        season=season,
        year=year,
        open_piles=("Rbmt Rblt", "Rrst Rrmt", "Rkst Rkmt"),
        face_down="Wbmt Wrmt Wkmt Wblt",
        next_pile=next_pile,
        prestige_stacks=prestige_stacks,
        side_stacks=side_stacks,
        options=ADVANCED,
    )
    table.season_of(*rows)
    return table


@pytest.mark.rule("CM-A1")
def test_nine_cards_are_dealt_and_three_taken_from_the_open_piles_only() -> None:
    """Nine in one block each from seat 0; then in turn from the starting player, never blind, until both hold twelve."""
    dealer = StackedDealer({"face-down": f"Rbsq Rrsq Rksq Bbsq Bbsd {YELLOW}"})
    table = advanced(dealer, start=1)
    assert f"{table.hand(0)} {table.hand(1)}" == YELLOW
    order = []
    while table.phase == "draft":
        (seat,) = table.to_act
        assert table.sources(seat) == ["blonde", "red-brown", "black"]
        with pytest.raises(IllegalAction) as refused:
            table.take(seat, "face-down")
        assert refused.value.rule_id == "CM-A1"
        order.append(seat)
        table.take(seat, "black")
    assert order == [1, 0] * 3
    assert [hand.size for hand in table.view().hands] == [12, 12]
    assert table.when == "1 winter 1"


@pytest.mark.rule("CM-A1")
def test_each_player_runs_two_magazines_and_there_are_no_fictional_ones() -> None:
    """Four magazines: both primaries, both secondaries."""
    view = advanced().view()
    assert [(magazine.owner, magazine.row.value) for magazine in view.magazines] == [
        (0, "primary"),
        (1, "primary"),
        (0, "secondary"),
        (1, "secondary"),
    ]
    assert view.fictional_pile is None


@pytest.mark.rule("CM-A1", "CM-S7")
def test_a_first_game_deals_twelve() -> None:
    """All twelve at once, in blocks from seat 0, no taking."""
    twelve = YELLOW.split()[:12]
    table = advanced(StackedDealer({"face-down": f"Rbsq Rrsq Rksq Bbsq Bbsd {YELLOW}"}), start=1, first_game=True)
    assert table.hand(0).split() == twelve
    assert len(table.hand(1).split()) == 12
    assert table.when == "1 winter 1"


@pytest.mark.rule("CM-A1", "CM-R4")
def test_where_no_open_pile_has_a_card_the_next_pile_gives_one() -> None:
    """With no card left to turn, the draft goes on by CM-R4: an open pile if there is one, else the next pile's top."""
    table = advanced(StackedDealer({"next": "Gkmd Gkld"}))
    for seat in (0, 1, 0, 1):
        table.take(seat, "black")
    table.state.face_down, table.state.open_piles = (), ((), (parse_card("Wrmd"),), ())
    table.take(0, "red-brown")
    assert table.happened(TookNext) == [TookNext(Seat(1), parse_card("Gkmd"))]
    assert [hand.size for hand in table.view().hands] == [12, 12]
    assert table.when == "1 winter 1"


@pytest.mark.rule("CM-A1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_advanced_game_is_for_two(players: int) -> None:
    """More players cannot choose it."""
    with pytest.raises(OptionsError, match=f"not {players}") as refused:
        coverme.new(players, ADVANCED, StackedDealer())
    assert refused.value.rule_id == "CM-A1"


@pytest.mark.rule("CM-A2")
def test_two_cards_are_placed_at_once_one_a_magazine() -> None:
    """Every ordered pair of hand cards is a choice: the first is the primary's, the second the secondary's."""
    hand = "Ybsq Yrmd Yklt"
    table = position([hand, scoring("R")], influence_row=BSQ, options=ADVANCED)
    assert list(table.legal(0)) == [Place(pair) for pair in permutations(parse_cards(hand), 2)]
    table.place(0, "Yklt Ybsq")
    assert table.hand(0) == "Yrmd"
    assert table.to_act == [1]
    table.place(1, "Rrmd Rbsq")
    assert [table.covers(magazine) for magazine in range(4)] == ["Yklt", "Rrmd", "Ybsq", "Rbsq"]


@pytest.mark.rule("CM-A2", "CM-I1")
def test_both_cards_are_secret_until_all_have_placed() -> None:
    """The other player sees two backs."""
    table = position([scoring("Y"), scoring("R")], influence_row=BSQ, options=ADVANCED)
    (event,) = table.place(0, "Yklt Ybsq")
    assert redact(event, Seat(1)) == redact(event, None) == Placed(Seat(0), (None, None))
    shown = [(magazine.has_placed, magazine.placed) for magazine in table.view(1).magazines]
    assert shown == [(True, None), (False, None), (True, None), (False, None)]
    own = [magazine.placed for magazine in table.view(0).magazines]
    assert own == [parse_card("Yklt"), None, parse_card("Ybsq"), None]


@pytest.mark.rule("CM-A2")
def test_all_four_covers_are_counted() -> None:
    """Primary and secondary alike, once each."""
    table = position([scoring("Y"), scoring("R")], influence_row="Gbsq", options=ADVANCED)
    table.place(0, "Yklt Ybsq")
    table.place(1, "Rrmd Rklt")
    assert table.tracks == "b2 r1 k2 s2 m1 l2 q2 d1 t2"
    assert len(table.happened(Revealed)[0].covers) == 4


@pytest.mark.rule("CM-A3")
def test_each_magazine_has_its_own_season_special() -> None:
    """One magazine's best model does not keep another's from being featured."""
    table = winter((influencing("Y"), scoring("B")), (scoring("R"), influencing("G")))
    featured = {event.magazine: (cards_text(event.cards), event.value) for event in table.happened(Featured)}
    assert featured == {0: ("Ybsd", 2), 1: ("Rbsq", 3), 2: ("Bbsq", 3), 3: ("Gbsd", 2)}
    assert set(table.hand(0).split()) == {"Ykmq", "Yrlt", "Brmd", "Bklt"}


@pytest.mark.rule("CM-A3", "CM-M2")
def test_each_magazine_with_equal_models_is_a_choice_of_its_own() -> None:
    """A player can owe two choices, one a magazine, and makes them in any order; a model is a choice for its magazine only."""
    table = winter(("Ybst Ybsd Yrmq", "Bbst Bbsd Bkmq"), (influencing("R"), influencing("G")))
    assert table.to_act == [0]
    assert table.choices(0) == ["Ybst", "Ybsd", "Bbst", "Bbsd"]
    with pytest.raises(IllegalAction, match="Ybst"):
        table.feature(0, "Ybst", "secondary")
    table.feature(0, "Bbsd", "secondary")
    assert table.to_act == [0]
    assert table.choices(0) == ["Ybst", "Ybsd"]
    table.feature(0, "Ybst")
    assert table.influence_row == "Ybst Rbsd Bbsd Gbsd"


@pytest.mark.rule("CM-A3", "CM-M3")
def test_all_at_zero_is_judged_magazine_by_magazine() -> None:
    """The secondary's models are all at 0 although the primary's are not."""
    table = winter((scoring("Y"), all_at_zero("B")), (influencing("R"), influencing("G")))
    featured = {event.magazine: cards_text(event.cards) for event in table.happened(Featured)}
    assert featured == {0: "Ybsq", 1: "Rbsd", 2: "Brmd Bklt Brlt", 3: "Gbsd"}


@pytest.mark.rule("CM-A4")
@pytest.mark.parametrize(
    ("primary", "secondary", "prestige", "side", "influence"),
    [
        (scoring("Y"), influencing("B"), "Ybsq", "", "Rbsd Bbsd Gbsd"),
        (influencing("Y"), scoring("B"), "", "Bbsq", "Ybsd Rbsd Gbsd"),
        (all_at_zero("Y"), influencing("B"), "Yrmd Yklt Yrlt", "", "Rbsd Bbsd Gbsd"),
        (influencing("Y"), all_at_zero("B"), "", "Brmd Bklt Brlt", "Ybsd Rbsd Gbsd"),
        (scoring("Y"), scoring("B"), "Ybsq", "Bbsq", "Rbsd Gbsd"),
        (influencing("Y"), influencing("B"), "", "", "Ybsd Rbsd Bbsd Gbsd"),
    ],
)
def test_the_primary_scores_and_the_secondary_keeps_aside(
    primary: str, secondary: str, prestige: str, side: str, influence: str
) -> None:
    """Value 3 or all at 0: the primary's to the prestige stack, the secondary's to the side stack; 1 or 2: influence."""
    table = winter((primary, secondary), (influencing("R"), influencing("G")))
    assert table.prestige_stack(0) == prestige
    assert table.side_stack(0) == side
    assert table.influence_row == influence
    assert table.prestige_stack(1) == table.side_stack(1) == ""
    assert {event.fate for event in table.happened(Featured)} <= set(Fate)


@pytest.mark.rule("CM-A4")
def test_what_lies_in_the_stacks_stays_there() -> None:
    """New cards join those of earlier seasons."""
    rows = (scoring("Y"), scoring("B")), (influencing("R"), influencing("G"))
    table = winter(*rows, prestige_stacks=("Kkst", ""), side_stacks=("Wkst", "Wkmd"))
    assert table.prestige_stack(0) == "Kkst Ybsq"
    assert table.side_stack(0) == "Wkst Bbsq"
    assert table.side_stack(1) == "Wkmd"


BOTH_INFLUENCE = (influencing("Y"), influencing("B")), (scoring("R"), scoring("G"))


@pytest.mark.rule("CM-A5")
def test_both_to_the_influence_row_take_four_and_keep_two() -> None:
    """Any two of the top four of the next pile; the other two go under it in the order drawn."""
    table = winter(*BOTH_INFLUENCE, next_pile="Kkmd Kkld Krmd Krld Kbmd Kbld")
    assert table.to_act == [0]
    assert [cards_text(event.cards) for event in table.happened(Looked)] == ["Kkmd Kkld Krmd Krld"]  # type: ignore[arg-type]
    four = parse_cards("Kkmd Kkld Krmd Krld")
    assert {frozenset(choice.split()) for choice in table.choices(0)} == {
        frozenset(cards_text(pair).split()) for pair in combinations(four, 2)
    }
    assert len(table.choices(0)) == 6
    table.keep(0, "Kkld Krld")
    assert set(table.hand(0).split()) > {"Kkld", "Krld"}
    assert table.next_pile == "Kbmd Kbld Kkmd Krmd"
    assert table.to_act == [1]


@pytest.mark.rule("CM-A5", "CM-I1")
def test_the_four_cards_are_seen_by_their_player_only() -> None:
    """The other sees how many were drawn, kept and put back, and whose they are."""
    table = winter(*BOTH_INFLUENCE)
    assert table.view(1).looked == table.view().looked == (None,) * 4
    table.keep(0, "Kkmd Krld")
    (kept,) = table.happened(Kept)
    assert redact(kept, Seat(1)) == Kept(Seat(0), (None, None), (None, None))
    assert table.view(0).next_pile == (None, *parse_cards("Kkld Krmd"))
    assert table.view(1).next_pile == (None, None, None)


@pytest.mark.rule("CM-A5")
@pytest.mark.parametrize(
    ("next_pile", "choices", "then"),
    [
        ("Kkmd Kkld Krmd", 3, "Kkld"),
        ("Kkmd Kkld Krmd Krld", 6, "Kkld Krld"),
        ("Kkmd Kkld Krmd Krld Kbmd", 6, "Kbmd Kkld Krld"),
    ],
)
def test_three_cards_are_still_a_choice(next_pile: str, choices: int, then: str) -> None:
    """Fewer than four: what is there; two of three are kept, the third goes back."""
    table = winter(*BOTH_INFLUENCE, next_pile=next_pile)
    assert len(table.choices(0)) == choices
    table.keep(0, "Kkmd Krmd")
    assert set(table.hand(0).split()) == {"Ykmq", "Yrlt", "Bkmq", "Brlt", "Kkmd", "Krmd"}
    assert table.next_pile == then


@pytest.mark.rule("CM-A5", "CM-R5")
def test_two_cards_are_both_taken() -> None:
    """Nothing to choose: both come into the hand."""
    table = winter(*BOTH_INFLUENCE, next_pile="Kkmd Kkld")
    assert set(table.hand(0).split()) == {"Ykmq", "Yrlt", "Bkmq", "Brlt", "Kkmd", "Kkld"}
    assert table.next_pile == ""
    assert table.to_act == [1]


@pytest.mark.rule("CM-A5", "CM-R5")
def test_one_card_is_taken_and_the_other_from_a_pile() -> None:
    """The single card, then one as if scored."""
    table = winter(*BOTH_INFLUENCE, next_pile="Kkmd")
    assert set(table.hand(0).split()) == {"Ykmq", "Yrlt", "Bkmq", "Brlt", "Kkmd"}
    assert table.to_act == [0]
    assert table.sources(0) == ["blonde", "red-brown", "black", "face-down"]
    table.take(0, "face-down")
    assert len(table.hand(0).split()) == 6
    assert table.to_act == [1]


@pytest.mark.rule("CM-A5", "CM-R5")
def test_without_a_next_pile_both_are_taken_from_the_piles() -> None:
    """Two takings, one after another."""
    table = winter(*BOTH_INFLUENCE, next_pile="")
    table.take(0, "face-down")
    assert table.to_act == [0]
    table.take(0, "blonde")
    assert set(table.hand(0).split()) == {"Ykmq", "Yrlt", "Bkmq", "Brlt", "Wbmt", "Rbmt"}
    assert table.to_act == [1]


def turns(table: Table) -> list[tuple[int, str]]:
    """Who replenishes how, until the season is over."""
    found = []
    while table.phase == "replenish":
        (seat,) = table.to_act
        found.append((seat, "take" if table.sources(seat) else f"keep {len(table.choices(seat))}"))
        table.act(seat, table.legal(seat)[0])
    return found


@pytest.mark.rule("CM-A5")
@pytest.mark.parametrize(
    ("primary", "secondary", "expected"),
    [
        (scoring("Y"), influencing("B"), ["take", "keep 2"]),
        (influencing("Y"), scoring("B"), ["keep 2", "take"]),
        (scoring("Y"), scoring("B"), ["take", "take"]),
        (all_at_zero("Y"), influencing("B"), ["take", "take", "take", "keep 2"]),
        (influencing("Y"), all_at_zero("B"), ["keep 2", "take", "take", "take"]),
        (scoring("Y"), all_at_zero("B"), ["take"] * 4),
        (influencing("Y"), influencing("B"), ["keep 6"]),
    ],
)
def test_otherwise_each_magazine_is_replenished_by_itself_primary_first(
    primary: str, secondary: str, expected: list[str]
) -> None:
    """A card from the piles for each that went to a stack, one of two next cards for one that influences."""
    table = winter((primary, secondary), (scoring("R"), influencing("G")))
    assert turns(table) == [(0, how) for how in expected] + [(1, "take"), (1, "keep 2")]
    assert [hand.size for hand in table.view().hands] == [6, 6]


@pytest.mark.rule("CM-A5", "CM-P2")
def test_a_magazine_without_a_cover_is_not_replenished() -> None:
    """A single card, placed in the primary magazine: one card is taken for it, as the secondary sent none anywhere."""
    table = position(
        ["Ybsq", f"{influencing('R')} {influencing('G')}"],
        influence_row=BSQ,
        options=ADVANCED,
        next_pile="Kkmd Kkld Krmd Krld Kbmd",
    )
    table.season_of("Ybsq", (influencing("R"), influencing("G")))
    assert turns(table) == [(0, "take"), (1, "keep 6")]
    table = position(
        ["Ybsd", f"{influencing('R')} {influencing('G')}"],
        influence_row=BSQ,
        options=ADVANCED,
        next_pile="Kkmd Kkld Krmd Krld Kbmd",
    )
    table.season_of("Ybsd", (influencing("R"), influencing("G")))
    assert turns(table) == [(0, "keep 2"), (1, "keep 6")]


def last_fall(prestige_stacks: tuple[str, str], side_stacks: tuple[str, str]) -> Table:
    """The last fall is over; nobody's magazines scored in it."""
    rows = (influencing("Y"), influencing("B")), (influencing("R"), influencing("G"))
    return winter(*rows, season="fall", year=3, prestige_stacks=prestige_stacks, side_stacks=side_stacks)


@pytest.mark.rule("CM-A6", "CM-A4")
@pytest.mark.parametrize(
    ("prestige", "side", "places"),
    [
        pytest.param(("Wkst", "Kkst"), ("", "Wkld Wkmt"), (1, 2), id="the side stack is no score"),
        pytest.param(("Kkst", "Kkmt"), ("Ykst", "Gkst"), (2, 1), id="its values break a tie"),
        pytest.param(("Kkst Ykst", "Gkst Gkmt"), ("", "Yksd"), (2, 1), id="before the number of cards and the dearest"),
        pytest.param(("Kkst", "Ykst Bkst"), ("Kkmt", "Kkld"), (2, 1), id="then more cards in both stacks"),
        pytest.param(("Kkst", "Ykst Bkst"), ("Bksd Bkmd", "Kkmt"), (1, 1), id="both stacks together are equal"),
        pytest.param(("Kkst Ykst", "Gkst Gkmt"), ("Wkst Gkld", "Kkld Kkmt"), (1, 2), id="then more worth 5 in both"),
        pytest.param(("Kkst Ykst", "Gkst Gkmt"), ("Gkld Gklt", "Kkld Ykld"), (1, 1), id="equal worths over both"),
        pytest.param(("Kkst Ykst", "Gkst Gkmt"), ("Gkld Gklt", "Gkmd Gkmq"), (1, 2), id="then more worth 4 in both"),
    ],
)
def test_ties_are_broken_by_the_side_stack_and_then_by_both_stacks(
    prestige: tuple[str, str], side: tuple[str, str], places: tuple[int, int]
) -> None:
    """The side stacks' values first, then the comparison of CM-X3 over all cards; equal in all of it is a vote."""
    table = last_fall(prestige, side)
    if places == (1, 1):
        assert table.phase == "vote"
        assert table.to_act == [0, 1]
    else:
        result = coverme.result(table.state)
        assert result is not None
        assert result.places == places


@pytest.mark.rule("CM-A6", "CM-X4")
def test_the_vote_and_the_extra_season_are_as_ever() -> None:
    """Tied in everything: play on with both magazines, or share."""
    table = last_fall(("Kkst", "Kkmt"), ("", ""))
    table.vote(0, play_on=True)
    table.vote(1, play_on=True)
    table.replenish()
    assert table.when == "4 winter 1"
    assert table.to_act == [0, 1]
    table = last_fall(("Kkst", "Kkmt"), ("", ""))
    table.vote(0, play_on=True)
    table.vote(1, play_on=False)
    assert coverme.result(table.state) == Result(scores=(4, 4), places=(1, 1))
