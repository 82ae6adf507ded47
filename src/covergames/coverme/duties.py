"""What the seats are to do one after another: take, look at the next pile, perhaps swap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from covergames.coverme.options import PLAYERS
from covergames.coverme.phases import Decision
from covergames.game import Seat


@dataclass(frozen=True, slots=True)
class Taking:
    """A seat is to take one card (CM-S6, CM-R1)."""

    decision: ClassVar = Decision.TAKE
    seat: Seat


@dataclass(frozen=True, slots=True)
class Looking:
    """A seat is to draw two cards per card it will keep from the next pile (CM-R2, CM-A5)."""

    decision: ClassVar = Decision.KEEP
    seat: Seat
    keep: int


@dataclass(frozen=True, slots=True)
class Swapping:
    """A seat may swap a card in the new year (CM-Y2)."""

    decision: ClassVar = Decision.SWAP
    seat: Seat


Duty: TypeAlias = Taking | Looking | Swapping

_SEATS: Final = [Seat(number) for number in range(max(PLAYERS))]
TAKING: Final = tuple(Taking(seat) for seat in _SEATS)
LOOKING: Final = tuple(Looking(seat, keep=1) for seat in _SEATS)
SWAPPING: Final = tuple(Swapping(seat) for seat in _SEATS)
