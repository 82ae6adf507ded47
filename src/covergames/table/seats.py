"""The occupants of seats: people and bots, and the commands that people have sent."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

MAX_RECENT_COMMANDS: Final = 64
"""How many of a seat's latest commands the table recognises when they are sent again."""
_HASH_BYTES: Final = 8
MIN_DELAY_MS: Final = 25
MAX_DELAY_MS: Final = 6400


def rounded_delay(measured: int, before: int | None) -> int:
    """Return the delay to show, in milliseconds: the measured one, rounded up to 25, 50, 100, 200 and so on.

    Hysteresis: it grows immediately but shrinks only when the measured delay is less than a quarter, so that a varying delay
    does not change it every time.
    """
    if before is not None and before / 4 <= measured <= before:
        return before
    measured = min(max(MIN_DELAY_MS, measured), MAX_DELAY_MS)
    return MIN_DELAY_MS << math.ceil(math.log2(measured / MIN_DELAY_MS))


Substitute: TypeAlias = Literal["stand-in", "clock"]
"""Who decides for a person: a bot that stands in, or a bot because the decision time was over."""


class Substitution(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A decision that a bot took for a person."""

    events: int
    """How many events of the history came before it."""
    by: Substitute


class StoodInFor(Enum):
    """Why a bot decides for a person."""

    AWAY = "away"
    """The person was away for too long; the bot decides until the person takes the seat back."""
    ONCE = "once"
    """The decision time is over; the bot takes this decision."""
    LEFT = "left"
    """The person has left; the bot decides until the person takes the seat back, if ever."""
    REMOVED = "removed"
    """The host has removed the person; the bot decides for the rest of the game."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person in a seat. Either `connections` is empty and `away_since` is a time, or `away_since` is None."""

    name: str
    token_hash: str = field(repr=False)
    nonce: str | None
    since: int
    """The number of the entry that seated the person."""
    away_since: int | None
    ready: bool = False
    muted: bool = False
    connections: tuple[str, ...] = ()
    stood_in_for: StoodInFor | None = None
    delay: int | None = None
    """The round-trip time of the connection in milliseconds, rounded; None: not measured yet."""

    @property
    def is_present(self) -> bool:
        """Whether the person has an open connection."""
        return bool(self.connections)

    @property
    def has_seat(self) -> bool:
        """Whether the person has neither left nor been removed."""
        return self.stood_in_for not in (StoodInFor.LEFT, StoodInFor.REMOVED)


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot in a seat."""

    name: str
    bot: str


Occupant: TypeAlias = Person | SeatedBot


class RecentCommands(NamedTuple):
    """The latest commands of one actor, each as a hash of its id: eight bytes instead of eighty."""

    hashes: bytes = b""
    sequences: bytes = b""

    def with_command(self, command: str, sequence: int) -> RecentCommands:
        """Return these commands and another one, which led to that entry."""
        most = MAX_RECENT_COMMANDS * _HASH_BYTES
        return RecentCommands(
            (self.hashes + _hash(command))[-most:], (self.sequences + sequence.to_bytes(_HASH_BYTES, "big"))[-most:]
        )

    @property
    def forgotten_up_to(self) -> int:
        """The latest entry whose command may be forgotten; 0: none is."""
        return (
            int.from_bytes(self.sequences[:_HASH_BYTES], "big") - 1
            if len(self.sequences) == MAX_RECENT_COMMANDS * _HASH_BYTES
            else 0
        )

    def recall(self, command: str) -> int | None:
        """Return the entry that the command led to; None if it is unknown or forgotten."""
        wanted = _hash(command)
        place = self.hashes.find(wanted)
        while place >= 0:
            if place % _HASH_BYTES == 0:  # otherwise the match spans two hashes
                return int.from_bytes(self.sequences[place : place + _HASH_BYTES], "big")
            place = self.hashes.find(wanted, place + 1)
        return None


def _hash(command: str) -> bytes:
    """Return a hash that is the same in every process: snapshots contain it."""
    return blake2b(command.encode(errors="surrogatepass"), digest_size=_HASH_BYTES).digest()
