"""The messages of a server, one class each. The first message on a socket is `Welcome` or `Goodbye`."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import UNSET, Raw, UnsetType, field

from covergames.game import Seat
from covergames.table.seats import Substitute, Substitution
from covergames.table.user_text import Message
from covergames.table.view import TableView
from covergames.wire.arrangement import Arrangement
from covergames.wire.part import Part, RawEvents, RawPrivate, RawPublic, in_snake_case

NO_EVENTS: Final = Raw(b"[]")


class _ServerMessage(Part, frozen=True, kw_only=True, tag_field="type", tag=in_snake_case):
    """Base class of server messages."""


class You(Part, frozen=True):
    """The role of the client at the table."""

    seat: Seat | None
    """Null: the client has no seat."""
    host: bool
    """Whether the client is the host. A client that has no seat and is not the host is a spectator."""


class Welcome(_ServerMessage, frozen=True, kw_only=True):
    """The answer to `Hello`: everything that the client may know."""

    you: You
    sequence: int
    """The sequence number of the table's latest entry."""
    at: int
    """The server's time, in milliseconds since 1970."""
    table: TableView
    arrangement: Arrangement
    chat: tuple[Message, ...]
    public: RawPublic | UnsetType = UNSET
    """What everybody sees of the game; missing before its start."""
    private: RawPrivate | UnsetType = UNSET
    """What only the client's seat sees of the game."""
    decisions: int | UnsetType = UNSET
    """How many decisions the game has had, so that the client can compare what it sees with the record; missing before its start."""
    history: RawEvents = field(default_factory=lambda: NO_EVENTS)
    """The past events, redacted for spectators: all events in Cover Me, the scores of the rounds in Cover Up."""
    substitutions: tuple[Substitution, ...] | UnsetType = UNSET
    """The decisions that a bot took for a person; missing: there were none."""


class Update(_ServerMessage, frozen=True, kw_only=True):
    """A change of the table. Every part that has changed is sent as a whole; unchanged parts are missing."""

    sequence: int
    """The sequence number of the entry that changed the table."""
    at: int
    """The server's time of the change, in milliseconds since 1970."""
    you: You | UnsetType = UNSET
    table: TableView | UnsetType = UNSET
    arrangement: Arrangement | UnsetType = UNSET
    public: RawPublic | UnsetType = UNSET
    private: RawPrivate | UnsetType = UNSET
    events: RawEvents | UnsetType = UNSET
    """The new events of the game, redacted for the client."""
    decided_by: Substitute | UnsetType = UNSET
    """Who took the decision for a person; missing: the person or the bot in the seat, or it is no decision of a seat."""
    said: tuple[Message, ...] | UnsetType = UNSET
    """The new chat messages."""


class Done(_ServerMessage, frozen=True, kw_only=True):
    """A command was executed and stored, now or when it was sent before."""

    id: str
    sequence: int
    """The sequence number of the entry that the command caused."""


class Refused(_ServerMessage, frozen=True, kw_only=True):
    """A command was refused; nothing has changed."""

    id: str | None
    """The id of the command; null: the message has no readable id."""
    code: str
    """Why, for programs."""
    reason: str
    """Why, in English, with the offending value."""
    rule: str | None = None
    """The id of the rule of the game that forbids it; null: no rule does."""
    t: int | UnsetType = UNSET
    """When the server received the action, in milliseconds of the round, if it breaks a rule and has a time."""
    sequence: int
    """The sequence number of the table's latest entry."""
    public: RawPublic | UnsetType = UNSET
    """The current state of the game as everybody sees it, if the command was `stale`."""
    private: RawPrivate | UnsetType = UNSET
    """The current private part of the client's seat, if the command was `stale`."""


class Pong(_ServerMessage, frozen=True, kw_only=True):
    """The answer to `Ping`."""

    n: int
    """The number of the `Ping`."""
    at: int
    """The server's time, in milliseconds since 1970."""
    watchers: int | UnsetType = UNSET
    """How many connections without a seat watch the table. Unset: several workers serve it, and none knows."""


class Goodbye(_ServerMessage, frozen=True, kw_only=True):
    """The last message on a socket: why the server closes it."""

    code: str
    """Why, for programs."""
    reason: str
    """Why, in English."""
    again_after: float | None = None
    """After how many seconds the client should reconnect; null: it should not."""


ServerMessage: TypeAlias = Welcome | Update | Done | Refused | Pong | Goodbye
