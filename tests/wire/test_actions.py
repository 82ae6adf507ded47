"""Decisions on the wire are those of records, without seat and time."""

from __future__ import annotations

import msgspec
import pytest

from covergames import wire
from covergames.coverup import TimeUp
from covergames.game import Seat
from covergames.wire import Act, codec_of, encode, read_sent
from tests.contract.adapters import Adapter, Table
from tests.wire.tables import VARIANTS, moments


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_legal_actions_are_sent_as_records_write_them(adapter: Adapter, table: Table) -> None:
    """A client's message says what a record would, but for who and when, and the server reads the same action."""
    game = adapter.game
    for moment in moments(adapter, table, 2):
        if moment.index % 11 == 0:
            options = game.options_of(moment.state)
            codec = codec_of(game, table.players, options)
            for seat in game.to_act(moment.state):
                for action in list(game.legal(moment.state, seat))[::9]:
                    written = codec.write_action(action)
                    sent = read_sent(encode(Act(id="1", seen=moment.index, action=written)))
                    assert isinstance(sent, Act)
                    data = game.write_action(Seat(0), action, options)
                    t = data.pop("t", 0)
                    del data["seat"]
                    assert msgspec.to_builtins(sent.action) == data
                    assert codec.read_action(sent.action, t) == action


def test_the_clock_sends_nothing() -> None:
    """Time is the server's own affair: no client can be made to say that it is up, and none is understood who does."""
    codec = codec_of(wire.game_of(wire.arrangement.CoverUp(2)), 2, wire.read_options(wire.arrangement.CoverUp(2)))
    with pytest.raises(ValueError, match="the clock's own"):
        codec.write_action(TimeUp(1))
    with pytest.raises(wire.Unreadable, match="time_up"):
        read_sent(b'{"type": "act", "id": "1", "seen": 1, "action": {"event": "time_up", "t": 300000}}')
