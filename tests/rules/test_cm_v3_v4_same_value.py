"""All cards have the same value (CM-V3, CM-V4)."""

from __future__ import annotations

import pytest

from covergames import coverme
from covergames.coverme import Clothes, GameLength, Options, TwoPlayer
from covergames.coverme.events import SeasonBegan, YearBegan
from covergames.game import IllegalAction, OptionsError, Result, Seat
from tests.coverme_kit import BSQ, StackedDealer, Table, influencing, new_game, position, scoring

LETTERS = dict(zip("YRBGKW", Clothes, strict=True))
COLOUR_PILES = {
    "yellow": "Yklt Ykld Yklq",
    "red": "Rklt Rkld Rklq",
    "blue": "Bklt Bkld Bklq",
    "green": "Gklt Gkld Gklq",
    "black": "Kklt Kkld Kklq",
    "white": "Wklt Wkld Wklq",
}
"""The cards that seats 0, 1 and 2 are dealt of each colour."""
SAME_VALUE = Options(same_value=Clothes.GREEN)


def stacked(face_down: str = "", *, without: str = "") -> StackedDealer:
    tops = {pile: cards for pile, cards in COLOUR_PILES.items() if pile != without}
    return StackedDealer({**tops, "face-down": face_down})


@pytest.mark.rule("CM-V3")
@pytest.mark.parametrize("removed", Clothes, ids=lambda removed: removed.value)
def test_one_clothes_colour_leaves_the_game(removed: Clothes) -> None:
    """None of its 27 cards is anywhere; the other 135 are."""
    dealer = stacked(without=removed.value)
    table = new_game(3, dealer, same_value=removed)
    letter = next(letter for letter, clothes in LETTERS.items() if clothes is removed)
    state = table.state
    piles = [state.face_down, state.influence_row, *state.open_piles, *state.hands]
    cards = [coverme.card_text(card) for pile in piles for card in pile]
    assert len(set(cards)) == len(cards) == 135
    assert letter not in {card[0] for card in cards}
    assert [pile for pile, _ in dealer.shuffled] == [
        *(pile for pile in COLOUR_PILES if pile != removed.value),
        "face-down",
    ]


@pytest.mark.rule("CM-V3")
def test_each_player_gets_a_random_card_of_each_other_colour() -> None:
    """The top cards of the shuffled colours, seat by seat from 0."""
    table = new_game(3, stacked(without="green"), start=2, same_value=Clothes.GREEN)
    assert [table.hand(seat) for seat in range(3)] == [
        "Yklt Rklt Bklt Kklt Wklt",
        "Ykld Rkld Bkld Kkld Wkld",
        "Yklq Rklq Bklq Kklq Wklq",
    ]


@pytest.mark.rule("CM-V3")
def test_the_rest_is_the_face_down_pile_for_open_piles_and_influence_row() -> None:
    """All that was not dealt is shuffled together; then open piles, two influence cards; no next pile, nothing aside."""
    dealer = stacked("Wbsq Kbsq Yrmd Rkst Bbmt Krlt", without="green")
    table = new_game(3, dealer, same_value=Clothes.GREEN)
    assert len(dealer.shuffled[-1][1].split()) == 120
    assert table.open_piles == ("Kbsq Wbsq", "Yrmd", "Rkst")
    assert table.influence_row == "Bbmt Krlt"
    view = table.view()
    assert (view.next_pile, view.next_clothes, view.set_aside) == ((), None, ())


@pytest.mark.rule("CM-V3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_then_all_take_in_turn_from_the_open_piles_only_until_nine(players: int) -> None:
    """Four rounds from the starting player; the face-down pile is no source."""
    table = new_game(players, start=1, same_value=Clothes.YELLOW)
    order = []
    while table.phase == "draft":
        (seat,) = table.to_act
        assert table.sources(seat) == ["blonde", "red-brown", "black"]
        with pytest.raises(IllegalAction) as refused:
            table.take(seat, "face-down")
        assert refused.value.rule_id == "CM-V3"
        order.append(seat)
        table.take(seat, "red-brown")
    assert order == [(1 + step) % players for step in range(players)] * 4
    assert [hand.size for hand in table.view().hands] == [9] * players


@pytest.mark.rule("CM-V3", "CM-A1")
def test_until_twelve_in_the_advanced_game() -> None:
    """Five dealt, seven taken from the open piles."""
    table = new_game(2, same_value=Clothes.YELLOW, two_player=TwoPlayer.ADVANCED)
    takings = 0
    while table.phase == "draft":
        assert "face-down" not in table.sources(table.to_act[0])
        table.take(table.to_act[0], "blonde")
        takings += 1
    assert takings == 14
    assert [hand.size for hand in table.view().hands] == [12, 12]


@pytest.mark.rule("CM-V3", "CM-S7")
@pytest.mark.parametrize(
    ("players", "two_player", "size"),
    [(2, "fictional", 9), (2, "advanced", 12), (3, "fictional", 9), (5, "fictional", 9)],
)
def test_a_first_game_deals_the_rest_of_each_hand(players: int, two_player: str, size: int) -> None:
    """Five colours, then the rest off the face-down pile in blocks from seat 0; nobody takes."""
    table = new_game(players, first_game=True, same_value=Clothes.RED, two_player=TwoPlayer(two_player))
    assert [hand.size for hand in table.view().hands] == [size] * players
    assert table.when == "1 winter 1"
    assert {card[0] for card in table.hand(0).split()} == set("YBGKW")


@pytest.mark.rule("CM-V3", "CM-S7")
def test_the_dealt_rest_is_the_top_of_the_face_down_pile() -> None:
    """After open piles and influence row, four cards to seat 0, then four to seat 1."""
    face_down = "Wbsq Yrmd Rkst Bbmt Krlt Ybsq Ybsd Ybst Ybmq Rbsq Rbsd Rbst Rbmq"
    table = new_game(3, stacked(face_down, without="green"), first_game=True, same_value=Clothes.GREEN)
    assert table.hand(0) == "Ybsq Ybsd Ybst Ybmq Yklt Rklt Bklt Kklt Wklt"
    assert table.hand(1) == "Ykld Rbsq Rbsd Rbst Rbmq Rkld Bkld Kkld Wkld"


@pytest.mark.rule("CM-V3", "CM-21", "CM-S9")
def test_fictional_players_get_their_twelve_before_the_influence_row() -> None:
    """The order of the set-up is the same."""
    twelve = "Ybsq Ybsd Ybst Ybmq Ybmd Ybmt Rbsq Rbsd Rbst Rbmq Rbmd Rbmt"
    table = new_game(2, stacked(f"Wbsq Yrmd Rkst {twelve} Bbmt Krlt", without="green"), same_value=Clothes.GREEN)
    assert table.fictional_pile == twelve
    assert table.influence_row == "Bbmt Krlt"


@pytest.mark.rule("CM-V3", "CM-R1")
def test_scored_or_not_one_takes_from_the_piles() -> None:
    """There is no next pile: one card from an open pile or the face-down pile, which is allowed again."""
    rows = scoring("Y"), influencing("R"), influencing("B")
    table = position(rows, influence_row="Ybst Kbsq Wbsq", options=SAME_VALUE)
    table.season_of(*rows)
    for seat in range(3):
        assert table.to_act == [seat]
        assert table.sources(seat) == ["blonde", "red-brown", "black", "face-down"]
        table.take(seat, "face-down")
    assert table.when == "1 spring 1"


@pytest.mark.rule("CM-V3", "CM-A5")
def test_two_magazines_take_two_cards_from_the_piles() -> None:
    """Both to the influence row, no next pile: two takings."""
    rows = (influencing("Y"), influencing("R")), (scoring("B"), influencing("K"))
    options = Options(same_value=Clothes.GREEN, two_player=TwoPlayer.ADVANCED)
    table = position([" ".join(pair) for pair in rows], influence_row="Ybsq Rbsq Wbsq", options=options)
    table.season_of(*rows)
    for seat in (0, 0, 1, 1):
        table.take(seat, "face-down")
    assert table.when == "1 spring 1"


@pytest.mark.rule("CM-V3", "CM-24")
def test_the_fictional_pile_takes_both_cards_from_the_face_down_pile() -> None:
    """No next pile, as in the other variants without one."""
    dealer = StackedDealer()
    rows = scoring("Y"), scoring("R")
    table = position(rows, influence_row=BSQ.replace("G", "B"), options=SAME_VALUE, dealer=dealer)
    table.season_of(*rows)
    table.play_on(lambda table: table.phase != "feature")
    before = len(table.face_down.split())
    table.replenish()
    assert len(table.fictional_pile.split()) == 10
    assert dealer.shuffled[-1][0] == "fictional"
    assert len(dealer.shuffled[-1][1].split()) == 12
    assert before > len(table.face_down.split())


@pytest.mark.rule("CM-V3")
def test_there_is_no_new_year_step() -> None:
    """After fall only the year marker moves: open piles stay, nobody swaps."""
    rows = scoring("Y"), influencing("R"), influencing("B")
    table = position(rows, influence_row="Ybst Kbsq Wbsq", season="fall", options=SAME_VALUE)
    table.season_of(*rows)
    open_piles = table.open_piles
    for seat in range(3):
        table.take(seat, "face-down")
    assert table.phase == "place"
    assert table.when == "2 winter 1"
    assert table.open_piles == open_piles
    assert table.happened(YearBegan) == []


def last_fall(prestige_stacks: tuple[str, ...]) -> Table:
    """The last fall is over, and nobody scored in it."""
    rows = influencing("Y"), influencing("R"), influencing("B")
    table = position(
        rows,
        influence_row="Ybsq Kbsq Wbsq",
        season="fall",
        year=3,
        prestige_stacks=prestige_stacks,
        options=SAME_VALUE,
    )
    table.season_of(*rows)
    return table


@pytest.mark.rule("CM-V3")
def test_the_score_is_the_number_of_cards() -> None:
    """White is worth no more than yellow."""
    table = last_fall(("Wkst Wkmt", "Ykst Ykmt Rkst", ""))
    assert coverme.result(table.state) == Result(scores=(2, 3, 0), places=(2, 1, 3))
    assert table.view().prestige_stacks[0].worth == 2


@pytest.mark.rule("CM-V3", "CM-X4")
def test_equal_numbers_are_a_tie_whatever_the_colours() -> None:
    """No tie-break by colours: the leaders vote at once; equal numbers behind them are equal places."""
    table = last_fall(("Wkst Wkmt", "Ykst Ykmt", "Kkst"))
    assert table.phase == "vote"
    assert table.to_act == [0, 1]
    table.vote(0, play_on=False)
    table.vote(1, play_on=False)
    assert coverme.result(table.state) == Result(scores=(2, 2, 1), places=(1, 1, 3))
    assert coverme.result(last_fall(("Wkst Wkmt", "Yksd", "Kkst")).state) == Result((2, 1, 1), (1, 2, 2))


@pytest.mark.rule("CM-V3", "CM-A6")
@pytest.mark.parametrize(
    ("side_stacks", "places"),
    [(("Ykst Ykmt", "Wkst"), (1, 2)), (("Ykst", "Wkst Wksd"), (2, 1)), (("Ykst", "Wkst"), None)],
)
def test_an_advanced_tie_adds_the_number_of_the_side_stack(
    side_stacks: tuple[str, str], places: tuple[int, int] | None
) -> None:
    """More cards in the side stack win, colours never; still equal: vote."""
    rows = (influencing("Y"), influencing("R")), (influencing("B"), influencing("K"))
    table = position(
        [" ".join(pair) for pair in rows],
        influence_row="Ybsq Rbsq Wbsq",
        season="fall",
        year=3,
        prestige_stacks=["Wkmt Wkmd", "Bkmt Bkmd"],
        side_stacks=side_stacks,
        options=Options(same_value=Clothes.GREEN, two_player=TwoPlayer.ADVANCED),
    )
    table.season_of(*rows)
    result = coverme.result(table.state)
    assert (result and result.places) == places
    assert table.phase == ("vote" if places is None else "over")


def calendar(options: Options) -> list[str]:
    dealer = StackedDealer()
    table = Table(coverme.new(3, options, dealer), dealer)
    table.play_on(lambda table: table.phase in ("vote", "over"))
    return [f"{event.year} {event.season.value}" for event in table.happened(SeasonBegan)]


@pytest.mark.rule("CM-V3")
@pytest.mark.parametrize("years", [1, 2, 5, 10])
def test_any_number_of_years_from_1_to_10(years: int) -> None:
    """As many years of four seasons as the table wants."""
    seasons = calendar(Options(same_value=Clothes.WHITE, years=years, start=Seat(0)))
    assert seasons == [f"{year + 1} {name}" for year in range(years) for name in ("winter", "spring", "summer", "fall")]


@pytest.mark.rule("CM-V3", "CM-V1", "CM-V2", "CM-X1")
@pytest.mark.parametrize(
    ("length", "years", "last", "number"),
    [
        ("standard", None, "3 fall", 12),
        ("longer", None, "4 fall", 16),
        ("shorter", None, "4 fall", 8),
        ("shorter", 2, "2 fall", 4),
    ],
)
def test_it_combines_with_longer_and_shorter(length: str, years: int | None, last: str, number: int) -> None:
    """The usual three years, the four of the variants, or years of two seasons."""
    options = Options(same_value=Clothes.WHITE, length=GameLength(length), years=years, start=Seat(0))
    seasons = calendar(options)
    assert (seasons[-1], len(seasons)) == (last, number)


@pytest.mark.rule("CM-V3")
@pytest.mark.parametrize("years", [-1, 0, 11])
def test_no_other_number_of_years(years: int) -> None:
    """Less than one or more than ten is refused, and named."""
    with pytest.raises(OptionsError, match=f"years {years}") as refused:
        coverme.new(3, Options(same_value=Clothes.RED, years=years), StackedDealer())
    assert refused.value.rule_id == "CM-V3"


@pytest.mark.rule("CM-V3")
def test_years_can_be_chosen_in_same_value_games_only() -> None:
    """The other games have their colours' years."""
    with pytest.raises(OptionsError, match="years 5") as refused:
        coverme.new(3, Options(years=5), StackedDealer())
    assert refused.value.rule_id == "CM-V3"


@pytest.mark.rule("CM-V4")
@pytest.mark.parametrize("colour", Clothes, ids=lambda colour: colour.value)
def test_the_removed_colour_is_named_or_drawn(colour: Clothes) -> None:
    """A named colour is removed whatever the lot would say; otherwise the lot's, and any colour can be drawn."""
    other = Clothes.YELLOW if colour is not Clothes.YELLOW else Clothes.RED
    named = coverme.new(3, Options(same_value=colour), StackedDealer({"removed": [other]}))
    assert coverme.options_of(named).same_value is colour
    drawn = coverme.new(3, Options(same_value="drawn"), StackedDealer({"removed": [colour]}))
    assert coverme.options_of(drawn).same_value is colour
    assert colour not in {coverme.cards.CLOTHES[card] for card in drawn.face_down}
