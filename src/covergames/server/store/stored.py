"""What is kept: the entries of a table, and one summary of it for lists and for whoever keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class StoredEntry(NamedTuple):
    """An entry as the store sees it: which one, when (ms since the epoch), and bytes that it does not read."""

    sequence: int
    at: int
    data: bytes


class Stage(StrEnum):
    """How far a table is."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    """The game came to its end, or its table did: there is a record, and it stays."""
    CLOSED = "closed"
    """Closed before a game began: there will never be a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What must be known of a table without reading its entries; it is replaced with every append."""

    game: str
    title: str
    players: int
    seats_taken: int
    stage: Stage
    listed: bool
    due: int | None
    """When somebody has to do something for this table even if no player asks (ms since the epoch); None: never."""


class Listing(NamedTuple):
    """A table as a list shows it."""

    table: str
    sequence: int
    """Of its latest entry."""
    opened_at: int
    updated_at: int
    summary: Summary
