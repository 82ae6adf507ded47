"""The bodies of HTTP requests and responses: opening a table, finding one, taking a seat."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, TypeAlias

import msgspec

from covergames.game import Seat
from covergames.table.settings import Settings
from covergames.table.user_text import MAX_REASON_LENGTH
from covergames.table.view import TableView
from covergames.wire.arrangement import Arrangement
from covergames.wire.commands import Name, SeatNumber
from covergames.wire.part import Part

Note: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_REASON_LENGTH)]
SequenceNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Token: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]
"""At least 128 random bits."""


class Opening(Part, frozen=True, kw_only=True):
    """The request to open a table."""

    arrangement: Arrangement
    settings: Settings = Settings()
    title: Name = ""


class Opened(Part, frozen=True, kw_only=True):
    """The response to a request to open a table, or to continue a game: the new table."""

    table: str
    """The name of the table, which is part of its link: an invitation, not a secret."""
    host_token: str
    """The secret that makes its owner the host. The server sends it once and stores only its hash."""
    commitment: str
    """The SHA-256 of the seed of the deal."""


class Joining(Part, frozen=True, kw_only=True):
    """The request to take a seat."""

    name: Name
    seat: SeatNumber | None = None
    """Null: the first free seat."""
    nonce: Name | None = None
    """What the player adds to the shuffle: the client should draw it at random. Null: it is derived from the seed."""
    token: Token | None = None
    """The secret of the seat, if the client draws it. It makes the request idempotent: a client can repeat it safely."""


class Joined(Part, frozen=True, kw_only=True):
    """The response to `Joining`: the seat."""

    seat: Seat
    token: str
    """The secret of the seat. The server sends it once and stores only its hash."""


class Offer(Part, frozen=True, kw_only=True):
    """An open table in the public list."""

    table: str
    title: str
    game: str
    players: int
    taken: int
    """How many seats are taken."""
    opened_at: int
    """In milliseconds since 1970."""


class Found(Part, frozen=True, kw_only=True):
    """A table as everybody with its link may see it."""

    sequence: int
    table: TableView
    arrangement: Arrangement


class Computing(Part, frozen=True, kw_only=True):
    """The response while an analysis is not complete: ask again a second later."""

    done: int
    """Steps that are done. 0: others have their turn first, or it has just begun."""
    total: int
    """All steps; 0: not known yet."""


class ReportReason(Enum):
    """Why a player reports somebody."""

    INSULT = "insult"
    """An insult, a threat or harassment."""
    SPAM = "spam"
    """Advertising, or the same message again and again."""
    NAME = "name"
    """An offensive name."""
    CHEATING = "cheating"
    OTHER = "other"


class Reporting(Part, frozen=True, kw_only=True):
    """The request to report a person, or a message in the chat."""

    reason: ReportReason
    seat: SeatNumber | None = None
    """The seat of the person; null: a message is reported."""
    message: SequenceNumber | None = None
    """The sequence number of the message; null: the person is reported."""
    note: Note = ""
    """What the operator should know, in the player's words."""


class Health(Part, frozen=True, kw_only=True):
    """The health of the server."""

    status: str
    worker: str
    version: str


class ConnectionSeen(Part, frozen=True, kw_only=True):
    """What the server saw of a request, for an operator who sets up a proxy."""

    address: str
    """The address of the client; that of a proxy, if the server does not trust the proxy's headers."""
    scheme: str
    """How the client speaks to the server, or to a proxy that the server trusts: `http` or `https`."""
    forwarded_for: str | None
    """The header `X-Forwarded-For`; null: the request had none."""


class Problem(Part, frozen=True, kw_only=True):
    """The response to a request that was refused; nothing has changed."""

    code: str
    reason: str
    """In English, with the offending value."""
    rule: str | None = None
    """The id of the rule of the game that forbids it; null: no rule does."""
