"""What a server sends, one class each. The first message on a socket is `Welcome` or `Goodbye`."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import UNSET, Raw, UnsetType, field

from covergames.game import Seat
from covergames.table.user_text import Message
from covergames.table.view import TableView
from covergames.wire.arrangement import Arrangement
from covergames.wire.part import Part, RawEvents, RawPrivate, RawPublic, in_snake_case

NO_EVENTS: Final = Raw(b"[]")


class _ServerMessage(Part, frozen=True, kw_only=True, tag_field="type", tag=in_snake_case):
    """A message of a server."""


class You(Part, frozen=True):
    """Who the client is to the table; without a seat, and not the host: a spectator."""

    seat: Seat | None
    host: bool


class Welcome(_ServerMessage, frozen=True, kw_only=True):
    """Everything that the client may know, in answer to `Hello`."""

    you: You
    sequence: int
    at: int
    """The server's time, in milliseconds since 1970."""
    table: TableView
    arrangement: Arrangement
    chat: tuple[Message, ...]
    public: RawPublic | UnsetType = UNSET
    """What everybody sees of the game, once it has begun."""
    private: RawPrivate | UnsetType = UNSET
    """What only the client's seat sees of it."""
    history: RawEvents = field(default_factory=lambda: NO_EVENTS)
    """What has happened and is remembered, as everybody saw it: all of Cover Me, the scored rounds of Cover Up."""


class Update(_ServerMessage, frozen=True, kw_only=True):
    """Something happened: the whole of every part that has changed, what was said, and the events of the game."""

    sequence: int
    at: int
    """The server's time when it happened, in milliseconds since 1970."""
    you: You | UnsetType = UNSET
    table: TableView | UnsetType = UNSET
    arrangement: Arrangement | UnsetType = UNSET
    public: RawPublic | UnsetType = UNSET
    private: RawPrivate | UnsetType = UNSET
    events: RawEvents | UnsetType = UNSET
    """What happened in the game, as the client may see it."""
    said: tuple[Message, ...] | UnsetType = UNSET


class Done(_ServerMessage, frozen=True, kw_only=True):
    """A command was carried out, now or when it was first sent, and is kept."""

    id: str
    sequence: int
    """The entry that it led to."""


class Refused(_ServerMessage, frozen=True, kw_only=True):
    """A command was not carried out, and nothing has changed because of it."""

    id: str | None
    """Null: the message could not be read so far."""
    code: str
    reason: str
    """In English, with the offending value."""
    rule: str | None = None
    """The rule of the game that forbids it."""
    sequence: int
    """The latest of the table."""
    public: RawPublic | UnsetType = UNSET
    """The game as it is now, if the command was about an earlier one (`stale`)."""
    private: RawPrivate | UnsetType = UNSET


class Pong(_ServerMessage, frozen=True, kw_only=True):
    """The answer to `Ping`."""

    n: int
    at: int
    """The server's time, in milliseconds since 1970."""


class Goodbye(_ServerMessage, frozen=True, kw_only=True):
    """The last message on a socket, and why."""

    code: str
    reason: str
    """In English."""
    again_after: float | None = None
    """In how many seconds to come again; null: it would be of no use."""


ServerMessage: TypeAlias = Welcome | Update | Done | Refused | Pong | Goodbye
