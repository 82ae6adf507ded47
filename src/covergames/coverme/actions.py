"""Everything a player can decide, one class each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from covergames.coverme.cards import Card
from covergames.coverme.places import Row, Source
from covergames.encoding import Bounded, Named
from covergames.game import IllegalAction

FewCards: TypeAlias = Annotated[tuple[Card, ...], Bounded(1, 4)]
"""As many cards as any decision can name."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of a pile (CM-S6, CM-R1, CM-Y2, CM-A1, CM-V3)."""

    source: Annotated[Source, Named("from")]


@dataclass(frozen=True, slots=True)
class Place:
    """Choose this month's cover in secret (CM-P1), or two: primary, then secondary (CM-A2)."""

    cards: FewCards


@dataclass(frozen=True, slots=True)
class Feature:
    """Choose which of the equally trendy models goes to the season special (CM-M2)."""

    row: Annotated[Row, Named("magazine")]
    card: Card


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep these of the cards taken from the next pile, in whatever order they are named (CM-R2, CM-A5)."""

    cards: FewCards

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@dataclass(frozen=True, slots=True)
class Swap:
    """Discard this hand card in the new year; a taking follows (CM-Y2)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Stay:
    """Keep the hand as it is in the new year (CM-Y2)."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Play another season, or share the victory (CM-X4)."""

    play_on: bool

    def __post_init__(self) -> None:
        if not isinstance(self.play_on, bool):
            raise IllegalAction("CM-X4", f"a vote is yes or no, not {self.play_on!r}")


Action: TypeAlias = Take | Place | Feature | Keep | Swap | Stay | Vote
