"""A game at one moment, everything included."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from covergames.coverup.cards import Card, Colour
from covergames.coverup.layout import Pile, Score
from covergames.coverup.options import Options
from covergames.encoding import Inlined, written
from covergames.game import Seat


class Phase(Enum):
    """What the table is doing."""

    LAY = "lay"
    GIVE_BACK = "give-back"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's points of one round, with what was removed and why (CU-S1 to CU-S4)."""

    score: Annotated[Score, Inlined()]
    hourglass: int
    """-1 or 1 for the seat that flipped, 0 for the others (CU-S4)."""

    @property
    @written
    def points(self) -> int:
        """All points of the round."""
        return self.score.points + self.hourglass


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. A value: no part of it ever changes. Draw piles are top first."""

    players: int
    options: Options
    round: int
    phase: Phase
    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[Pile, ...]
    """What each seat has laid this round, bottom to top; they lie there until the hands are passed on."""
    locked: tuple[bool, ...]
    flipped_by: Seat | None
    flipped_at: int | None
    now: int
    """The time of the round's latest action, in milliseconds."""
    giving_back: tuple[Card | None, ...]
    """The green cards chosen so far; nobody sees them until all have chosen (CU-I1)."""
    green: tuple[Card, ...]
    yellow: tuple[Card, ...]
    red: tuple[Card, ...]
    scores: tuple[tuple[SeatScore, ...], ...]
    """Round by round, seat by seat."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return tuple(map(Seat, range(self.players)))

    @property
    def deadline(self) -> int | None:
        """When time is up: when the sand has run out or, if nobody has flipped, at the round limit; None: never (CU-H2)."""
        if self.flipped_at is not None:
            return self.flipped_at + 1000 * self.options.hourglass
        return None if self.options.round_limit is None else 1000 * self.options.round_limit

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all rounds so far (CU-S5)."""
        return tuple(sum(scores[seat].points for scores in self.scores) for seat in range(self.players))

    @property
    def next_colour(self) -> Colour:
        """What a green card is exchanged for after this round (CU-N1)."""
        return next_colour(self.round)


def next_colour(round_number: int) -> Colour:
    """Return the colour for which a green card is exchanged after that round (CU-N1)."""
    return Colour.YELLOW if round_number % 2 else Colour.RED


def compact(state: State, _before: State | None) -> State:
    """Return the state as it is: it remembers nothing but scores."""
    return state
