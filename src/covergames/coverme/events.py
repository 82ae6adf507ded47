"""What happens at the table, one class each, and how much of it a viewer may see (CM-I1).

A hidden card is None. `redact` is the only place that decides who sees what of an event; a new event cannot pass it
unnoticed.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias, assert_never

from covergames.coverme.cards import Card, Clothes
from covergames.coverme.encoding import Cards, Hidden, PileSize, WrittenTracks, WrittenTrends
from covergames.coverme.places import Fate, Magazine, Source
from covergames.coverme.trends import Season
from covergames.encoding import Unwritten
from covergames.game import Result, Seat


class Shuffled(NamedTuple):
    """A pile was shuffled."""

    pile: str
    cards: PileSize


class Dealt(NamedTuple):
    """A seat was dealt cards (CM-S6, CM-S7, CM-A1, CM-V3)."""

    seat: Seat
    cards: Hidden


class FictionalPileFormed(NamedTuple):
    """The two fictional magazines got their pile, unseen (CM-21)."""

    size: int


class InfluenceDrawn(NamedTuple):
    """The first cards of the influence row (CM-S5)."""

    cards: Cards


class Turned(NamedTuple):
    """Cards turned from the face-down pile onto the open piles, in this order (CM-S2, CM-S8)."""

    cards: Cards


class Took(NamedTuple):
    """A seat took the top card of an open pile, which all saw, or of the face-down pile (CM-S6, CM-R1)."""

    seat: Seat
    source: Source
    card: Card | None


class TookNext(NamedTuple):
    """A seat took the top of the next pile without a choice (CM-R4, CM-R5)."""

    seat: Seat
    card: Card | None


class WentWithout(NamedTuple):
    """A seat took no card, because there was none left (CM-R4)."""

    seat: Seat


class Looked(NamedTuple):
    """A seat drew cards from the next pile to choose from (CM-R2, CM-A5)."""

    seat: Seat
    cards: Hidden


class Kept(NamedTuple):
    """A seat kept some of the cards it drew and put the others under the next pile (CM-R2, CM-A5)."""

    seat: Seat
    kept: Hidden
    put_back: Hidden


class SeasonBegan(NamedTuple):
    """A season began with this starting seat (CM-N1)."""

    year: int
    season: Season
    start: Seat


class FictionalPlaced(NamedTuple):
    """The fictional magazines placed their covers: A's face down, B's face up (CM-22)."""

    a: Annotated[Card | None, Unwritten()]
    b: Card | None
    a_placed: bool
    """Whether A, whose card nobody sees, placed one at all (CM-24)."""


class Placed(NamedTuple):
    """A seat chose its covers of the month, face down (CM-P1, CM-A2)."""

    seat: Seat
    cards: Hidden


class Revealed(NamedTuple):
    """All covers of the month were turned face up together (CM-P1)."""

    month: int
    covers: tuple[tuple[Magazine, Card], ...]


class Judged(NamedTuple):
    """The season's tracks and trends are final, and so is the trend value of each cover (CM-T3, CM-T4)."""

    tracks: WrittenTracks
    trends: WrittenTrends
    values: tuple[tuple[int, ...], ...]


class Chose(NamedTuple):
    """A seat chose, in secret, which model one of its magazines features (CM-M2)."""

    magazine: Magazine
    seat: Seat
    card: Card | None


class Featured(NamedTuple):
    """A magazine's season special and where it went; its other models went back where they came from."""

    magazine: Magazine
    cards: Cards
    value: int
    fate: Fate
    returned: Cards


class InfluenceDiscarded(NamedTuple):
    """Last season's influence row was discarded (CM-E1)."""

    cards: Cards


class FictionalReplenished(NamedTuple):
    """The fictional pile got cards from these piles, unseen (CM-24)."""

    face_down: int
    next_pile: int


class YearBegan(NamedTuple):
    """A new year: new open piles, and this colour, if any, as the new next pile (CM-Y1)."""

    year: int
    discarded: Cards
    next_clothes: Clothes | None


class Swapped(NamedTuple):
    """A seat discarded a card in the new year (CM-Y2)."""

    seat: Seat
    card: Card


class Stayed(NamedTuple):
    """A seat kept its hand in the new year (CM-Y2)."""

    seat: Seat


class StacksOpened(NamedTuple):
    """All stacks were turned face up for everybody after the last season (CM-X1)."""

    prestige_stacks: tuple[Cards, ...]
    """By seat."""
    side_stacks: tuple[Cards, ...]
    """By seat; empty unless each of two players runs two magazines (CM-A4)."""


class Voted(NamedTuple):
    """A seat voted, in secret (CM-X4)."""

    seat: Seat
    play_on: bool | None


class VotesRevealed(NamedTuple):
    """The votes of the tied leaders, by seat (CM-X4)."""

    votes: tuple[tuple[Seat, bool], ...]


class GameEnded(NamedTuple):
    """The game is over (CM-X1)."""

    result: Result


Event: TypeAlias = (
    Shuffled
    | Dealt
    | FictionalPileFormed
    | InfluenceDrawn
    | Turned
    | Took
    | TookNext
    | WentWithout
    | Looked
    | Kept
    | SeasonBegan
    | FictionalPlaced
    | Placed
    | Revealed
    | Judged
    | Chose
    | Featured
    | InfluenceDiscarded
    | FictionalReplenished
    | YearBegan
    | Swapped
    | Stayed
    | StacksOpened
    | Voted
    | VotesRevealed
    | GameEnded
)


def redact(event: Event, viewer: Seat | None) -> Event:
    """Return the event as this seat, or a spectator (None), may see it (CM-I1)."""
    match event:
        case Shuffled(pile, cards):
            return Shuffled(pile, hide(cards))
        case FictionalPlaced(_, b, a_placed):
            return FictionalPlaced(None, b, a_placed)
        case Dealt(seat, cards) if seat != viewer:
            return Dealt(seat, hide(cards))
        case Took(seat, source, _) if seat != viewer and not source.is_open:
            return Took(seat, source, None)
        case TookNext(seat) if seat != viewer:
            return TookNext(seat, None)
        case Looked(seat, cards) if seat != viewer:
            return Looked(seat, hide(cards))
        case Kept(seat, kept, put_back) if seat != viewer:
            return Kept(seat, hide(kept), hide(put_back))
        case Placed(seat, cards) if seat != viewer:
            return Placed(seat, hide(cards))
        case Chose(seat=seat) if seat != viewer:
            return event._replace(card=None)
        case Voted(seat) if seat != viewer:
            return Voted(seat, None)
        case (
            Dealt()
            | FictionalPileFormed()
            | InfluenceDrawn()
            | Turned()
            | Took()
            | TookNext()
            | WentWithout()
            | Looked()
            | Kept()
            | SeasonBegan()
            | Placed()
            | Revealed()
            | Judged()
            | Chose()
            | Featured()
            | InfluenceDiscarded()
            | FictionalReplenished()
            | YearBegan()
            | Swapped()
            | Stayed()
            | StacksOpened()
            | Voted()
            | VotesRevealed()
            | GameEnded()
        ):
            return event
        case _:
            assert_never(event)


def hide(cards: Hidden) -> Hidden:
    """Return as many unknown cards."""
    return (None,) * len(cards)
