"""The messages between a server and its clients: typed JSON, decoded strictly.

A server encodes messages with `Snapshot` and `encode`. A client decodes them with `read_server_message`; its `TableMirror`
rebuilds the views of the rules. The types of the messages do not depend on the games: actions, events and views are raw JSON
in them, which `covergames.schema` encodes and decodes for the game of the table.

>>> from covergames import wire
>>> act = wire.read_client_message(b'{"type": "act", "id": "7", "seen": 12, "action": {"event": "lift", "card": "g01"}}')
>>> bytes(act.action)
b'{"event": "lift", "card": "g01"}'
>>> wire.read_client_message(b'{"type": "act", "id": "7", "seen": "12", "action": {"event": "flip"}}')
Traceback (most recent call last):
    ...
covergames.wire.reading.Unreadable: Expected `int`, got `str` - at `$.seen`: "12"
"""

from covergames.wire.arrangement import Arrangement, game_of, read_options, write_arrangement
from covergames.wire.commands import (
    PROTOCOL,
    PROTOCOLS,
    Act,
    Arrange,
    ClientMessage,
    Close,
    Hello,
    Leave,
    Mute,
    Order,
    Ping,
    Ready,
    Rematch,
    Remove,
    Say,
    SeatBot,
    Start,
    TakeBack,
)
from covergames.wire.messages import NO_EVENTS, Done, Goodbye, Pong, Refused, ServerMessage, Update, Welcome, You
from covergames.wire.mirror import TableMirror
from covergames.wire.part import encode, pre_encoded
from covergames.wire.reading import MAX_MESSAGE_BYTES, Unreadable, read_client_message, read_server_message
from covergames.wire.seen import BadSeenFile, Comparison, Seen, Witness, compare, read_seen
from covergames.wire.snapshot import Snapshot

__all__ = [
    "MAX_MESSAGE_BYTES",
    "NO_EVENTS",
    "PROTOCOL",
    "PROTOCOLS",
    "Act",
    "Arrange",
    "Arrangement",
    "BadSeenFile",
    "ClientMessage",
    "Close",
    "Comparison",
    "Done",
    "Goodbye",
    "Hello",
    "Leave",
    "Mute",
    "Order",
    "Ping",
    "Pong",
    "Ready",
    "Refused",
    "Rematch",
    "Remove",
    "Say",
    "SeatBot",
    "Seen",
    "ServerMessage",
    "Snapshot",
    "Start",
    "TableMirror",
    "TakeBack",
    "Unreadable",
    "Update",
    "Welcome",
    "Witness",
    "You",
    "compare",
    "encode",
    "game_of",
    "pre_encoded",
    "read_client_message",
    "read_options",
    "read_seen",
    "read_server_message",
    "write_arrangement",
]
