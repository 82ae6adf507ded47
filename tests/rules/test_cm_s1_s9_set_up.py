"""The set-up (CM-S1 to CM-S9)."""

from __future__ import annotations

import pytest

from covergames import coverme
from covergames.coverme import GameLength, Options, TwoPlayer
from covergames.coverme.events import Dealt, InfluenceDrawn, Turned
from covergames.coverme.notation import cards_text, parse_cards
from covergames.game import OptionsError, Seat
from tests.coverme_kit import StackedDealer, Table, new_game, position, scoring

YELLOW = "Ybsq Ybsd Ybst Ybmq Ybmd Ybmt Yblq Ybld Yblt Yrsq Yrsd Yrst Yrmq Yrmd Yrmt Yrlq Yrld Yrlt"
OPENING = "Ybsq Yrsq Yksq"
"""One card of each hair colour: the open piles have one card each."""


def colours(cards: str) -> str:
    """The clothes letters that occur."""
    return "".join(sorted({card[0] for card in cards.split()}))


def stacked(face_down: str) -> StackedDealer:
    return StackedDealer({"face-down": face_down})


@pytest.mark.rule("CM-S1")
def test_the_face_down_pile_is_81_cards_shuffled_together() -> None:
    """Red, yellow and blue are shuffled into one pile, all 81, and nothing else."""
    dealer = StackedDealer()
    new_game(4, dealer)
    ((_, cards),) = [shuffle for shuffle in dealer.shuffled if shuffle[0] == "face-down"]
    assert len(cards.split()) == 81
    assert colours(cards) == "BRY"


@pytest.mark.rule("CM-S1")
def test_the_shuffled_order_is_the_order_of_the_pile() -> None:
    """What the shuffle puts on top is turned first; the rest lies below in its order."""
    table = new_game(3, stacked("Bkmd Rbsq Yrlt"))
    assert table.open_piles == ("Rbsq", "Yrlt", "Bkmd")
    assert table.face_down.split() == sorted(table.face_down.split(), key=coverme.parse_card)


@pytest.mark.rule("CM-S2")
def test_cards_are_turned_until_each_hair_colour_lies_there() -> None:
    """Each turned card goes on top of its hair colour's pile; with the third colour the turning stops."""
    table = new_game(3, stacked("Ykmd Ybsq Ybmt Ykls Rblt Yrst".replace("Ykls", "Yklq")))
    assert table.open_piles == ("Rblt Ybmt Ybsq", "Yrst", "Yklq Ykmd")


@pytest.mark.rule("CM-S2")
def test_the_pile_that_ends_the_turning_has_one_card() -> None:
    """Whichever hair colour comes last, its pile has one card."""
    table = new_game(3, stacked("Yrmd Yksq Rrmd Rksq Bbsq"))
    assert table.open_piles == ("Bbsq", "Rrmd Yrmd", "Rksq Yksq")
    assert [
        (pile.size, cards_text([pile.top]) if pile.top is not None else "") for pile in table.view().open_piles
    ] == [
        (1, "Bbsq"),
        (2, "Rrmd"),
        (2, "Rksq"),
    ]


@pytest.mark.rule("CM-S3")
def test_green_is_next_and_black_and_white_wait() -> None:
    """Green, black and white are shuffled each for itself, 27 cards; green is the next pile, the others are set aside."""
    dealer = StackedDealer({"next": "Gkmd Gbsq", "black": "Kkmd", "white": "Wkmd"})
    table = new_game(3, dealer)
    shuffles = {pile: cards for pile, cards in dealer.shuffled if pile != "face-down"}
    assert {pile: (colours(cards), len(cards.split())) for pile, cards in shuffles.items()} == {
        "next": ("G", 27),
        "black": ("K", 27),
        "white": ("W", 27),
    }
    assert table.next_pile.startswith("Gkmd Gbsq Gbsd")
    assert len(table.view().next_pile) == 27
    assert [colour.value for colour in table.view().set_aside] == ["black", "white"]
    assert [cards_text(pile[-1:]) for pile in table.state.set_aside] == ["Wkmd", "Kkmd"]


@pytest.mark.rule("CM-S4")
@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_the_creator_may_name_the_starting_seat(start: int) -> None:
    """The named seat starts, takes first, and nothing is drawn by lot."""
    table = new_game(4, StackedDealer({"start": [3 - start]}), start=start)
    assert table.view().start == start
    assert table.to_act == [start]


@pytest.mark.rule("CM-S4")
@pytest.mark.parametrize("drawn", [0, 1, 2])
def test_otherwise_the_starting_seat_is_drawn(drawn: int) -> None:
    """Nobody named: the seat that the lot puts first starts, and any seat can be drawn."""
    state = coverme.new(3, Options(), StackedDealer({"start": [drawn]}))
    assert coverme.to_act(state) == (drawn,)
    assert coverme.options_of(state).start == drawn


@pytest.mark.rule("CM-S4")
@pytest.mark.parametrize("start", [-1, 3, 7])
def test_only_a_seat_of_the_table_can_start(start: int) -> None:
    """A starting seat that is not at the table is refused, and named."""
    with pytest.raises(OptionsError, match=f"seat {start} cannot start: the seats are 0 to 2") as refused:
        coverme.new(3, Options(start=Seat(start)), StackedDealer())
    assert refused.value.rule_id == "CM-S4"


@pytest.mark.rule("CM-S5")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_two_cards_start_the_influence_row(players: int) -> None:
    """After the open piles, two cards are drawn into the influence row, whatever the number of players, and counted."""
    table = new_game(players, stacked(f"{OPENING} Rkmd Bbmt"))
    assert table.influence_row == "Rkmd Bbmt"
    assert table.tracks == "b1 r0 k1 s0 m2 l0 q0 d1 t1"
    assert [event for event in table.view().history[0] if isinstance(event, InfluenceDrawn)] == [
        InfluenceDrawn(tuple(parse_cards("Rkmd Bbmt")))
    ]


@pytest.mark.rule("CM-S5")
def test_two_cards_also_with_two_players() -> None:
    """Two magazines or four, the influence row starts with two cards."""
    assert len(new_game(2).view().influence_row) == 2
    assert len(new_game(2, two_player=TwoPlayer.ADVANCED).view().influence_row) == 2


@pytest.mark.rule("CM-S5", "CM-V2")
def test_the_first_influence_row_is_counted_with_the_first_seasons_traits() -> None:
    """A game that starts in spring counts the clothes of the first two cards."""
    table = new_game(3, stacked(f"{OPENING} Rkmd Bbmt"), length=GameLength.SHORTER)
    assert table.tracks == "b1 r0 k1 s0 m2 l0 Y0 R1 B1 G0 K0 W0"


@pytest.mark.rule("CM-S6")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_six_cards_each_are_dealt_in_blocks_from_seat_0(start: int) -> None:
    """Seat 0 gets the top six, seat 1 the next six, whoever starts."""
    blocks = ["Rbsq Rbsd Rbst Rbmq Rbmd Rbmt", "Rrsq Rrsd Rrst Rrmq Rrmd Rrmt", "Rksq Rksd Rkst Rkmq Rkmd Rkmt"]
    table = new_game(3, stacked(f"{OPENING} Bbsq Bbsd {' '.join(blocks)} Bklt"), start=start)
    assert [table.hand(seat) for seat in range(3)] == blocks
    dealt = [event for event in table.state.present if isinstance(event, Dealt)]
    assert dealt == [Dealt(Seat(seat), tuple(parse_cards(block))) for seat, block in enumerate(blocks)]
    assert table.face_down.startswith("Bklt ")


@pytest.mark.rule("CM-S6")
def test_then_everybody_takes_one_at_a_time_until_all_hold_nine() -> None:
    """From the starting player clockwise, three rounds of one card each; then the first season begins."""
    table = new_game(4, start=2)
    order: list[int] = []
    while table.phase == "draft":
        assert table.when == "1 winter 0"
        (seat,) = table.to_act
        assert len(table.view(seat).hand) == 6 + len(order) // 4
        order.append(seat)
        table.take(seat, "face-down")
    assert order == [2, 3, 0, 1] * 3
    assert [hand.size for hand in table.view().hands] == [9, 9, 9, 9]
    assert table.when == "1 winter 1"
    assert table.to_act == [0, 1, 2, 3]


@pytest.mark.rule("CM-S6")
def test_a_card_is_taken_from_an_open_pile_or_blind() -> None:
    """Each of the three tops and the top of the face-down pile may be taken; only that card comes into the hand."""
    deal = "Rbsd Rbst Rbmq Rbmd Rbmt Rrsq Rrsd Rrst Rrmq Rrmd Rrmt Rksq Rksd Rkst Rkmq Rkmd Rkmt Rklq"
    turned = "Ybsq Yrsq Ybsd Yrsd Yksq"
    for source, card in [("blonde", "Ybsd"), ("red-brown", "Yrsd"), ("black", "Yksq"), ("face-down", "Bbmt")]:
        table = new_game(3, stacked(f"{turned} Bbsq Bbsd {deal} Bbmt Bkmt Brmt"))
        assert table.sources(0) == ["blonde", "red-brown", "black", "face-down"]
        before = table.hand(0).split()
        table.take(0, source)
        assert set(table.hand(0).split()) == {*before, card}


@pytest.mark.rule("CM-S7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_first_game_deals_nine_at_once(players: int) -> None:
    """Nine cards each, in blocks from seat 0, and nobody takes any: the first month is next."""
    table = new_game(players, start=1, first_game=True)
    assert [hand.size for hand in table.view().hands] == [9] * players
    assert table.when == "1 winter 1"
    assert table.to_act == list(range(players))


@pytest.mark.rule("CM-S7")
def test_a_first_games_cards_are_the_top_of_the_face_down_pile() -> None:
    """The nine cards of seat 0 lie above those of seat 1."""
    first, second = YELLOW.split()[:9], YELLOW.split()[9:]
    table = new_game(3, stacked(f"Rbsq Rrsq Rksq Bbsq Bbsd {YELLOW}"), first_game=True)
    assert (table.hand(0).split(), table.hand(1).split()) == (first, second)


def draft(face_down: str) -> Table:
    """Three players who take from open piles of known order; what is turned then is named here."""
    dealt = "Rbsd Rbst Rbmq Rbmd Rbmt Rrsq Rrsd Rrst Rrmq Rrmd Rrmt Rksq Rksd Rkst Rkmq Rkmd Rkmt Rklq"
    return new_game(3, stacked(f"Ybsq Yrsq Ybsd Yrsd Yksq Bbsq Bbsd {dealt} {face_down}"))


@pytest.mark.rule("CM-S8")
def test_an_emptied_open_pile_is_refilled_at_once() -> None:
    """The last card of a pile taken: cards are turned onto all piles until that one has a card, before the next taking."""
    table = draft("Bbmt Brmt Bblt Bkmt Bklt")
    table.take(0, "black")
    assert table.open_piles == ("Bblt Bbmt Ybsd Ybsq", "Brmt Yrsd Yrsq", "Bkmt")
    assert table.to_act == [1]
    table.take(1, "blonde")
    assert "Bblt" in table.hand(1).split()
    assert cards_text(table.happened(Turned)[0].cards) == "Bbmt Brmt Bblt Bkmt"


@pytest.mark.rule("CM-S8")
def test_a_pile_that_still_has_cards_is_not_refilled() -> None:
    """Taking one of two cards, or a card from the face-down pile, turns nothing."""
    table = draft("Bbmt Brmt Bblt Bkmt Bklt")
    table.take(0, "blonde")
    table.take(1, "face-down")
    assert table.open_piles == ("Ybsq", "Yrsd Yrsq", "Yksq")
    assert table.happened(Turned) == []
    assert table.face_down.startswith("Brmt Bblt")


@pytest.mark.rule("CM-S8")
def test_open_piles_are_refilled_all_game() -> None:
    """In the replenishing of a later season an emptied pile is refilled in the same way."""
    table = position(
        [scoring("Y"), scoring("R"), scoring("B")],
        influence_row="Gbsq Kbsq Wbsq",
        season="fall",
        year=2,
        open_piles=("Bblt Rbmt", "Rrmt", "Rkmt"),
        face_down="Kbmt Kkmt Grmt Gbmt",
    )
    table.season_of(scoring("Y"), scoring("R"), scoring("B"))
    table.take(0, "red-brown")
    assert table.open_piles == ("Kbmt Bblt Rbmt", "Grmt", "Kkmt Rkmt")
    table.take(1, "black")
    assert table.open_piles == ("Kbmt Bblt Rbmt", "Grmt", "Rkmt")
    assert table.face_down == "Gbmt"


@pytest.mark.rule("CM-S9")
def test_the_set_up_takes_the_piles_cards_in_this_order() -> None:
    """Open piles first, then the influence row, then the hands."""
    table = new_game(3, stacked(f"Bbsq Brsq Bksq Rbsq Rbsd {YELLOW}"))
    assert table.open_piles == ("Bbsq", "Brsq", "Bksq")
    assert table.influence_row == "Rbsq Rbsd"
    assert " ".join(table.hand(seat) for seat in range(3)) == YELLOW


@pytest.mark.rule("CM-S9", "CM-21")
def test_the_fictional_pile_is_formed_before_the_influence_row() -> None:
    """With fictional players: open piles, twelve cards for them in their order, influence row, hands."""
    twelve = "Rbsq Rbsd Rbst Rbmq Rbmd Rbmt Rrsq Rrsd Rrst Rrmq Rrmd Rrmt"
    table = new_game(2, stacked(f"Bbsq Brsq Bksq {twelve} Rksq Rksd {YELLOW}"))
    assert table.open_piles == ("Bbsq", "Brsq", "Bksq")
    assert table.fictional_pile == twelve
    assert table.influence_row == "Rksq Rksd"
    assert f"{table.hand(0)} {table.hand(1)}" == " ".join(YELLOW.split()[:12])
