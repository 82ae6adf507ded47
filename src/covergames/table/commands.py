"""The commands of a table, one class each, and the actors who may send them.

`id` makes a command idempotent: the actor chooses it, and a table executes a command with the same id only once. `seen` is the
sequence number of the latest entry that the actor knows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, TypeAlias

from covergames.game import Seat
from covergames.table.settings import Settings


class Role(Enum):
    """An actor without a seat."""

    HOST = "host"
    """The actor with the host's token."""
    KEEPER = "keeper"
    """The server. It reports the time, decisions of bots and connections."""
    OPERATOR = "operator"
    """The person who runs the server."""


HOST: Final = Role.HOST
KEEPER: Final = Role.KEEPER
OPERATOR: Final = Role.OPERATOR

Actor: TypeAlias = Seat | Role | None
"""The seat of a person, a role, or None: a visitor without a seat."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Change the number of players, the options of the game and the settings; by the host, before the game."""

    players: int
    options: Any
    settings: Settings
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat; by a visitor, or by a host without a seat."""

    name: str
    token_hash: str = field(repr=False)
    nonce: str | None = None
    """What the seat adds to the shuffle; the player's client should draw it at random."""
    seat: Seat | None = None
    """None: the first free seat."""


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Give a seat to a bot; by the host, before the game."""

    seat: Seat
    bot: str
    """The name of the bot, such as ``trend``."""
    name: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table; by the person, or by the keeper for a person who is away from the lobby."""

    seat: Seat
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a person or a bot from a seat; by the host."""

    seat: Seat
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Mute:
    """Mute a person in the chat, or unmute them; by the host."""

    seat: Seat
    muted: bool
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """Declare that you are ready to start, or no longer ready."""

    ready: bool
    nonce: str | None = None
    """Replaces the nonce that you gave when you sat down."""
    seen: int | None = None
    """The command is stale if the table was rearranged after this entry; None: it is never stale."""
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Start the game; by the host, when all seats are taken and all people except the host are ready."""

    id: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """Take a decision; by a person. In a game against the clock the table sets the time of the action."""

    action: Any
    seen: int
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Take a decision for a bot's seat, or for the person that a bot stands in for; by the keeper."""

    seat: Seat
    action: Any
    seen: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """End the round: the sand has run out, or the round limit is reached (CU-H2); by the keeper."""


@dataclass(frozen=True, slots=True)
class Say:
    """Write a chat message; by a person or the host."""

    text: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Connect:
    """Report that a connection of the seat was opened; by the keeper."""

    seat: Seat
    connection: str


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Report that a connection of the seat was closed; by the keeper."""

    seat: Seat
    connection: str


@dataclass(frozen=True, slots=True)
class ReportDelay:
    """Report the round-trip time of the seat's connection, as its client measured it; by the keeper."""

    seat: Seat
    delay: int
    """In milliseconds."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a bot stand in for a person who is away, or take one decision whose time is over; by the keeper."""

    seat: Seat
    once: bool
    """Whether the bot takes only this decision."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Decide again in person, after a bot stood in for you."""

    id: str | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """Link to the table of the rematch, which `rematch` opened, when the game is over; by the host, or by a player if the host is away."""

    table: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table; by the host before or after the game, by the keeper when the table is abandoned."""

    id: str | None = None


@dataclass(frozen=True, slots=True)
class Lock:
    """Let nobody else take a seat, or let people take seats again; by the operator."""

    locked: bool


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Close the table at any time, and tell everybody there why; by the operator."""

    reason: str


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
    | Lock
    | ShutDown
)
