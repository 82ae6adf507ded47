"""The whole table, hidden cards included, between two decisions.

Piles are lists with the top card last. Hands are sorted. What follows from these fields (tracks, trends, scores) is
not stored but asked of the module whose rule it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from covergames.coverme.actions import Decision, Magazine, Row
from covergames.coverme.cards import Card
from covergames.coverme.events import Event, Shuffled, redact
from covergames.coverme.options import Options, TwoPlayer
from covergames.coverme.trends import Season
from covergames.game import Dealer, Seat


class Phase(Enum):
    """What kind of decision the table waits for."""

    DRAFT = "draft"
    PLACE = "place"
    FEATURE = "feature"
    REPLENISH = "replenish"
    NEW_YEAR = "new year"
    VOTE = "vote"
    OVER = "over"


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


@dataclass(slots=True)
class State:
    """One position of the game."""

    players: int
    options: Options
    phase: Phase
    year: int
    season: Season
    month: int
    start: Seat

    face_down: list[Card]
    open_piles: list[list[Card]]
    next_pile: list[Card]
    set_aside: list[list[Card]]
    """The piles that will be the next pile, the coming one last."""
    discard: list[Card]
    fictional_pile: list[Card]
    influence_row: list[Card]

    hands: list[list[Card]]
    prestige_stacks: list[tuple[Card, ...]]
    side_stacks: list[tuple[Card, ...]]

    covers: list[tuple[Card, ...]]
    """Each magazine's row of revealed covers."""
    placed: list[Card | None]
    """The cover each magazine has placed this month and not yet revealed; fictional B's lies face up."""
    undecided: dict[Magazine, tuple[Card, ...]]
    """The magazines with several equally trendy models, until their owner chooses one."""
    featured: dict[Magazine, Card]
    """The models so chosen, while others still choose."""
    votes: list[bool | None]

    duties: list[Duty]
    """What is still to be taken, first things first."""
    looked: list[Card]
    """Cards drawn from the next pile by the seat that is choosing which to keep."""

    knows: list[int]
    """For every seat, and last for the public, the set of cards (as bits) whose place a perfect memory would know."""
    past: tuple[tuple[Event, ...], ...]
    """What the public saw, by season; the set-up comes first."""
    present: list[Event]
    """What the public has seen since."""

    def copy(self) -> State:
        """A state of its own with the same content."""
        return State(
            self.players,
            self.options,
            self.phase,
            self.year,
            self.season,
            self.month,
            self.start,
            self.face_down[:],
            [pile[:] for pile in self.open_piles],
            self.next_pile[:],
            self.set_aside[:],
            self.discard[:],
            self.fictional_pile[:],
            self.influence_row[:],
            [hand[:] for hand in self.hands],
            self.prestige_stacks[:],
            self.side_stacks[:],
            self.covers[:],
            self.placed[:],
            self.undecided.copy(),
            self.featured.copy(),
            self.votes[:],
            self.duties[:],
            self.looked[:],
            self.knows[:],
            self.past,
            self.present[:],
        )

    @property
    def is_fictional(self) -> bool:
        """Whether fictional magazines A and B are at the table (CM-21)."""
        return self.players == 2 and self.options.two_player is TwoPlayer.FICTIONAL

    @property
    def is_advanced(self) -> bool:
        """Whether each of two players runs two magazines (CM-A1)."""
        return self.players == 2 and self.options.two_player is TwoPlayer.ADVANCED

    def magazine(self, seat: Seat, row: Row) -> Magazine:
        """The seat's magazine of that rank (CM-A1)."""
        return Magazine(seat if row is Row.PRIMARY else seat + self.players)

    def magazines_of(self, seat: Seat) -> tuple[Magazine, ...]:
        """The seat's magazines, primary first."""
        return (Magazine(seat), Magazine(seat + self.players)) if self.is_advanced else (Magazine(seat),)

    def owner(self, magazine: Magazine) -> Seat | None:
        """Whose magazine it is; None: a fictional one."""
        if magazine < self.players:
            return Seat(magazine)
        return Seat(magazine - self.players) if self.is_advanced else None

    def row(self, magazine: Magazine) -> Row:
        """Which of its owner's magazines it is."""
        return Row.PRIMARY if magazine < self.players else Row.SECONDARY

    def seats_from_start(self) -> Iterator[Seat]:
        """The seats clockwise from the starting one."""
        for step in range(self.players):
            yield Seat((self.start + step) % self.players)


@dataclass(slots=True)
class Play:
    """An action being carried out: the state it writes, the chance it may use, and all that happens."""

    state: State
    dealer: Dealer
    events: list[Event]

    def tell(self, event: Event) -> None:
        """Something happened: for the players, each as far as they may see it, and for the public history."""
        self.events.append(event)
        self.state.present.append(redact(event, None))

    def show(self, cards: Iterable[Card]) -> None:
        """Everybody sees where these cards are now (CM-I1)."""
        bits = _bits(cards)
        self.state.knows = [known | bits for known in self.state.knows]

    def show_seat(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Only this seat sees where these cards are now (CM-I1)."""
        self.state.knows[seat] |= _bits(cards)

    def hide(self, cards: Iterable[Card], *, from_all_but: Seat | None = None) -> None:
        """Where exactly these cards are is known to nobody, or to one seat only, from now on (CM-I1)."""
        bits = _bits(cards)
        self.state.knows = [
            known if viewer == from_all_but else known & ~bits for viewer, known in enumerate(self.state.knows)
        ]

    def shuffle(self, pile: str, cards: list[Card]) -> list[Card]:
        """The cards in an order that nobody knows, top last."""
        shuffled = self.dealer.shuffle(pile, cards)
        self.tell(Shuffled(pile, tuple(shuffled)))
        shuffled.reverse()
        return shuffled


def _bits(cards: Iterable[Card]) -> int:
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits
