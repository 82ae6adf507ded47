"""What there is to see of a table around the game: built field by field, the same for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from covergames.game import Data, Seat
from covergames.table import duties
from covergames.table.seats import Person, SeatedBot
from covergames.table.settings import Settings
from covergames.table.speech import Message

if TYPE_CHECKING:
    from covergames.table.table import Table


class Place(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One seat; a free one has no name."""

    name: str | None = None
    bot: str | None = None
    """Which bot sits there; None: a person."""
    present: bool = False
    ready: bool = False
    muted: bool = False
    stood_in_for: str | None = None
    """Why a bot decides for the person: away, once, left or removed."""
    stand_in_at: int | None = None
    """When a bot will stand in for the person, who is away."""
    decision_until: int | None = None
    """When a bot will take the decision."""
    delay: int | None = None
    """How many milliseconds a word takes from the person to the server and back, as their client says."""
    nonce: str | None = None
    """The person's own part of the deal, once it is dealt."""


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table; times are milliseconds since 1970."""

    id: str
    sequence: int
    at: int
    """The time of the latest entry."""
    game: str
    title: str
    stage: str
    players: int
    options: Data
    """As they were announced, in the spelling of records; what was drawn by lot is in the view of the game."""
    settings: Settings
    seats: tuple[Place, ...]
    host: int | None
    """The host's seat; None: the host has none."""
    to_act: tuple[int, ...]
    round_start: int | None
    """When the round of Cover Up begins, after the countdown."""
    deadline: int | None
    """When time is up in the round, as far as known."""
    commitment: str
    seed: str | None
    """The seed that the table had committed itself to, once it can do no harm."""
    chat: tuple[Message, ...]
    rematch: str | None
    """The table where the same people play again."""
    rematch_of: str | None
    closed: str | None


def view_of(table: Table) -> TableView:
    """All that anybody may see of the table."""
    is_revealed = table.is_over or (table.closed is not None and table.state is not None)
    return TableView(
        id=table.id,
        sequence=table.sequence,
        at=table.at,
        game=table.game.NAME,
        title=table.title,
        stage=table.stage.value,
        players=table.players,
        options=table.game.write_options(table.options),
        settings=table.settings,
        seats=tuple([_place(table, Seat(seat)) for seat in range(table.players)]),
        host=table.host,
        to_act=table.to_act,
        round_start=table.round_start,
        deadline=table.deadline,
        commitment=table.commitment,
        seed=table.seed if is_revealed else None,
        chat=table.chat,
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
                stood_in_for=None if person.stood_in_for is None else person.stood_in_for.value,
                stand_in_at=duties.stand_in_due(table, seat),
                decision_until=duties.decision_due(table, seat),
                delay=person.delay if person.is_present else None,
                nonce=None if table.state is None else person.nonce,
            )
