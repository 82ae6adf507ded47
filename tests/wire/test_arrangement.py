"""Game, players and options go over the wire and come back."""

from __future__ import annotations

import msgspec
import pytest

from covergames import coverup
from covergames.game import NotationError, OptionsError
from covergames.wire import Arrangement, encode, game_of, read_options, write_arrangement
from tests.contract.adapters import ADAPTERS, Adapter


def arrangement(game: str, players: int, options: object = None) -> Arrangement:
    """What a client asks for."""
    return Arrangement(game, players, {} if options is None else options)


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_all_options_come_back(adapter: Adapter) -> None:
    """Whatever can be played can be told, and a deck that is not the house deck as well."""
    for table in adapter.tables:
        written = write_arrangement(adapter.game, table.players, table.options)
        read = msgspec.json.decode(encode(written), type=Arrangement)
        assert game_of(read) is adapter.game
        assert read.players == table.players
        assert read_options(read) == table.options


def test_a_client_is_told_every_card_of_the_deck() -> None:
    """A browser can draw the cards of the house deck without knowing it."""
    options = msgspec.json.decode(write_arrangement(coverup, 2, coverup.Options()).options)
    assert len(options["deck"]["cards"]) == 108


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_what_a_client_leaves_out_has_its_default(adapter: Adapter) -> None:
    """An arrangement without options is the rulebook's game."""
    assert read_options(arrangement(adapter.game.NAME, 3)) == adapter.game.TYPES.options()


def test_options_that_make_no_game_are_refused_by_the_rules() -> None:
    """The wire reads what is well-formed; whether it can be played is for the rules to say, with the rule."""
    with pytest.raises(OptionsError, match="CM-V3"):
        read_options(arrangement("cover-me", 3, {"years": 4}))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"lenght": 1}, r"unknown field `lenght`, which is none of length, .* - at `\$\.arrangement\.options`"),
        ({"length": 3}, r"got `int` - at `\$\.arrangement\.options\.length`: 3"),
        ({"years": "two"}, r"at `\$\.arrangement\.options\.years`: \"two\""),
        ([], r"Expected `object`, got `array` - at `\$\.arrangement\.options`: \[\]"),
    ],
)
def test_options_that_cannot_be_read_are_refused(options: object, complaint: str) -> None:
    """The message names the place and the value; nothing is guessed."""
    with pytest.raises(NotationError, match=complaint):
        read_options(arrangement("cover-me", 3, options))


def test_an_unknown_game_is_refused() -> None:
    """It is named."""
    with pytest.raises(NotationError, match="'chess'"):
        read_options(arrangement("chess", 2))
