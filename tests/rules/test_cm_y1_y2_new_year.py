"""The new year (CM-Y1, CM-Y2)."""

from __future__ import annotations

import pytest

from covergames.coverme import Stay, Swap
from covergames.coverme.events import Stayed, Swapped, Took, Turned, YearBegan
from covergames.coverme.notation import cards_text, parse_card
from covergames.game import Seat
from tests.coverme_kit import StackedDealer, Table, new_game, position, scoring

ROWS = (scoring("Y"), scoring("R"), scoring("B"))


def fall(
    year: int = 1, *, start: int = 0, dealer: StackedDealer | None = None, face_down: str = "Gblt Grlt Gklt"
) -> Table:
    """The fall of that year is over; everybody scored one card and has taken a red-brown one for it."""
    table = position(
        ROWS,
        influence_row="Ybsd Gbsq Wbsq",
        season="fall",
        year=year,
        start=start,
        open_piles=("Ybmt Ybst", "Yrst Yrmt Yrlt Yrld", "Ykst Ykmt"),
        face_down=face_down,
        next_pile="Gkmd Gkld Gbmd Grmd Gbld",
        discard="Rklq",
        dealer=dealer,
    )
    table.season_of(*ROWS)
    for step in range(3):
        assert table.when == f"{year} fall 3"
        table.take((start + step) % 3, "red-brown")
    return table


@pytest.mark.rule("CM-Y1")
def test_the_rest_of_the_next_pile_goes_on_top_of_the_face_down_pile() -> None:
    """In its order: its top card is turned first, and the old face-down pile lies below."""
    table = fall()
    assert cards_text(table.happened(Turned)[-1].cards) == "Gkmd Gkld Gbmd Grmd"
    assert table.face_down == "Gbld Gblt Grlt Gklt"


@pytest.mark.rule("CM-Y1")
def test_the_open_piles_go_to_the_discard_and_three_new_ones_are_formed() -> None:
    """All their cards are discarded, not only the tops; the new piles are formed as in the set-up."""
    table = fall()
    assert table.open_piles == ("Gbmd", "Grmd", "Gkld Gkmd")
    discarded = ["Ybmt", "Ybst", "Yrld", "Ykst", "Ykmt"]
    assert sorted(table.discard.split()) == sorted(["Rklq", "Ybsd", "Gbsq", "Wbsq", *discarded])
    assert sorted(cards_text(table.happened(YearBegan)[0].discarded).split()) == sorted(discarded)


@pytest.mark.rule("CM-Y1")
@pytest.mark.parametrize(("year", "colour", "waiting"), [(1, "black", ["white"]), (2, "white", [])])
def test_the_next_colour_becomes_the_next_pile(year: int, colour: str, waiting: list[str]) -> None:
    """Black after year 1, white after year 2, all that was set aside; the year marker moves."""
    table = fall(year)
    view = table.view()
    assert view.year == year + 1
    assert view.next_clothes is not None
    assert view.next_clothes.value == colour
    assert [clothes.value for clothes in view.set_aside] == waiting
    assert {card[0] for card in table.next_pile.split()} == {{"black": "K", "white": "W"}[colour]}


@pytest.mark.rule("CM-Y1")
def test_the_piles_set_aside_keep_the_order_of_their_shuffle() -> None:
    """The black cards lie as they were shuffled in the set-up, the white ones too."""
    dealer = StackedDealer({"black": "Kkmd Kbsq", "white": "Wkmd Wbsq"})
    table = new_game(3, dealer)
    table.play_on(lambda table: table.view().year == 2)
    assert table.next_pile.startswith("Kkmd Kbsq Kbsd Kbst ")
    assert len(table.next_pile.split()) == 27
    table.play_on(lambda table: table.view().year == 3)
    assert table.next_pile.startswith("Wkmd Wbsq Wbsd Wbst ")
    assert len(table.next_pile.split()) == 27


@pytest.mark.rule("CM-Y1", "CM-R3")
def test_new_open_piles_can_need_the_discard_with_the_old_ones_in_it() -> None:
    """Nothing left to turn: the discard, with the old open piles in it, is shuffled at that moment."""
    dealer = StackedDealer({"face-down": "Ybmt Yrld Ykst"})
    table = position(
        ROWS,
        influence_row="Gbsd Gbsq Wbsq",
        season="fall",
        open_piles=("Ybmt Ybst", "Yrst Yrmt Yrlt Yrld", "Ykst Ykmt"),
        face_down="",
        next_pile="Gkmd",
        dealer=dealer,
    )
    table.season_of(*ROWS)
    for seat in range(3):
        assert dealer.shuffled == []
        table.take(seat, "red-brown")
    assert dealer.shuffled == [("face-down", "Ybst Ybmt Yrld Ykst Ykmt Gbsq Gbsd Wbsq")]
    assert table.open_piles == ("Ybmt", "Yrld", "Gkmd")
    assert table.discard == ""


@pytest.mark.rule("CM-Y1")
@pytest.mark.parametrize("season", ["winter", "spring", "summer"])
def test_the_new_year_comes_after_fall_only(season: str) -> None:
    """After any other season piles and year stay, and nobody swaps."""
    table = position(ROWS, influence_row="Ybsd Gbsq Wbsq", season=season)
    table.season_of(*ROWS)
    table.play_on(lambda table: table.view().season.value != season)
    assert table.phase == "place"
    assert table.happened(YearBegan) == []
    assert table.view().year == 1


@pytest.mark.rule("CM-Y2")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_everybody_may_swap_once_from_the_new_starting_player_on(start: int) -> None:
    """The marker has passed on already: the seat after the fall's starting seat is first, then clockwise, once each."""
    table = fall(start=start)
    order = []
    while table.phase == "new year":
        (seat,) = table.to_act
        order.append(seat)
        table.stay(seat)
    assert order == [(start + 1) % 3, (start + 2) % 3, start]
    assert table.view().start == (start + 1) % 3
    assert table.when == "2 winter 1"


@pytest.mark.rule("CM-Y2")
def test_every_hand_card_may_be_discarded_or_none() -> None:
    """Staying and each card of the hand are the choices."""
    table = fall()
    assert table.hand(1) == "Yrmt Rrmd Rklt"
    assert list(table.legal(1)) == [Stay(), *(Swap(parse_card(card)) for card in ("Yrmt", "Rrmd", "Rklt"))]


@pytest.mark.rule("CM-Y2")
@pytest.mark.parametrize(
    ("source", "card"), [("blonde", "Gbmd"), ("red-brown", "Grmd"), ("black", "Gkld"), ("face-down", "Gbld")]
)
def test_after_the_discard_a_card_is_taken(source: str, card: str) -> None:
    """The card lies on the discard; then any source gives one card; then it is the next player's turn."""
    table = fall()
    discard = table.discard.split()
    table.swap(1, "Rrmd")
    assert sorted(table.discard.split()) == sorted([*discard, "Rrmd"])
    assert table.to_act == [1]
    assert table.sources(1) == ["blonde", "red-brown", "black", "face-down"]
    table.take(1, source)
    assert set(table.hand(1).split()) == {"Yrmt", "Rklt", card}
    assert table.to_act == [2]
    assert table.happened(Swapped) == [Swapped(Seat(1), parse_card("Rrmd"))]


@pytest.mark.rule("CM-Y2", "CM-S8")
def test_an_open_pile_emptied_by_a_swap_is_refilled() -> None:
    """As ever."""
    table = fall()
    table.swap(1, "Rrmd")
    table.take(1, "red-brown")
    assert table.open_piles == ("Gblt Gbld Gbmd", "Grlt", "Gkld Gkmd")


@pytest.mark.rule("CM-Y2")
def test_who_stays_takes_nothing() -> None:
    """Hand, piles and discard are as before."""
    table = fall()
    before = table.hand(1), table.open_piles, table.face_down, table.discard
    takings = len(table.happened(Took))
    assert table.stay(1) == (Stayed(Seat(1)),)
    assert (table.hand(1), table.open_piles, table.face_down, table.discard) == before
    assert len(table.happened(Took)) == takings


@pytest.mark.rule("CM-Y2", "CM-P2")
def test_an_empty_hand_can_only_stay() -> None:
    """Nothing to discard, so nothing to take."""
    table = position(["", "Ybsq", ""], season="fall", next_pile="", open_piles=("", "", ""), face_down="")
    table.place(1, "Ybsq")
    for seat in (1, 2, 0):
        assert table.to_act == [seat]
        assert list(table.legal(seat)) == [Stay()]
        table.stay(seat)
