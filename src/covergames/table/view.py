"""What there is to see of a table around the game: built field by field, the same for everybody."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from covergames.game import Seat
from covergames.table import duties
from covergames.table.seats import Person, SeatedBot, StoodInFor
from covergames.table.settings import Settings

if TYPE_CHECKING:
    from covergames.table.table import Table


class Stage(Enum):
    """How far a table is."""

    LOBBY = "lobby"
    """People sit down."""
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """One seat; a free one has no name. Times are milliseconds since 1970."""

    name: str | None = None
    bot: str | None = None
    """Which bot sits there; null: a person."""
    present: bool = False
    ready: bool = False
    muted: bool = False
    stood_in_for: StoodInFor | None = None
    """Why a bot decides for the person."""
    stand_in_at: int | None = None
    """When a bot will stand in for the person, who is away."""
    decision_until: int | None = None
    """When a bot will take the decision."""
    delay: int | None = None
    """The round-trip time between the person and the server in milliseconds, as their client reports it, rounded up."""
    nonce: str | None = None
    """The person's own part of the deal, once it is dealt."""


class TableView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """A table around its game; times are milliseconds since 1970."""

    id: str
    title: str
    stage: Stage
    settings: Settings
    seats: tuple[Place, ...]
    host: Seat | None
    """The host's seat; null: the host has none."""
    round_start: int | None
    """When the present round begins, after the countdown; null: the game is not in real time now."""
    commitment: str
    """SHA-256 of the seed of the deal."""
    seed: str | None
    """The seed that the table had committed itself to, once it can do no harm."""
    rematch: str | None
    """The table where the same people play again."""
    rematch_of: str | None
    closed: str | None
    """Why it was closed."""


def view_of(table: Table) -> TableView:
    """All that anybody may see of the table."""
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
        closed=table.closed,
    )


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
