"""The types of a view: what one seat, or a spectator, may see (CM-I1, CM-I2, CM-I3). Unknown is None.

They are apart from the functions that fill them, because those are compiled and named tuples cannot be.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from covergames.coverme.actions import Action
from covergames.coverme.cards import Card, Clothes
from covergames.coverme.encoding import TRAIT_OF, Hidden, KnownPlaces, PileInOrder, WrittenTracks, WrittenTrends
from covergames.coverme.events import Event
from covergames.coverme.history import by_season
from covergames.coverme.options import Options
from covergames.coverme.phases import Decision, Phase
from covergames.coverme.places import Row
from covergames.coverme.trends import Season, Trait
from covergames.encoding import KNOWN_OPTIONS, KNOWN_PLAYERS, Known, Recalled, Unwritten
from covergames.game import Result, Seat


def _recall_history(known: Known) -> tuple[tuple[Event, ...], ...]:
    return by_season(known.events)


def _recall_votes(known: Known) -> tuple[bool | None, ...]:
    return (None,) * known.players


class MagazineView(NamedTuple):
    """A magazine: its revealed covers with their current trend values, and the cover placed this month."""

    owner: Seat | None
    row: Row
    covers: tuple[Card, ...]
    values: tuple[int, ...]
    has_placed: bool
    placed: Card | None
    """The cover placed and not yet revealed, where the viewer may see it."""
    featured: Annotated[Card | None, Unwritten()]
    """The viewer's own choice for the season special, while others still choose (CM-M2)."""


class HandView(NamedTuple):
    """A hand: its size, and the cards in it that the viewer knows.

    A seat knows all cards of its own hand, and the cards that it saw go to other hands. A cover that is placed but not revealed
    counts as in hand, because nobody else knows it.
    """

    size: int
    known: tuple[Card, ...]


class OpenPileView(NamedTuple):
    """An open pile: its top card and its size."""

    top: Card | None
    size: int


class StackView(NamedTuple):
    """A prestige or side stack. Only its owner sees the cards, until all stacks are open (CM-X1, CM-I2)."""

    size: int
    cards: tuple[Card, ...] | None
    worth: int | None


class FictionalPileView(NamedTuple):
    """The fictional pile: its size, and the cards that are known to be in it or face down at A, unordered (CM-21)."""

    size: int
    known: tuple[Card, ...]


class View(NamedTuple):
    """The game as one seat, or a spectator, sees it."""

    seat: Annotated[Seat | None, Unwritten()]
    players: Annotated[int, KNOWN_PLAYERS]
    options: Annotated[Options, KNOWN_OPTIONS]

    year: int
    season: Season
    month: int
    start: Seat
    phase: Phase
    decision: Decision | None
    to_act: tuple[Seat, ...]
    legal: Annotated[tuple[Action, ...], Unwritten(())]

    tracks: WrittenTracks
    trends: WrittenTrends
    influence_row: tuple[Card, ...]
    magazines: tuple[MagazineView, ...]

    open_piles: tuple[OpenPileView, ...]
    face_down: PileInOrder
    """Top first; where the viewer knows a card's exact place, the card."""
    next_pile: PileInOrder
    """Top first; where the viewer knows a card's exact place, the card."""
    next_clothes: Clothes | None
    set_aside: tuple[Clothes, ...]
    """The colours that will be the next pile, the coming one first."""
    discard: tuple[Card, ...]
    fictional_pile: FictionalPileView | None

    hand: Annotated[tuple[Card, ...], Unwritten(())]
    """The viewer's own hand, without a cover placed this month."""
    hands: tuple[HandView, ...]
    looked: Hidden
    """Cards drawn from the next pile by the seat that is choosing which to keep."""
    prestige_stacks: tuple[StackView, ...]
    side_stacks: tuple[StackView, ...]

    unseen: tuple[Card, ...]
    """Every card of the game whose place the viewer does not know, even with a perfect memory."""
    votes: Annotated[tuple[bool | None, ...], Recalled(_recall_votes)]
    """Only the viewer's own, while others still vote (CM-X4)."""
    history: Annotated[tuple[tuple[Event, ...], ...], Recalled(_recall_history)]
    """What everybody saw: the set-up, then season by season."""
    result: Result | None

    def __hash__(self) -> int:
        """Return the same number for equal views; what hardly ever differs alone is left out."""
        seen = self.unseen, self.hand, self.discard, self.influence_row, self.magazines, self.open_piles
        return hash((self.seat, self.phase, self.year, self.season, self.month, self.to_act, *seen))

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits that count on the tracks (CM-T1)."""
        return tuple(dict.fromkeys([TRAIT_OF[type(characteristic)] for characteristic in self.tracks]))


class Private(NamedTuple):
    """What only one seat sees: its own cards, and the cards that it alone saw (CM-I1, CM-I2)."""

    seat: Seat
    legal: tuple[Action, ...]
    hand: tuple[Card, ...]
    placed: tuple[Card | None, ...]
    """One for each magazine of the seat, primary first."""
    featured: tuple[Card | None, ...]
    """One for each magazine of the seat, primary first."""
    hands: tuple[tuple[Card, ...], ...]
    """What only this seat knows to be in each hand."""
    face_down: KnownPlaces
    next_pile: KnownPlaces
    fictional_pile: tuple[Card, ...]
    looked: KnownPlaces
    prestige_stack: StackView
    side_stack: StackView | None
    seen: tuple[Card, ...]
    """All cards whose place only this seat knows, wherever they are."""
    vote: bool | None
