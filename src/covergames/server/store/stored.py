"""What the store keeps: the entries of a table, and its summary for lists and keepers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class StoredEntry(NamedTuple):
    """An entry in the store: its sequence number, its time (ms since 1970), and its encoded body."""

    sequence: int
    at: int
    data: bytes


class Stage(StrEnum):
    """The stage of a table, for lists and for `prune`."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    """The game is over, or its table was closed during the game: the table stays, because it has a record."""
    CLOSED = "closed"
    """Closed before a game began: the table has no record and will be deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What lists and keepers need of a table; every append replaces it."""

    game: str
    title: str
    players: int
    seats_taken: int
    stage: Stage
    listed: bool
    due: int | None
    """When the table needs a keeper even if no player sends a command (ms since 1970); None: never."""


class Listing(NamedTuple):
    """A table in a list."""

    table: str
    sequence: int
    """The number of its latest entry."""
    opened_at: int
    updated_at: int
    summary: Summary
