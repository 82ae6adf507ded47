"""The bodies of requests and answers of the admin interface. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from covergames.server.reports import Report
from covergames.table import Message

MAX_BAN_SECONDS = 100 * 365 * 24 * 3600
"""Longer bans are bans for ever."""

Reason: TypeAlias = Annotated[str, msgspec.Meta(max_length=1000)]
"""`checked_reason` has the last word."""


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of a request or an answer."""


class Connected(_Body, frozen=True):
    """An open connection to a table. The server knows its address as long as it is open, and no longer."""

    table: str
    seat: int | None
    """Null: a spectator, or the host without a seat."""
    name: str | None
    """The name of the person in the seat; null: a spectator, or the host without a seat."""
    address: str


class TableRow(_Body, frozen=True):
    """A table in a list, with the people who are connected to it."""

    table: str
    title: str
    game: str
    stage: str
    """`open`, `running`, `over` or `closed`."""
    players: int
    seats_taken: int
    opener: str | None
    """The address that opened the table; null: it is not known, or the table is closed."""
    opened_at: int
    updated_at: int
    connected: tuple[Connected, ...]


class TableList(_Body, frozen=True):
    """Tables, those that changed last first."""

    tables: tuple[TableRow, ...]
    silent_workers: int
    """Workers of this machine that did not answer: people who are connected to them are missing."""
    workers_elsewhere: int
    """Workers of other machines with the same database: people who are connected to them are missing."""


class SeatRow(_Body, frozen=True):
    """A seat that is taken."""

    seat: int
    name: str
    bot: str | None
    """Null: a person."""
    is_host: bool
    is_present: bool
    addresses: tuple[str, ...]
    """Where the person is connected from; a person who is away has none."""


class TableDetails(_Body, frozen=True):
    """One table."""

    table: str
    title: str
    game: str
    stage: str
    """`lobby`, `playing`, `over` or `closed`."""
    is_locked: bool
    seats: tuple[SeatRow, ...]
    others: tuple[str, ...]
    """The addresses of spectators, and of a host without a seat."""
    chat: tuple[Message, ...]
    open_reports: tuple[int, ...]
    """The numbers of reports that nobody has handled."""
    silent_workers: int
    workers_elsewhere: int


class Because(_Body, frozen=True):
    """The request to do something for a reason."""

    reason: Reason


class Locking(_Body, frozen=True):
    """The request to lock a table, or to unlock it."""

    locked: bool
    reason: Reason


class Banning(_Body, frozen=True):
    """The request to ban an address or a network."""

    address: str
    reason: Reason
    seconds: Annotated[int, msgspec.Meta(gt=0, le=MAX_BAN_SECONDS)] | None
    """Null: for ever."""


class Unbanning(_Body, frozen=True):
    """The request to end a ban."""

    address: str
    reason: Reason


class BanRow(_Body, frozen=True):
    """A ban."""

    number: int
    network: str
    at: int
    until: int | None
    """Null: for ever."""
    reason: str


class ReportRow(_Body, frozen=True):
    """A report of a player about another one."""

    number: int
    table: str
    at: int
    handled_at: int | None
    """Null: nobody has handled it."""
    report: Report


class ActRow(_Body, frozen=True):
    """What an operator did."""

    number: int
    at: int
    act: str
    subject: str
    """A table, or the number of a ban or a report. No address: the list of bans has it as long as the ban lasts."""
    reason: str
