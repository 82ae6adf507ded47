"""What can be asked of a table, one class each, and who may ask.

`id` is the asker's own name for the command: asked twice, it is carried out once. `seen` is the sequence number of the table as
the asker saw it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, TypeAlias

from covergames.game import Seat
from covergames.table.settings import Settings


class Role(Enum):
    """Those who may ask something of a table without having a seat."""

    HOST = "host"
    """Whoever has the host's token."""
    KEEPER = "keeper"
    """The server: it lets time pass, seats' bots decide and connections come and go."""


HOST: Final = Role.HOST
KEEPER: Final = Role.KEEPER

Actor: TypeAlias = Seat | Role | None
"""A person by seat, a role, or None: somebody at the door."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Change players, options of the game and settings; by the host, before the game."""

    players: int
    options: Any
    settings: Settings
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat; by somebody at the door, or the host without a seat."""

    name: str
    token_hash: str = field(repr=False)
    nonce: str | None = None
    """The seat's own part of the deal, best drawn by the player's own machine."""
    seat: Seat | None = None
    """None: the first that is free."""


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Give a seat to a bot; by the host, before the game."""

    seat: Seat
    bot: str
    """Such as ``trend``."""
    name: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave; by the person, or by the keeper for somebody who is away from a game that has not begun."""

    seat: Seat
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Take somebody's seat away; by the host."""

    seat: Seat
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Mute:
    """Forbid somebody to speak, or allow it again; by the host."""

    seat: Seat
    muted: bool
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """Say that you are ready to begin, or not any more."""

    ready: bool
    nonce: str | None = None
    """Another part of the deal than when you sat down."""
    seen: int | None = None
    """Stale if the table was arranged anew since; None: whatever the arrangement."""
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Deal; by the host, when all seats are taken and all people but the host are ready."""

    id: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """Decide; by a person. If the game is against the clock, the table sets the time of the action."""

    action: Any
    seen: int
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A bot's decision for its seat, or for that of the person it stands in for; by the keeper."""

    seat: Seat
    action: Any
    seen: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The sand has run out, or the round limit is reached (CU-H2); by the keeper."""


@dataclass(frozen=True, slots=True)
class Say:
    """Speak; by a person or the host."""

    text: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Connect:
    """A connection of the seat was opened; by the keeper."""

    seat: Seat
    connection: str


@dataclass(frozen=True, slots=True)
class Disconnect:
    """A connection of the seat is gone; by the keeper."""

    seat: Seat
    connection: str


@dataclass(frozen=True, slots=True)
class ReportDelay:
    """So many milliseconds a word takes from the seat to the server and back, as its client says; by the keeper."""

    seat: Seat
    delay: int


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a bot decide for somebody who is away, or once for somebody whose time is over; by the keeper."""

    seat: Seat
    once: bool


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Decide yourself again."""

    id: str | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play again at that other table, which has been opened with `rematch`; by the host, when the game is over."""

    table: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """End it: by the host before or after the game, by the keeper when nobody has been there for long."""

    id: str | None = None


Command: TypeAlias = (
    Arrange
    | Sit
    | SeatBot
    | Leave
    | Remove
    | Mute
    | Ready
    | Start
    | Act
    | Play
    | TimeUp
    | Say
    | Connect
    | Disconnect
    | ReportDelay
    | StandIn
    | TakeBack
    | Rematch
    | Close
)
