"""What a client sends, one class each. The first message on a socket is `Hello`.

`id` is the client's own name for a command: sent twice, it is carried out once and answered twice. `seen` is the latest
sequence number that the client was told.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from covergames.game import Seat
from covergames.table.settings import Settings
from covergames.wire.arrangement import Arrangement
from covergames.wire.part import Number, Part, RawAction, in_snake_case

MAX_TEXT_LENGTH: Final = 2000
"""Far more than a table accepts: what is longer is not even looked at."""

CommandId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Token: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_TEXT_LENGTH)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber: TypeAlias = Annotated[Seat, msgspec.Meta(ge=0, le=5)]
Sequence: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class _ClientMessage(Part, frozen=True, tag_field="type", tag=in_snake_case):
    """A message of a client."""


class Hello(_ClientMessage, frozen=True):
    """Who is there: the holder of a seat's or the host's token, or a spectator, who has none."""

    token: Token | None


class Act(_ClientMessage, frozen=True):
    """Decide."""

    id: CommandId
    seen: Sequence
    action: RawAction


class Say(_ClientMessage, frozen=True):
    """Say something to all at the table."""

    id: CommandId
    text: Text


class Ready(_ClientMessage, frozen=True):
    """Be ready to begin, or not any more; the arrangement that was seen is what one is ready for."""

    id: CommandId
    ready: bool
    seen: Sequence
    nonce: Name | None = None
    """Another part of the deal than when sitting down."""


class Start(_ClientMessage, frozen=True):
    """Begin the game; the host's."""

    id: CommandId


class Arrange(_ClientMessage, frozen=True):
    """Change players, options and settings before the game; the host's."""

    id: CommandId
    arrangement: Arrangement
    settings: Settings


class SeatBot(_ClientMessage, frozen=True):
    """Give a free seat to a bot; the host's."""

    id: CommandId
    seat: SeatNumber
    bot: Name
    name: Name


class Remove(_ClientMessage, frozen=True):
    """Take somebody's seat away; the host's."""

    id: CommandId
    seat: SeatNumber


class Mute(_ClientMessage, frozen=True):
    """Forbid somebody to speak, or allow it again; the host's."""

    id: CommandId
    seat: SeatNumber
    muted: bool


class TakeBack(_ClientMessage, frozen=True):
    """Decide again in person, after a bot stood in."""

    id: CommandId


class Rematch(_ClientMessage, frozen=True):
    """Open another table for the same people when the game is over; the host's."""

    id: CommandId


class Leave(_ClientMessage, frozen=True):
    """Give the seat up; once the game has begun a bot plays on. The answer is a goodbye, for the connection is the seat's."""

    id: CommandId


class Close(_ClientMessage, frozen=True):
    """End the table; the host's, before or after the game."""

    id: CommandId


class Ping(_ClientMessage, frozen=True):
    """Ask whether the server is there, and for its time; `n` comes back."""

    n: Number
    delay: Number | None = None
    """How many milliseconds the answer to the ping before took, for the others to see; it decides nothing."""


Order: TypeAlias = Act | Say | Ready | Start | Arrange | SeatBot | Remove | Mute | TakeBack | Rematch | Leave | Close
"""What is carried out once and answered with `Done` or `Refused`."""

ClientMessage: TypeAlias = Hello | Order | Ping
