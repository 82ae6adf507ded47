"""What a player can do, one class each; `t` is whole milliseconds since the round began."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from covergames.coverup.cards import Card
from covergames.coverup.layout import Placement
from covergames.encoding import Bounded, ByClock, Inlined, Stamped

Time: TypeAlias = Annotated[int, Bounded(least=0), Stamped()]


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card, or move one that is laid; it goes to the top of the pile (CU-P1)."""

    placement: Annotated[Placement, Inlined()]
    t: Time


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a card off the pile again (CU-P1)."""

    card: Card
    t: Time


@dataclass(frozen=True, slots=True)
class Flip:
    """Flip the hourglass (CU-H1)."""

    t: Time


@dataclass(frozen=True, slots=True)
class Done:
    """Touch the cards no more (CU-H2)."""

    t: Time


@dataclass(frozen=True, slots=True)
class TimeUp(ByClock):
    """The sand has run out, or the round limit is reached; the clock's own action (CU-H2)."""

    t: Time


@dataclass(frozen=True, slots=True)
class GiveBack:
    """Give a green card back for a harder one (CU-N1)."""

    card: Card


Action: TypeAlias = Lay | Lift | Flip | Done | TimeUp | GiveBack
