"""Who sits where."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

REMEMBERED: Final = 64
"""How many of its latest commands a seat is recognised by."""
_SIZE: Final = 8


LEAST_DELAY: Final = 25
LONGEST_DELAY: Final = 6400


def delay_shown(measured: int, before: int | None) -> int:
    """A delay in milliseconds, rounded up to one of 25, 50, 100, 200 and so on, after that which was shown before.

    It grows at once, and shrinks when it has become much less: one that varies is no news every time.
    """
    if before is not None and before / 4 <= measured <= before:
        return before
    measured = min(max(LEAST_DELAY, measured), LONGEST_DELAY)
    return LEAST_DELAY << math.ceil(math.log2(measured / LEAST_DELAY))


class StoodInFor(Enum):
    """Why a bot decides for a person."""

    AWAY = "away"
    """Until the seat is taken back."""
    ONCE = "once"
    """The time for this decision is over."""
    LEFT = "left"
    """Until the seat is taken back, if ever."""
    REMOVED = "removed"
    """For the rest of the game."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person in a seat. `connections` is empty and `away_since` a time, or the other way round."""

    name: str
    token_hash: str = field(repr=False)
    nonce: str | None
    since: int
    """The entry with which they sat down."""
    away_since: int | None
    ready: bool = False
    muted: bool = False
    connections: tuple[str, ...] = ()
    stood_in_for: StoodInFor | None = None
    delay: int | None = None
    """How long a word takes there and back, in milliseconds, rounded; None: nothing is known yet."""

    @property
    def is_present(self) -> bool:
        """Whether any connection is open."""
        return bool(self.connections)

    @property
    def has_seat(self) -> bool:
        """Whether the person still belongs to the table."""
        return self.stood_in_for not in (StoodInFor.LEFT, StoodInFor.REMOVED)


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot in a seat."""

    name: str
    bot: str


Occupant: TypeAlias = Person | SeatedBot


class RecentCommands(NamedTuple):
    """The latest commands of one asker, each as the hash of its id: eight bytes in place of eighty."""

    hashes: bytes = b""
    sequences: bytes = b""

    def with_command(self, command: str, sequence: int) -> RecentCommands:
        """The same, and that the command led to that entry."""
        most = REMEMBERED * _SIZE
        return RecentCommands(
            (self.hashes + _hash(command))[-most:], (self.sequences + sequence.to_bytes(_SIZE, "big"))[-most:]
        )

    @property
    def forgotten(self) -> int:
        """Up to which entry commands may be forgotten."""
        return int.from_bytes(self.sequences[:_SIZE], "big") - 1 if len(self.sequences) == REMEMBERED * _SIZE else 0

    def recall(self, command: str) -> int | None:
        """The entry that the command led to, if it is remembered."""
        wanted = _hash(command)
        place = self.hashes.find(wanted)
        while place >= 0:
            if place % _SIZE == 0:  # else the end of one hash and the beginning of the next happen to look like it
                return int.from_bytes(self.sequences[place : place + _SIZE], "big")
            place = self.hashes.find(wanted, place + 1)
        return None


def _hash(command: str) -> bytes:
    return hash(command).to_bytes(_SIZE, "big", signed=True)
