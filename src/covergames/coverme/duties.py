"""What the seats are to do one after another: take, look at the next pile, perhaps swap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from covergames.coverme.actions import Decision
from covergames.game import Seat


@dataclass(frozen=True, slots=True)
class Taking:
    """A seat is to take one card (CM-S6, CM-R1)."""

    seat: Seat

    @property
    def decision(self) -> Decision:
        return Decision.TAKE


@dataclass(frozen=True, slots=True)
class Looking:
    """A seat is to draw two cards per card it will keep from the next pile (CM-R2, CM-A5)."""

    seat: Seat
    keep: int

    @property
    def decision(self) -> Decision:
        return Decision.KEEP


@dataclass(frozen=True, slots=True)
class Swapping:
    """A seat may swap a card in the new year (CM-Y2)."""

    seat: Seat

    @property
    def decision(self) -> Decision:
        return Decision.SWAP


Duty: TypeAlias = Taking | Looking | Swapping
