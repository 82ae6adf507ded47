"""The whole table, hidden cards included, between two decisions.

Piles have their top card last. Hands are sorted. What follows from these fields (tracks, trends, scores) is
not stored but asked of the module whose rule it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from covergames.coverme.cards import CARDS, Card
from covergames.coverme.duties import Duty
from covergames.coverme.events import Event, Shuffled
from covergames.coverme.history import Chapter
from covergames.coverme.options import Options, TwoPlayer
from covergames.coverme.phases import Phase
from covergames.coverme.places import Magazine, Row
from covergames.coverme.trends import Season
from covergames.game import Dealer, Seat


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

    face_down: tuple[Card, ...]
    open_piles: tuple[tuple[Card, ...], ...]
    next_pile: tuple[Card, ...]
    set_aside: tuple[tuple[Card, ...], ...]
    """The piles that will be the next pile, the coming one last."""
    discard: tuple[Card, ...]
    fictional_pile: tuple[Card, ...]
    influence_row: tuple[Card, ...]

    hands: list[tuple[Card, ...]]
    prestige_stacks: tuple[tuple[Card, ...], ...]
    side_stacks: tuple[tuple[Card, ...], ...]

    covers: tuple[tuple[Card, ...], ...]
    """Each magazine's row of revealed covers."""
    placed: list[Card | None]
    """The cover each magazine has placed this month and not yet revealed; fictional B's lies face up."""
    undecided: Mapping[Magazine, tuple[Card, ...]]
    """The magazines with several equally trendy models, until their owner chooses one."""
    featured: Mapping[Magazine, Card]
    """The models so chosen, while others still choose."""
    votes: tuple[bool | None, ...]

    duties: tuple[Duty, ...]
    """What is still to be taken, first things first."""
    looked: tuple[Card, ...]
    """Cards drawn from the next pile by the seat that is choosing which to keep."""

    knows: list[int]
    """For every seat, and last for the public, the set of cards (as bits) whose place a perfect memory would know."""
    past: tuple[Chapter, ...]
    """What happened, by season; the set-up comes first."""
    present: tuple[Event, ...]
    """What has happened since."""

    def __hash__(self) -> int:
        """Return the same number for equal states; what hardly ever differs alone is left out."""
        piles = self.face_down, self.open_piles, self.next_pile, self.discard, self.influence_row
        return hash((self.phase, self.year, self.season, self.month, *piles, *self.hands, *self.placed, self.covers))

    def copy(self) -> State:
        """Return a copy; only parts that are mutated instead of replaced are copied."""
        twin = State.__new__(State)
        twin.players = self.players
        twin.options = self.options
        twin.phase = self.phase
        twin.year = self.year
        twin.season = self.season
        twin.month = self.month
        twin.start = self.start
        twin.face_down = self.face_down
        twin.open_piles = self.open_piles
        twin.next_pile = self.next_pile
        twin.set_aside = self.set_aside
        twin.discard = self.discard
        twin.fictional_pile = self.fictional_pile
        twin.influence_row = self.influence_row
        twin.hands = self.hands[:]
        twin.prestige_stacks = self.prestige_stacks
        twin.side_stacks = self.side_stacks
        twin.covers = self.covers
        twin.placed = self.placed[:]
        twin.undecided = self.undecided
        twin.featured = self.featured
        twin.votes = self.votes
        twin.duties = self.duties
        twin.looked = self.looked
        twin.knows = self.knows[:]
        twin.past = self.past
        twin.present = self.present
        return twin

    @property
    def is_fictional(self) -> bool:
        """Whether fictional magazines A and B are at the table (CM-21)."""
        return self.players == 2 and self.options.two_player is TwoPlayer.FICTIONAL

    @property
    def is_advanced(self) -> bool:
        """Whether each of two players runs two magazines (CM-A1)."""
        return self.players == 2 and self.options.two_player is TwoPlayer.ADVANCED

    @property
    def is_extra_season(self) -> bool:
        """Whether tied leaders have played on beyond the last year (CM-X4)."""
        return self.year > self.options.number_of_years

    @property
    def is_last_season(self) -> bool:
        """Whether the game may end with this season: the last fall, or an extra season (CM-X1, CM-X4)."""
        options = self.options
        return self.is_extra_season or (self.year == options.number_of_years and self.season is options.seasons[-1])

    @property
    def stacks_are_open(self) -> bool:
        """Whether all stacks lie face up for everybody: from the end of the last fall, or with open scores (CM-X1, CM-I2)."""
        if self.options.open_scores or self.is_extra_season:
            return True
        return self.is_last_season and self.phase not in (Phase.PLACE, Phase.FEATURE)

    def magazine(self, seat: Seat, row: Row) -> Magazine:
        """Return the seat's magazine of that rank (CM-A1)."""
        return Magazine(seat if row is Row.PRIMARY else seat + self.players)

    def magazines_of(self, seat: Seat) -> tuple[Magazine, ...]:
        """Return the seat's magazines, primary first."""
        return (Magazine(seat), Magazine(seat + self.players)) if self.is_advanced else (Magazine(seat),)

    def owner(self, magazine: Magazine) -> Seat | None:
        """Return the owner of a magazine; None for a fictional one."""
        if magazine < self.players:
            return Seat(magazine)
        return Seat(magazine - self.players) if self.is_advanced else None

    def row(self, magazine: Magazine) -> Row:
        """Return which of its owner's magazines it is."""
        return Row.PRIMARY if magazine < self.players else Row.SECONDARY

    def seats_from_start(self) -> Iterator[Seat]:
        """Yield the seats clockwise from the starting seat."""
        for step in range(self.players):
            yield Seat((self.start + step) % self.players)


class Play:
    """An action being carried out: the state it writes, the chance it may use, and all that happens."""

    def __init__(self, state: State, dealer: Dealer) -> None:
        self.state = state
        self.dealer = dealer
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Something happened; who may see how much of it is for `redact` to say."""
        self.events.append(event)
        self.state.present += (event,)

    def show(self, cards: Iterable[Card]) -> None:
        """Everybody sees where these cards are now (CM-I1)."""
        bits = bits_of(cards)
        self.state.knows = [known | bits for known in self.state.knows]

    def show_seat(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Only this seat sees where these cards are now (CM-I1)."""
        self.state.knows[seat] |= bits_of(cards)

    def hide(self, cards: Iterable[Card], *, from_all_but: Seat | None = None) -> None:
        """Where exactly these cards are is known to nobody, or to one seat only, from now on (CM-I1)."""
        bits = bits_of(cards)
        self.state.knows = [
            known if viewer == from_all_but else known & ~bits for viewer, known in enumerate(self.state.knows)
        ]

    def shuffle(self, pile: str, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards in an order that nobody knows, top last."""
        shuffled = self.dealer.shuffle(pile, cards)
        self.tell(Shuffled(pile, tuple(shuffled)))
        return tuple(reversed(shuffled))


Item = TypeVar("Item")


def replaced(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """Return the items with another one at that place."""
    return (*items[:place], item, *items[place + 1 :])


_BIT: Final = tuple([1 << card for card in CARDS])


def bits_of(cards: Iterable[Card]) -> int:
    """Return a set of cards as bits."""
    bits = 0
    for card in cards:
        bits |= _BIT[card]
    return bits
