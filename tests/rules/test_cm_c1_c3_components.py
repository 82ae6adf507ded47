"""The cards, what they are worth, and how many can play (CM-C1 to CM-C3)."""

from __future__ import annotations

import colorsys
import json
from collections import Counter
from importlib.resources import files
from itertools import product
from typing import Final

import pytest
from rich.console import Console

from covergames import coverme
from covergames.coverme import Options, parse_card
from covergames.coverme.notation import card_text
from covergames.game import NotationError, OptionsError
from covergames.terminal.coverme.cards import chip
from tests.coverme_kit import StackedDealer, Table, new_game, position

PATTERN_COLOURS: Final = json.loads((files("covergames.coverme") / "pattern_colours.json").read_text(encoding="utf-8"))
EVERY_CARD = {"".join(letters) for letters in product("YRBGKW", "brk", "sml", "qdt")}


def everything_on(table: Table) -> list[str]:
    """Every card of a game, wherever it lies."""
    state = table.state
    piles = [state.face_down, state.next_pile, state.discard, state.fictional_pile, state.influence_row]
    piles += [*state.open_piles, *state.set_aside, *state.hands, *state.prestige_stacks, *state.side_stacks]
    placed = [card for card in state.placed if card is not None]
    return [card_text(card) for pile in (*piles, *state.covers, placed) for card in pile]


@pytest.mark.rule("CM-C1")
def test_each_combination_is_one_card() -> None:
    """There are 162 cards: every combination of clothes, hair, length and pattern, and each is another card."""
    assert len(EVERY_CARD) == 162
    assert len({parse_card(text) for text in EVERY_CARD}) == 162


@pytest.mark.rule("CM-C1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_has_each_card_exactly_once(players: int) -> None:
    """On the table of a new game lies each of the 162 cards, once, 27 of each clothes colour."""
    cards = everything_on(new_game(players))
    assert sorted(cards) == sorted(EVERY_CARD)
    assert Counter(card[0] for card in cards) == dict.fromkeys("YRBGKW", 27)


@pytest.mark.rule("CM-C1")
@pytest.mark.parametrize("text", ["Xbsq", "Yxsq", "Ybxq", "Ybsx", "Ybs", "ybsq", "Ybsqq", ""])
def test_there_is_no_other_card(text: str) -> None:
    """Four letters of anything else are no card, and the message shows them."""
    with pytest.raises(NotationError, match=f"'{text}' is no card"):
        parse_card(text)


def colour_word(colour: str) -> str:
    """Return red, brown or blue, or the hue in degrees of any other colour."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    turn, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    hue = round(360 * turn)
    if saturation < 0.4:
        return f"grey with hue {hue}"
    if (hue >= 345 or hue <= 15) and lightness < 0.7:
        return "red"
    if 20 <= hue <= 45 and lightness < 0.5:
        return "brown"
    return "blue" if 200 <= hue <= 240 else f"hue {hue}"


@pytest.mark.rule("CM-C1")
@pytest.mark.parametrize(("letter", "colour"), [("q", "red"), ("d", "brown"), ("t", "blue")])
def test_patterns_have_their_printed_colours(letter: str, colour: str) -> None:
    """Squares are on red, diamonds on brown, stripes on blue: in the file of both clients, and on cards in the terminal."""
    name = {"q": "squared", "d": "diamond", "t": "striped"}[letter]
    assert colour_word(PATTERN_COLOURS[name]["ground"]) == colour
    for card in sorted(EVERY_CARD):
        if card.endswith(letter):
            shown = chip(parse_card(card))
            style = shown.get_style_at_offset(Console(), shown.plain.index(card) + 3)
            assert style.bgcolor is not None
            assert style.bgcolor.name == PATTERN_COLOURS[name]["ground"]


@pytest.mark.rule("CM-C2")
@pytest.mark.parametrize(
    ("clothes", "prestige"), [("Y", 2), ("R", 2), ("B", 2), ("G", 3), ("K", 4), ("W", 5)], ids=lambda value: str(value)
)
def test_prestige_goes_by_clothes_colour(clothes: str, prestige: int) -> None:
    """Every card of a colour is worth the same: yellow, red and blue 2, green 3, black 4, white 5."""
    for card in sorted(EVERY_CARD):
        if card[0] == clothes:
            table = position(["", "", "Rkmd"], prestige_stacks=[card, "", ""])
            assert table.view(0).prestige_stacks[0].worth == prestige


@pytest.mark.rule("CM-C3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_can_play(players: int) -> None:
    """With 2, 3, 4 or 5 players there are as many seats."""
    assert list(coverme.PLAYERS) == [2, 3, 4, 5]
    table = new_game(players, first_game=True)
    assert table.to_act == list(range(players))


@pytest.mark.rule("CM-C3")
@pytest.mark.parametrize("players", [-1, 0, 1, 6, 7])
def test_no_other_number_can_play(players: int) -> None:
    """Fewer than 2 or more than 5 players make no game, and the message says how many they were."""
    with pytest.raises(OptionsError, match=rf"^{players} players") as refused:
        coverme.new(players, Options(), StackedDealer())
    assert refused.value.rule_id == "CM-C3"


@pytest.mark.rule("CM-C3")
@pytest.mark.parametrize("start", [0, 1, 2, 3, 4])
def test_play_goes_round_in_seat_order(start: int) -> None:
    """After seat 4 of five comes seat 0."""
    table = new_game(5, start=start)
    order = []
    for _ in range(10):
        (seat,) = table.to_act
        order.append(seat)
        table.take(seat, "face-down")
    assert order == [(start + step) % 5 for step in range(10)]
