"""What is asked and answered over HTTP: opening a table, finding one, taking a seat."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from covergames.game import Seat
from covergames.table.settings import Settings
from covergames.table.view import TableView
from covergames.wire.arrangement import Arrangement
from covergames.wire.commands import Name, SeatNumber
from covergames.wire.part import Part

Token: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]
"""128 random bits or more."""


class Opening(Part, frozen=True, kw_only=True):
    """A table to be opened."""

    arrangement: Arrangement
    settings: Settings = Settings()
    title: Name = ""


class Opened(Part, frozen=True, kw_only=True):
    """A table that was opened."""

    table: str
    """Its name, as it stands in its link: an invitation, not a secret."""
    host_token: str
    """Whoever has this is the host; told once, and kept nowhere in readable form."""
    commitment: str
    """SHA-256 of the seed of the deal."""


class Joining(Part, frozen=True, kw_only=True):
    """A seat to be taken."""

    name: Name
    seat: SeatNumber | None = None
    """Null: the first that is free."""
    nonce: Name | None = None
    """The player's own part of the deal."""
    token: Token | None = None
    """The secret that the seat will be entered with, if the client wants to draw it: asked again with the same one, after the
    answer was lost, the server answers once more."""


class Joined(Part, frozen=True, kw_only=True):
    """A seat that was taken."""

    seat: Seat
    token: str
    """The secret that the seat is entered with; told once, and kept nowhere in readable form."""


class Offer(Part, frozen=True, kw_only=True):
    """A table that waits for players, in the list of those."""

    table: str
    title: str
    game: str
    players: int
    taken: int
    """How many seats are."""
    opened_at: int
    """In milliseconds since 1970."""


class Found(Part, frozen=True, kw_only=True):
    """A table as anybody may see it who has its link."""

    sequence: int
    table: TableView
    arrangement: Arrangement


class Health(Part, frozen=True, kw_only=True):
    """Whether the server is well."""

    status: str
    worker: str
    version: str


class Problem(Part, frozen=True, kw_only=True):
    """A request that was not carried out, and nothing has changed because of it."""

    code: str
    reason: str
    """In English, with the offending value."""
    rule: str | None = None
    """The rule of the game that forbids it."""
