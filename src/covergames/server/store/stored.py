"""What the store keeps: the entries of a table, and its summary for lists and keepers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sqlalchemy import Row


class StoredEntry(NamedTuple):
    """An entry in the store: its sequence number, its time (ms since 1970), and its encoded body."""

    sequence: int
    at: int
    data: bytes


class Stage(StrEnum):
    """The stage of a table, for lists, and to delete old tables."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    """The game is over."""
    ABANDONED = "abandoned"
    """Closed during its game, because nobody came back or by the operator. Earlier versions stored `OVER`."""
    CLOSED = "closed"
    """Closed before a game began: the table has no record and will be deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What lists and keepers need of a table; an append that changes it replaces it."""

    game: str
    title: str
    players: int
    seats_taken: int
    stage: Stage
    listed: bool
    due: int | None
    """When the table needs a keeper even if no player sends a command (ms since 1970); None: never."""
    opener: str | None = None
    """The address that opened the table, for its quotas; None: it is not known, or the table is closed."""


class StoredSnapshot(NamedTuple):
    """The state of a table after the entry with that number, as one version of the code encoded it."""

    sequence: int
    version: str
    data: bytes


class StoredAnalysis(NamedTuple):
    """The analysis of a finished game, as one version encoded it, or how far it is."""

    version: str
    done: int
    """Steps that are done, of `total`."""
    total: int
    until: int
    """A worker computes it and says so again before then (ms since 1970); later, the worker has died."""
    data: bytes
    """Empty: it is not complete."""


class StoredTable(NamedTuple):
    """What is needed to load a table."""

    opener: str | None
    size: int
    """The bytes of all its entries."""
    snapshot: StoredSnapshot | None
    entries: list[StoredEntry]
    """The first entry, and those after the snapshot; all of them if there is no snapshot."""


class OpenTables(NamedTuple):
    """How many tables of one opener are in the lobby or in play."""

    tables: int
    listed: int
    """Those in the public list."""


class Listing(NamedTuple):
    """A table in a list."""

    table: str
    sequence: int
    """The number of its latest entry."""
    opened_at: int
    updated_at: int
    summary: Summary


def listing_of(row: Row[Any]) -> Listing:
    """Return the row of a table as part of a list."""
    summary = Summary(
        game=row.game,
        title=row.title,
        players=row.players,
        seats_taken=row.seats_taken,
        stage=Stage(row.stage),
        listed=row.listed,
        due=row.due,
        opener=row.opener,
    )
    return Listing(row.id, row.sequence, row.opened_at, row.updated_at, summary)
