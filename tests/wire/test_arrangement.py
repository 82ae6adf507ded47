"""Game, players and options survive encoding and decoding."""

from __future__ import annotations

import msgspec
import pytest

from covergames import coverup
from covergames.game import NotationError, OptionsError
from covergames.wire import Arrangement, encode, game_of, read_options, write_arrangement
from tests.contract.adapters import ADAPTERS, Adapter


def arrangement(game: str, players: int, options: object = None) -> Arrangement:
    """Return an arrangement that a client sends."""
    return Arrangement(game, players, {} if options is None else options)


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_all_options_survive_encoding_and_decoding(adapter: Adapter) -> None:
    """All variants survive encoding and decoding, also a deck that is not the house deck."""
    for table in adapter.tables:
        written = write_arrangement(adapter.game, table.players, table.options)
        read = msgspec.json.decode(encode(written), type=Arrangement)
        assert game_of(read) is adapter.game
        assert read.players == table.players
        assert read_options(read) == table.options


def test_a_client_gets_every_card_of_the_deck() -> None:
    """A browser draws the cards of the house deck from the message alone."""
    options = msgspec.json.decode(write_arrangement(coverup, 2, coverup.Options()).options)
    assert len(options["deck"]["cards"]) == 108


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_missing_options_have_their_default(adapter: Adapter) -> None:
    """An arrangement without options is the rulebook's game."""
    assert read_options(arrangement(adapter.game.NAME, 3)) == adapter.game.TYPES.options()


def test_the_rules_refuse_options_that_cannot_be_played() -> None:
    """The decoder accepts well-formed options; the rules decide whether they can be played, and name the rule."""
    with pytest.raises(OptionsError, match="CM-V3"):
        read_options(arrangement("cover-me", 3, {"years": 4}))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lenght": 1}, r"unknown field `lenght`, which is none of length, .* - at `\$\.arrangement\.options`"),
        ({"length": 3}, r"got `int` - at `\$\.arrangement\.options\.length`: 3"),
        ({"years": "two"}, r"at `\$\.arrangement\.options\.years`: \"two\""),
        ([], r"Expected `object`, got `array` - at `\$\.arrangement\.options`: \[\]"),
    ],
)
def test_options_that_cannot_be_read_are_refused(options: object, message: str) -> None:
    """The error names the field and its value."""
    with pytest.raises(NotationError, match=message):
        read_options(arrangement("cover-me", 3, options))


def test_an_unknown_game_is_refused() -> None:
    """The error names it."""
    with pytest.raises(NotationError, match="'chess'"):
        read_options(arrangement("chess", 2))
