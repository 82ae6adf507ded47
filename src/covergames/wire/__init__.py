"""What goes over the wire between a table and its clients: messages of both games as JSON, typed and read strictly.

A server writes with `Snapshot` and `encode`, a client reads with `read_told` and `TableMirror`; what a client is told gives
it the very views that the rules make.

>>> from covergames import wire
>>> wire.read_sent(b'{"type": "act", "id": "7", "seen": 12, "action": {"event": "lift", "card": "g01"}}')
Act(id='7', seen=12, action=Lift(card='g01'))
>>> wire.read_sent(b'{"type": "act", "id": "7", "seen": "12", "action": {"event": "flip"}}')
Traceback (most recent call last):
    ...
covergames.wire.reading.Unreadable: Expected `int`, got `str` - at `$.seen`: "12"
"""

from covergames.wire.arrangement import Arrangement, game_of, options_data, read_options, write_arrangement
from covergames.wire.commands import (
    Act,
    Arrange,
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
    Sent,
    Start,
    TakeBack,
)
from covergames.wire.game import Action, Codec, Event, Private, Public, codec_of
from covergames.wire.messages import Done, Goodbye, Pong, Refused, Told, Update, Welcome, You
from covergames.wire.mirror import TableMirror
from covergames.wire.part import encode, once
from covergames.wire.reading import LARGEST, Unreadable, read_sent, read_told
from covergames.wire.snapshot import Snapshot
from covergames.wire.table import Message, Place, Settings, TableView, write_message, write_table

__all__ = [
    "LARGEST",
    "Act",
    "Action",
    "Arrange",
    "Arrangement",
    "Close",
    "Codec",
    "Done",
    "Event",
    "Goodbye",
    "Hello",
    "Leave",
    "Message",
    "Mute",
    "Order",
    "Ping",
    "Place",
    "Pong",
    "Private",
    "Public",
    "Ready",
    "Refused",
    "Rematch",
    "Remove",
    "Say",
    "SeatBot",
    "Sent",
    "Settings",
    "Snapshot",
    "Start",
    "TableMirror",
    "TableView",
    "TakeBack",
    "Told",
    "Unreadable",
    "Update",
    "Welcome",
    "You",
    "codec_of",
    "encode",
    "game_of",
    "once",
    "options_data",
    "read_options",
    "read_sent",
    "read_told",
    "write_arrangement",
    "write_message",
    "write_table",
]
