"""The messages of a client, one class each. The first message on a socket is `Hello`.

`id` makes a command idempotent: the client chooses it, and a server that receives a command twice executes it once and answers
twice. `seen` is the latest sequence number that the client has received.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from covergames.game import Seat
from covergames.table.settings import Settings
from covergames.wire.arrangement import Arrangement
from covergames.wire.part import Number, Part, RawAction, in_snake_case

MAX_TEXT_LENGTH: Final = 2000
"""A longer text is unreadable; a table refuses shorter ones that are too long for it."""

PROTOCOL: Final = 1
"""The version of the protocol. A change that clients of this version would not understand gets the next number."""
PROTOCOLS: Final = range(1, PROTOCOL + 1)
"""The versions that a server speaks."""

CommandId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Token: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_TEXT_LENGTH)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber: TypeAlias = Annotated[Seat, msgspec.Meta(ge=0, le=5)]
Sequence: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
Protocol: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class _ClientMessage(Part, frozen=True, tag_field="type", tag=in_snake_case):
    """Base class of client messages."""


class Hello(_ClientMessage, frozen=True):
    """Identify the client. The first message on a socket; every version of the protocol keeps it."""

    token: Token | None
    """The token of a seat or of the host; null: a spectator."""
    protocol: Protocol = 1
    """The version of the protocol that the client speaks."""


class Act(_ClientMessage, frozen=True):
    """Take a decision in the game."""

    id: CommandId
    seen: Sequence
    action: RawAction


class Say(_ClientMessage, frozen=True):
    """Write a chat message to everybody at the table."""

    id: CommandId
    text: Text


class Ready(_ClientMessage, frozen=True):
    """Declare that you are ready to start, or no longer ready. Stale if the table was rearranged after `seen`."""

    id: CommandId
    ready: bool
    seen: Sequence
    nonce: Name | None = None
    """Replaces the nonce that you gave when you took the seat."""


class Start(_ClientMessage, frozen=True):
    """Start the game. Only the host may send it."""

    id: CommandId


class Arrange(_ClientMessage, frozen=True):
    """Change players, options and settings before the game. Only the host may send it."""

    id: CommandId
    arrangement: Arrangement
    settings: Settings


class SeatBot(_ClientMessage, frozen=True):
    """Give a free seat to a bot. Only the host may send it."""

    id: CommandId
    seat: SeatNumber
    bot: Name
    name: Name


class Remove(_ClientMessage, frozen=True):
    """Remove a person or a bot from a seat. Only the host may send it."""

    id: CommandId
    seat: SeatNumber


class Mute(_ClientMessage, frozen=True):
    """Mute a person in the chat, or unmute them. Only the host may send it."""

    id: CommandId
    seat: SeatNumber
    muted: bool


class TakeBack(_ClientMessage, frozen=True):
    """Decide again in person, after a bot stood in for you."""

    id: CommandId


class Rematch(_ClientMessage, frozen=True):
    """Open a table for the same people when the game is over. Only the host may send it; while the host is away, every player may."""

    id: CommandId


class Leave(_ClientMessage, frozen=True):
    """Leave the seat; during the game a bot stands in. The server answers with a goodbye and closes the socket."""

    id: CommandId


class Close(_ClientMessage, frozen=True):
    """Close the table before or after the game. Only the host may send it."""

    id: CommandId


class Ping(_ClientMessage, frozen=True):
    """Ask for a `Pong`, which has the server's time."""

    n: Number
    """A number that the `Pong` repeats."""
    delay: Number | None = None
    """The latest round-trip time in milliseconds. The table shows it to everybody; it has no other effect."""


Order: TypeAlias = Act | Say | Ready | Start | Arrange | SeatBot | Remove | Mute | TakeBack | Rematch | Leave | Close
"""A command: executed once, and answered with `Done` or `Refused`."""

ClientMessage: TypeAlias = Hello | Order | Ping
