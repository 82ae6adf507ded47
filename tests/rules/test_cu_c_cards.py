"""The cards (CU-C1, CU-C2, CU-C3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from covergames import coverup
from covergames.coverup import Colour, DeckError, Options, read_deck, write_deck
from covergames.coverup.cards import likeness
from covergames.coverup.house import is_dull
from covergames.game import OptionsError
from tests.coverup_kit import Rigged

HOUSE = coverup.house_deck()


@pytest.mark.rule("CU-C1")
@pytest.mark.parametrize(("colour", "symbols"), [(Colour.GREEN, 4), (Colour.YELLOW, 5), (Colour.RED, 6)])
def test_36_cards_of_each_colour(colour: Colour, symbols: int) -> None:
    """There are 36 green cards with 4 symbols, 36 yellow with 5 and 36 red with 6."""
    faces = [HOUSE[card] for card in HOUSE.of_colour(colour)]
    assert len(faces) == 36
    assert {face.count for face in faces} == {symbols}
    assert {len(face.squares) for face in faces} == {8}


@pytest.mark.rule("CU-C2")
@pytest.mark.parametrize(("colour", "times"), [(Colour.GREEN, 24), (Colour.YELLOW, 30), (Colour.RED, 36)])
def test_each_symbol_is_equally_often_in_the_house_deck(colour: Colour, times: int) -> None:
    """Within a colour each of the six symbols stands 24, 30 or 36 times."""
    counts = Counter(symbol for card in HOUSE.of_colour(colour) for symbol in HOUSE.squares(card) if symbol)
    assert counts == dict.fromkeys(range(1, 7), times)


@pytest.mark.rule("CU-C2")
def test_no_two_house_cards_are_equal_under_turning_and_flipping() -> None:
    """All 108 cards look different, however they are turned and flipped, and none is dull."""
    assert len({likeness(face.squares) for face in HOUSE.faces}) == 108
    assert not any(is_dull(face.squares) for face in HOUSE.faces)


@pytest.mark.rule("CU-C3")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play(players: int) -> None:
    """Any of these tables begins with round one and deals nobody a card of somebody else."""
    state = coverup.new(players, Options(), Rigged({}))
    assert state.round == 1
    assert len({card for hand in state.hands for card in hand}) == 5 * players


@pytest.mark.rule("CU-C3")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_others_do_not(players: int) -> None:
    """One or seven players make no game."""
    with pytest.raises(OptionsError, match="CU-C3"):
        coverup.new(players, Options(), Rigged({}))


def broken(**changes: Any) -> dict[str, Any]:
    return {**write_deck(HOUSE), **changes}


def with_card(index: int, **changes: Any) -> dict[str, Any]:
    data = write_deck(HOUSE)
    data["cards"][index] = {**data["cards"][index], **changes}
    return data


@pytest.mark.rule("CU-C1")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "the deck is \\[\\], not an object"),
        (broken(name=""), "name is ''"),
        (broken(rows=3), "3 rows, not 2"),
        (broken(columns=True), "True columns, not 4"),
        (broken(symbols=["a", "b", "c", "d", "e"]), "not 6 different ones"),
        (broken(symbols=["a", "a", "b", "c", "d", "e"]), "not 6 different ones"),
        (broken(symbols="abcdef"), "not a list of names"),
        (broken(cards={}), "not a list"),
        (broken(cards=write_deck(HOUSE)["cards"][:-1]), "35 red cards, not 36"),
        (broken(colour="green"), "unknown field 'colour'"),
        ({"name": "x"}, "has no 'rows'"),
        (with_card(0, squares=[1, 2, 3, 4, 5, 0, 0, 0]), "card 1 \\('g01'\\) is green and has 5 symbols, not 4"),
        (with_card(40, squares=[1, 2, 3, 4, 0, 0, 0, 0]), "card 41 \\('y05'\\) is yellow and has 4 symbols, not 5"),
        (with_card(107, squares=[1, 2, 3]), "card 108 \\('r36'\\) has the squares"),
        (with_card(2, squares=[1, 2, 3, 7, 0, 0, 0, 0]), "card 3 \\('g03'\\) has a square 7"),
        (with_card(2, squares=[1, 2, 3, True, 0, 0, 0, 0]), "card 3 \\('g03'\\) has a square True"),
        (with_card(2, colour="blue"), "card 3 \\('g03'\\) has the colour 'blue'"),
        (with_card(2, id="g01"), "card 3 has the id 'g01', as card 1 has"),
        (with_card(2, id=7), "card 3 has the id 7"),
        (with_card(2, back="white"), "card 3 has an unknown field 'back'"),
        (broken(cards=[None]), "card 1 is None, not an object"),
    ],
)
def test_a_deck_that_breaks_the_rule_is_refused_with_card_and_reason(data: object, reason: str) -> None:
    """Whatever is wrong with a deck file, the error names the card and the reason."""
    with pytest.raises(DeckError, match=reason) as refusal:
        read_deck(data)
    assert refusal.value.rule_id == "CU-C1"
