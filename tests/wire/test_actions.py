"""Actions in messages have the notation of records, without seat and time."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from covergames.coverme import Source, Take
from covergames.coverup import TimeUp
from covergames.game import NotationError, Seat
from covergames.schema import codec_of
from tests.contract.adapters import ADAPTERS, Adapter, Table
from tests.wire.tables import VARIANTS, moments

COVER_ME: Final = ADAPTERS["cover-me"].game
COVER_UP: Final = ADAPTERS["cover-up"].game


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_actions_have_the_notation_of_records(adapter: Adapter, table: Table) -> None:
    """A client's message equals the record except for seat and time, and the server decodes the same action."""
    game = adapter.game
    for moment in moments(adapter, table, 2):
        if moment.index % 11 == 0:
            codec = codec_of(game, game.options_of(moment.state))
            for seat in game.to_act(moment.state):
                for action in list(game.legal(moment.state, seat))[::9]:
                    sent = codec.action.encode(action)
                    data = codec.write_decision(Seat(0), action)
                    timing, t = game.timing, data.pop("t", None)
                    del data["seat"]
                    assert msgspec.json.decode(sent) == data
                    read = codec.action.decode(sent)
                    assert read == action if timing is None or t is None else timing.at_time(read, t) == action


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "missing required field `event`"),
        ({"event": "resign"}, "'resign' is none of take, place, feature, keep, swap, stay, vote - at `$.action.event`"),
        ({"event": "take"}, "missing required field `from`"),
        ({"event": "take", "from": "blonde", "colour": "red"}, "unknown field `colour`"),
        ({"event": "take", "from": "blonde", "seat": 1}, "unknown field `seat`"),
        ({"event": "take", "from": 3}, "at `$.action.from`: 3"),
        ({"event": ["take"], "from": "blonde"}, "at `$.action.event`"),
        ({"event": "shuffle", "pile": "face-down", "cards": []}, "'shuffle'"),
        ({"event": "time_up", "t": 0}, "'time_up'"),
        ({"event": "swap", "card": "Gkmx"}, "there is no card 'Gkmx' - at `$.action.card`"),
        ({"event": "place", "cards": []}, "at `$.action.cards`"),
    ],
)
def test_an_invalid_action_is_refused(data: dict[str, Any], message: str) -> None:
    """A client cannot send seat or time, nor act for the clock; the error names the field and its value."""
    codec = codec_of(COVER_ME, COVER_ME.TYPES.options())
    with pytest.raises(NotationError) as refusal:
        codec.action.decode(msgspec.json.encode(data), at="$.action")
    assert message in str(refusal.value)


def test_only_the_clock_may_declare_that_time_is_up() -> None:
    """A client can neither encode nor send the action; a record contains it without a seat."""
    codec = codec_of(COVER_UP, COVER_UP.TYPES.options())
    with pytest.raises(KeyError):
        codec.action.encode(TimeUp(1))
    with pytest.raises(NotationError, match="time_up"):
        codec.action.decode(b'{"event": "time_up"}')
    assert codec.write_decision(Seat(-1), TimeUp(1)) == {"event": "time_up", "t": 1}
    assert codec.read_decision({"event": "time_up", "t": 1}) == (-1, TimeUp(1))


def test_an_action_of_another_game_is_refused() -> None:
    """Games share no action, even if two actions have the same name."""
    codec = codec_of(COVER_UP, COVER_UP.TYPES.options())
    other = codec_of(COVER_ME, COVER_ME.TYPES.options())
    with pytest.raises(NotationError, match="'take'"):
        codec.action.decode(other.action.encode(Take(Source.BLONDE)))
