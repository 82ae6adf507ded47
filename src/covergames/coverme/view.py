"""What one seat, or a spectator, may see: built field by field from what it is allowed to (CM-I1, CM-I2, CM-I3).

A view also remembers what a perfect memory would: where cards are that lie hidden now but were seen going there. All
of that goes through `State.knows`, which the rules write when somebody sees a card. Unknown is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from covergames.coverme import scoring, season
from covergames.coverme.actions import Action, Decision, Magazine, Row
from covergames.coverme.cards import CARDS, CLOTHES, Card, Clothes
from covergames.coverme.events import Event
from covergames.coverme.history import public
from covergames.coverme.options import Options
from covergames.coverme.rules import decision, legal, result, to_act
from covergames.coverme.state import Phase, State
from covergames.coverme.trends import Season, Tracks, Trait, Trends, active_traits, trends_of
from covergames.game import Result, Seat


@dataclass(frozen=True, slots=True)
class MagazineView:
    """A magazine's row: its revealed covers with their trend values now, and the cover placed this month."""

    owner: Seat | None
    row: Row
    covers: tuple[Card, ...]
    values: tuple[int, ...]
    has_placed: bool
    placed: Card | None
    """The cover placed and not yet revealed, where the viewer may see it."""
    featured: Card | None
    """The viewer's own choice for the season special, while others still choose (CM-M2)."""


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand: its size, and the cards in it that the viewer knows: all of its own, of others those it saw going there.

    A cover that is placed and not yet revealed counts as in hand, for nobody else knows which it is.
    """

    size: int
    known: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OpenPileView:
    """An open pile: its top card and its size."""

    top: Card | None
    size: int


@dataclass(frozen=True, slots=True)
class StackView:
    """A prestige or side stack: face down, its cards only for the owner or with open scores (CM-I2)."""

    size: int
    cards: tuple[Card, ...] | None
    worth: int | None


@dataclass(frozen=True, slots=True)
class FictionalPileView:
    """The fictional pile: its size, and the cards known to be in it or face down at A, in no order (CM-21)."""

    size: int
    known: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The table from one side."""

    seat: Seat | None
    players: int
    options: Options

    year: int
    season: Season
    month: int
    start: Seat
    phase: Phase
    decision: Decision | None
    to_act: tuple[Seat, ...]
    legal: tuple[Action, ...]

    traits: tuple[Trait, ...]
    tracks: Tracks
    trends: Trends
    influence_row: tuple[Card, ...]
    magazines: tuple[MagazineView, ...]

    open_piles: tuple[OpenPileView, ...]
    face_down: tuple[Card | None, ...]
    """Top first; where the viewer knows a card's exact place, the card."""
    next_pile: tuple[Card | None, ...]
    """Top first; where the viewer knows a card's exact place, the card."""
    next_clothes: Clothes | None
    set_aside: tuple[Clothes, ...]
    """The colours that will be the next pile, the coming one first."""
    discard: tuple[Card, ...]
    fictional_pile: FictionalPileView | None

    hand: tuple[Card, ...]
    """The viewer's own hand, without a cover placed this month."""
    hands: tuple[HandView, ...]
    looked: tuple[Card | None, ...]
    """Cards drawn from the next pile by the seat that is choosing which to keep."""
    prestige_stacks: tuple[StackView, ...]
    side_stacks: tuple[StackView, ...]

    unseen: tuple[Card, ...]
    """Every card of the game whose place the viewer does not know, even with a perfect memory."""
    votes: tuple[bool | None, ...]
    """Only the viewer's own, while others still vote (CM-X4)."""
    history: tuple[tuple[Event, ...], ...]
    """What everybody saw: the set-up, then season by season."""
    result: Result | None


def view(state: State, seat: Seat | None) -> View:
    """All that the seat may see; None: a spectator."""
    return views(state, (seat,))[0]


def views(state: State, viewers: Iterable[Seat | None]) -> tuple[View, ...]:
    """All that each of the viewers may see; what everybody sees is worked out once."""
    table = _Table.of(state)
    return tuple([_view(state, seat, table) for seat in viewers])


@dataclass(frozen=True, slots=True)
class _Table:
    """What everybody sees and what has to be worked out."""

    decision: Decision | None
    to_act: tuple[Seat, ...]
    tracks: Tracks
    trends: Trends
    values: tuple[tuple[int, ...], ...]
    open_piles: tuple[OpenPileView, ...]
    set_aside: tuple[Clothes, ...]
    history: tuple[tuple[Event, ...], ...]
    result: Result | None

    @classmethod
    def of(cls, state: State) -> _Table:
        tracks = season.tracks(state)
        trends = trends_of(tracks)
        return cls(
            decision=decision(state),
            to_act=to_act(state),
            tracks=tracks,
            trends=trends,
            values=tuple([season.values_of(covers, trends) for covers in state.covers]),
            open_piles=tuple([OpenPileView(pile[-1] if pile else None, len(pile)) for pile in state.open_piles]),
            set_aside=tuple([CLOTHES[pile[0]] for pile in reversed(state.set_aside)]),
            history=(*(chapter.public for chapter in state.past), public(state.present)),
            result=result(state),
        )


def _view(state: State, seat: Seat | None, table: _Table) -> View:
    known = _known_cards(state, seat)
    return View(
        seat=seat,
        players=state.players,
        options=state.options,
        year=state.year,
        season=state.season,
        month=state.month,
        start=state.start,
        phase=state.phase,
        decision=table.decision,
        to_act=table.to_act,
        legal=tuple(legal(state, seat)) if seat in table.to_act else (),
        traits=active_traits(state.season),
        tracks=table.tracks,
        trends=table.trends,
        influence_row=state.influence_row,
        magazines=tuple([_magazine(state, Magazine(number), seat, table) for number in range(len(state.covers))]),
        open_piles=table.open_piles,
        face_down=_in_order(reversed(state.face_down), known),
        next_pile=_in_order(reversed(state.next_pile), known),
        next_clothes=CLOTHES[state.next_pile[0]] if state.next_pile else None,
        set_aside=table.set_aside,
        discard=state.discard,
        fictional_pile=_fictional_pile(state, known),
        hand=() if seat is None else state.hands[seat],
        hands=tuple([_hand(state, Seat(number), known) for number in range(state.players)]),
        looked=_in_order(state.looked, known),
        prestige_stacks=_stacks(state, state.prestige_stacks, seat),
        side_stacks=_stacks(state, state.side_stacks, seat) if state.is_advanced else (),
        unseen=tuple([card for card in _cards_of(state.options) if card not in known]),
        votes=tuple([vote if number == seat else None for number, vote in enumerate(state.votes)]),
        history=table.history,
        result=table.result,
    )


def _known_cards(state: State, seat: Seat | None) -> frozenset[Card]:
    """The cards whose place the viewer knows."""
    bits = state.knows[state.players if seat is None else seat]
    lowest_first = reversed(f"{bits:0{len(CARDS)}b}")  # as digits, for shifting a number of 162 bits takes longer
    return frozenset([card for card, bit in zip(CARDS, lowest_first, strict=True) if bit == "1"])


def _cards_of(options: Options) -> Sequence[Card]:
    """The cards that the game is played with (CM-V3)."""
    if options.same_value is None:
        return CARDS
    return [card for card in CARDS if CLOTHES[card] is not options.same_value]


def _in_order(pile: Iterable[Card], known: frozenset[Card]) -> tuple[Card | None, ...]:
    """The pile with the unknown cards hidden."""
    return tuple([card if card in known else None for card in pile])


def _magazine(state: State, magazine: Magazine, seat: Seat | None, table: _Table) -> MagazineView:
    owner = state.owner(magazine)
    placed = state.placed[magazine]
    is_own = seat is not None and owner == seat
    is_face_up = owner is None and magazine == len(state.covers) - 1
    return MagazineView(
        owner=owner,
        row=state.row(magazine),
        covers=state.covers[magazine],
        values=table.values[magazine],
        has_placed=placed is not None,
        placed=placed if is_own or is_face_up else None,
        featured=state.featured.get(magazine) if is_own else None,
    )


def _hand(state: State, seat: Seat, known: frozenset[Card]) -> HandView:
    placed = [state.placed[magazine] for magazine in state.magazines_of(seat)]
    held = [*state.hands[seat], *[card for card in placed if card is not None]]
    return HandView(len(held), tuple(sorted(known.intersection(held))))


def _fictional_pile(state: State, known: frozenset[Card]) -> FictionalPileView | None:
    if not state.is_fictional:
        return None
    members = known.intersection((*state.fictional_pile, state.placed[2]))
    return FictionalPileView(len(state.fictional_pile), tuple(sorted(members)))


def _stacks(state: State, stacks: tuple[tuple[Card, ...], ...], seat: Seat | None) -> tuple[StackView, ...]:
    """Open to the owner, with open scores, and when the game is over (CM-I2, CM-X2)."""
    is_open = state.options.open_scores or state.phase is Phase.OVER
    return tuple(
        StackView(len(stack), stack, scoring.worth(state, stack))
        if is_open or number == seat
        else StackView(len(stack), None, None)
        for number, stack in enumerate(stacks)
    )
