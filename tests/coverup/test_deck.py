"""Deck files, and the generator of the house deck (CU-C2)."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from covergames import coverup
from covergames.coverup import DeckError, house, house_deck, load_deck
from covergames.coverup.deck import parse_deck, to_json
from covergames.game import NotationError
from covergames.schema import read_options, write_options

pytestmark = pytest.mark.rule("CU-C2")


def shipped() -> str:
    return (files("covergames.coverup") / "decks" / "house.json").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_generator_makes_the_shipped_house_deck() -> None:
    """The data file in the package is exactly the generator's output."""
    assert to_json(house.house()) == shipped()
    assert house.house() == house_deck()


@pytest.mark.slow
def test_the_generator_can_be_run() -> None:
    """``python -m covergames.coverup.deck`` writes the house deck; with a seed it writes another valid deck."""
    command = [sys.executable, "-m", "covergames.coverup.deck"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == shipped()
    other = subprocess.run([*command, "77"], capture_output=True, text=True, check=True).stdout
    assert parse_deck(other) == house.generate(77, "seed 77") != house_deck()


@pytest.mark.slow
def test_a_deck_round_trips_through_its_file(tmp_path: Path) -> None:
    """A deck that is written and read is the same; the error of an unreadable file has the reason."""
    path = tmp_path / "deck.json"
    path.write_text(to_json(house.generate(3, "three")), encoding="utf-8")
    assert load_deck(path) == house.generate(3, "three")
    path.write_text("{", encoding="utf-8")
    with pytest.raises(DeckError, match="not JSON"):
        load_deck(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DeckError, match="not UTF-8"):
        load_deck(path)


def test_a_record_can_carry_its_deck() -> None:
    """The options of a record contain another deck completely, and the house deck by its name."""
    options = coverup.Options(house.generate(3, "three"), hourglass=20, round_limit=None, assist=True)
    data = json.loads(json.dumps(write_options(coverup, options)))
    assert read_options(coverup, data, 2) == options
    assert write_options(coverup, coverup.Options()) == {}
    assert read_options(coverup, {"deck": "house"}, 2) == coverup.Options()


def test_a_deck_is_a_collection_of_cards() -> None:
    """Its cards can be counted, iterated over and looked for, and each has a face."""
    deck = house_deck()
    assert len(deck) == len(list(deck)) == 108
    assert [deck[card].id for card in deck] == [face.id for face in deck.faces]
    assert 107 in deck
    assert all(stranger not in deck for stranger in (108, -1, "g01", None))


def test_cards_have_ids() -> None:
    """A card is found by its id, and the error names an unknown id."""
    deck = house_deck()
    assert all(deck.card(face.id) == index for index, face in enumerate(deck.faces))
    with pytest.raises(NotationError, match="'g37'"):
        deck.card("g37")


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        (('"house"', '"\\u001b[2J"'), "the deck's name"),
        (('"drop"', '" "'), "the deck's symbols"),
        (('"g01"', '"g\\n01"'), "card 1 has the id"),
    ],
)
def test_a_deck_cannot_control_the_terminal(spoilt: tuple[str, str], reason: str) -> None:
    """Names with control characters are refused, and the error shows them escaped (CU-C1)."""
    with pytest.raises(DeckError, match=reason) as refusal:
        parse_deck(to_json(house_deck()).replace(*spoilt))
    assert str(refusal.value).isprintable()


def test_a_deeply_nested_deck_file_is_refused() -> None:
    """The error is a `DeckError`, as for any other invalid file."""
    with pytest.raises(DeckError, match="not JSON"):
        parse_deck("[" * 100_000)
