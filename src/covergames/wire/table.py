"""What there is to see of a table around the game: the same for everybody."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from covergames.game import Seat
from covergames.wire.part import Part

Stage: TypeAlias = Literal["lobby", "playing", "over", "closed"]
StoodInFor: TypeAlias = Literal["away", "once", "left", "removed"]


class Settings(Part, frozen=True, kw_only=True):
    """How people are seated and served; times are seconds."""

    listed: bool = False
    """Whether strangers find the table among the open ones."""
    away_after: int | None = 120
    """When a bot stands in for somebody who is away while others wait; null: they wait."""
    decision_time: int | None = None
    """How long a decision may take, after which a bot takes it; null: as long as it takes."""
    stand_in: str | None = None
    """The bot that stands in; null: the server's choice."""
    chat: bool = True
    spectators: bool = True
    abandoned_after: int = 6 * 3600
    """When a table closes at which nobody is present."""


class Place(Part, frozen=True, kw_only=True):
    """One seat; a free one has no name. Times are milliseconds since 1970."""

    name: str | None
    bot: str | None
    """Which bot sits there; null: a person."""
    present: bool
    ready: bool
    muted: bool
    stood_in_for: StoodInFor | None
    """Why a bot decides for the person."""
    stand_in_at: int | None
    """When a bot will stand in for the person, who is away."""
    decision_until: int | None
    """When a bot will take the decision."""
    delay: int | None
    """How many milliseconds a word takes from the person to the server and back, as their client says, rounded up."""
    nonce: str | None
    """The person's own part of the deal, once it is dealt."""


class TableView(Part, frozen=True, kw_only=True):
    """A table around its game; times are milliseconds since 1970."""

    id: str
    title: str
    stage: Stage
    settings: Settings
    seats: tuple[Place, ...]
    host: Seat | None
    """The host's seat; null: the host has none."""
    round_start: int | None
    """When the round of Cover Up begins, after the countdown."""
    commitment: str
    """SHA-256 of the seed of the deal."""
    seed: str | None
    """The seed, once it can do no harm."""
    rematch: str | None
    """The table where the same people play again."""
    rematch_of: str | None
    closed: str | None
    """Why it was closed."""


class Message(Part, frozen=True):
    """Something said at the table, and who said it: a seat changes hands, a name does not."""

    sequence: int
    at: int
    """Milliseconds since 1970."""
    seat: Seat | None
    """Null: the host, who has no seat."""
    name: str
    text: str


def write_table(view: Any) -> TableView:
    """Of a table's view, exactly the fields that are named here."""
    return msgspec.convert(view, TableView, from_attributes=True)


def write_message(message: Any) -> Message:
    """Of something said, exactly the fields that are named here."""
    return Message(message.sequence, message.at, message.seat, message.name, message.text)
