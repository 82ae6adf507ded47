"""Who sits where."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

REMEMBERED: Final = 64
"""How many of its latest commands a seat is recognised by."""
_SIZE: Final = 8


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


@dataclass(slots=True)
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

    @property
    def is_present(self) -> bool:
        """Whether any connection is open."""
        return bool(self.connections)

    @property
    def has_seat(self) -> bool:
        """Whether the person still belongs to the table."""
        return self.stood_in_for not in (StoodInFor.LEFT, StoodInFor.REMOVED)


@dataclass(slots=True)
class SeatedBot:
    """A bot in a seat."""

    name: str
    bot: str


Occupant: TypeAlias = Person | SeatedBot


class Memory:
    """The latest commands of one asker, each as the hash of its id: eight bytes in place of eighty."""

    __slots__ = ("_hashes", "_sequences")

    def __init__(self) -> None:
        self._hashes = b""
        self._sequences = array("q")

    def remember(self, command: str, sequence: int) -> None:
        """The command led to that entry."""
        self._hashes = (self._hashes + _hash(command))[-REMEMBERED * _SIZE :]
        self._sequences.append(sequence)
        del self._sequences[:-REMEMBERED]

    def recall(self, command: str) -> int | None:
        """The entry that the command led to, if it is remembered."""
        wanted = _hash(command)
        place = self._hashes.find(wanted)
        while place >= 0:
            if place % _SIZE == 0:  # else the end of one hash and the beginning of the next happen to look like it
                return self._sequences[place // _SIZE]
            place = self._hashes.find(wanted, place + 1)
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory) and self._hashes == other._hashes and self._sequences == other._sequences

    __hash__ = None  # type: ignore[assignment]  # it changes


def _hash(command: str) -> bytes:
    return hash(command).to_bytes(_SIZE, "big", signed=True)
