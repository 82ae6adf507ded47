"""What clients send, as commands of the table."""

from __future__ import annotations

from typing import assert_never

import msgspec

from covergames import table, wire
from covergames.table import Actor, Code, Command, Refusal, Settings


def command_of(order: wire.Order, who: Actor, *, of: table.Table) -> Command:
    """The command that somebody's order means at that table, or `Refusal`."""
    match order:
        case wire.Act(id, seen, action):
            return table.Act(msgspec.to_builtins(action), seen, id)
        case wire.Say(id, text):
            return table.Say(text, id)
        case wire.Ready(id, ready, seen, nonce):
            return table.Ready(ready, nonce, seen, id)
        case wire.Start(id):
            return table.Start(id)
        case wire.Arrange(id, arrangement, settings):
            if wire.game_of(arrangement) is not of.game:
                raise Refusal(Code.UNREADABLE, f"the game of a table cannot be changed: it is {of.game.NAME}")
            return table.Arrange(arrangement.players, wire.options_data(arrangement), settings_of(settings), id)
        case wire.SeatBot(id, seat, bot, name):
            return table.SeatBot(seat, bot, name, id)
        case wire.Remove(id, seat):
            return table.Remove(seat, id)
        case wire.Mute(id, seat, muted):
            return table.Mute(seat, muted, id)
        case wire.TakeBack(id):
            return table.TakeBack(id)
        case wire.Rematch():
            raise AssertionError("a rematch needs another table first, which the hall opens")
        case wire.Leave(id):
            if not isinstance(who, int):
                raise Refusal(Code.NOT_YOURS, "only somebody with a seat can leave it")
            return table.Stand(who, id)
        case wire.Close(id):
            return table.Close(id)
        case _:
            assert_never(order)


def settings_of(settings: wire.Settings) -> Settings:
    """The table's settings as a client wants them."""
    return msgspec.convert(settings, Settings, from_attributes=True)
