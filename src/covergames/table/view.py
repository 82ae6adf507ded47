"""The public view of a table, without its game. It is the same for everybody; each field is copied explicitly (allow-list)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from covergames.game import Seat
from covergames.table import duties
from covergames.table.entries import Origin
from covergames.table.seats import Person, SeatedBot, StoodInFor
from covergames.table.settings import Settings

if TYPE_CHECKING:
    from covergames.table.table import Table


class Stage(Enum):
    """The stage of a table."""

    LOBBY = "lobby"
    """The game has not started; people take seats."""
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """A seat of a table. Times are milliseconds since 1970."""

    name: str | None = None
    """Null: the seat is free."""
    bot: str | None = None
    """The bot in the seat; null: a person, or nobody."""
    present: bool = False
    """Whether the person has an open connection."""
    ready: bool = False
    muted: bool = False
    stood_in_for: StoodInFor | None = None
    """Why a bot stands in for the person; null: no bot does."""
    stand_in_at: int | None = None
    """When a bot will stand in for the person, who is away; null: never."""
    decision_until: int | None = None
    """When a bot will take the person's decision; null: never."""
    delay: int | None = None
    """The round-trip time between the person and the server in milliseconds, as their client reports it, rounded up."""
    nonce: str | None = None
    """What the person added to the shuffle; null before the deal."""


class TableView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """The public view of a table, without its game. Times are milliseconds since 1970."""

    id: str
    title: str
    stage: Stage
    settings: Settings
    seats: tuple[Place, ...]
    host: Seat | None
    """The seat of the host; null: the host has no seat."""
    round_start: int | None
    """When the current round starts, after the countdown; null: no round in real time is being played."""
    commitment: str
    """The SHA-256 of the seed of the deal."""
    seed: str | None
    """The seed of the deal; null while the game can still be played, because all shuffles follow from it."""
    rematch: str | None
    """The table of the rematch; null: there is none."""
    rematch_of: str | None
    """The table of the previous game; null: the table is not a rematch."""
    closed: str | None
    """Why the table was closed; null: it is not closed."""
    origin: Origin | UnsetType = UNSET
    """The finished game that this one continues; missing: none."""


def view_of(table: Table) -> TableView:
    """Return the public view of the table."""
    is_revealed = table.is_over or (table.closed is not None and table.state is not None)
    return TableView(
        id=table.id,
        title=table.title,
        stage=table.stage,
        settings=table.settings,
        seats=tuple([_place(table, Seat(seat)) for seat in range(table.players)]),
        host=table.host,
        round_start=table.round_start,
        commitment=table.commitment,
        seed=table.seed if is_revealed else None,
        rematch=table.rematch,
        rematch_of=table.rematch_of,
        origin=UNSET if table.origin is None else _shown(table.origin, is_revealed=is_revealed),
        closed=table.closed,
    )


def _shown(origin: Origin, *, is_revealed: bool) -> Origin:
    """Return the origin without its digest, from which few hidden cards could be guessed."""
    return origin if is_revealed else msgspec.structs.replace(origin, digest="")


def _place(table: Table, seat: Seat) -> Place:
    match table.seats[seat]:
        case None:
            return Place()
        case SeatedBot(name, bot):
            return Place(name=name, bot=bot, ready=True)
        case Person() as person:
            return Place(
                name=person.name,
                present=person.is_present,
                ready=person.ready,
                muted=person.muted,
                stood_in_for=person.stood_in_for,
                stand_in_at=duties.stand_in_due(table, seat),
                decision_until=duties.decision_due(table, seat),
                delay=person.delay if person.is_present else None,
                nonce=None if table.state is None else person.nonce,
            )
