"""What clients send, as commands of the table."""

from __future__ import annotations

from typing import Any, assert_never

from covergames import table, wire
from covergames.game import NotationError, RuleError
from covergames.table import Actor, Code, Command, Refusal


def command_of(order: wire.Order, who: Actor, *, of: table.Table) -> Command:
    """Return the command of the table that an order of a client means.

    Raises:
        Refusal: an action or option cannot be read, or the actor may not send it.
    """
    match order:
        case wire.Act(id, seen, action):
            try:
                return table.Act(of.codec.action.decode(action, at="$.action"), seen, id)
            except NotationError as error:
                raise Refusal(Code.UNREADABLE, str(error)) from None
        case wire.Say(id, text):
            return table.Say(text, id)
        case wire.Ready(id, ready, seen, nonce):
            return table.Ready(ready, nonce, seen, id)
        case wire.Start(id):
            return table.Start(id)
        case wire.Arrange(id, arrangement, settings):
            if arrangement.game != of.game.NAME:
                raise Refusal(Code.UNREADABLE, f"the game of a table cannot be changed: it is {of.game.NAME}")
            return table.Arrange(arrangement.players, options_of(arrangement), settings, id)
        case wire.SeatBot(id, seat, bot, name):
            return table.SeatBot(seat, bot, name, id)
        case wire.Remove(id, seat):
            return table.Remove(seat, id)
        case wire.Mute(id, seat, muted):
            return table.Mute(seat, muted, id)
        case wire.TakeBack(id):
            return table.TakeBack(id)
        case wire.Rematch():
            raise AssertionError("the registry opens the table of a rematch before it asks this one")
        case wire.Leave(id):
            if not isinstance(who, int):
                raise Refusal(Code.NOT_YOURS, "only a person with a seat can leave it")
            return table.Leave(who, id)
        case wire.Close(id):
            return table.Close(id)
        case _:
            assert_never(order)


def options_of(arrangement: wire.Arrangement) -> Any:
    """Return the options of the game.

    Raises:
        Refusal: they cannot be read, or make no game.
    """
    try:
        return wire.read_options(arrangement)
    except RuleError as error:
        raise Refusal(Code.ILLEGAL, error.reason, rule_id=error.rule_id) from None
    except NotationError as error:
        raise Refusal(Code.UNREADABLE, str(error)) from None
