"""Game, players and options go over the wire and come back."""

from __future__ import annotations

import msgspec
import pytest

from covergames import coverup, wire
from covergames.game import OptionsError
from covergames.wire import Arrangement, encode, game_of, options_data, read_options, write_arrangement
from covergames.wire.arrangement import CoverMe, CoverMeOptions, CoverUp
from tests.contract.adapters import ADAPTERS, Adapter


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
def test_all_options_come_back(adapter: Adapter) -> None:
    """Whatever can be played can be told, and a deck that is not the house deck as well."""
    for table in adapter.tables:
        arrangement = write_arrangement(adapter.game, table.players, table.options)
        read = msgspec.json.decode(encode(arrangement), type=Arrangement)
        assert game_of(read) is adapter.game
        assert read.players == table.players
        assert read_options(read) == table.options


def test_a_client_is_told_every_card_of_the_deck() -> None:
    """A browser can draw the cards of the house deck without knowing it."""
    arrangement = write_arrangement(coverup, 2, coverup.Options())
    assert isinstance(arrangement, CoverUp)
    assert not isinstance(arrangement.options.deck, str)
    assert len(arrangement.options.deck.cards) == 108


def test_options_are_spelt_as_in_records() -> None:
    """What a host chooses is what the table writes down: nothing that has its default."""
    assert options_data(CoverMe(3, CoverMeOptions(open_scores=True, start=None))) == {"open_scores": True}
    assert options_data(CoverUp(3)) == {}


def test_options_that_make_no_game_are_refused_by_the_rules() -> None:
    """The wire reads what is well-formed; whether it can be played is for the rules to say, with the rule."""
    with pytest.raises(OptionsError, match="CM-V3"):
        read_options(CoverMe(3, CoverMeOptions(years=4)))


def test_an_unknown_option_is_unreadable() -> None:
    """It is named, and nothing is guessed."""
    frame = (
        b'{"type": "arrange", "id": "1", "arrangement": {"game": "cover-me", "players": 3, "options": {"lenght": 1}},'
        b' "settings": {}}'
    )
    with pytest.raises(wire.Unreadable, match=r"unknown field `lenght` - at `\$\.arrangement\.options`"):
        wire.read_sent(frame)
