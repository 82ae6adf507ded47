"""What one seat, or a spectator, may see: built field by field from what it is allowed to (CU-I1).

Nearly everything lies open. Hidden are the order of the draw piles, of which a view has the sizes only, and the green
card that somebody is giving back until all have chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from covergames.coverup.actions import Action
from covergames.coverup.cards import Card, Colour
from covergames.coverup.events import Event, RoundScored
from covergames.coverup.layout import Pile, Verdict, explain, visible
from covergames.coverup.legal_actions import LegalActions
from covergames.coverup.options import Options
from covergames.coverup.placements import places
from covergames.coverup.rules import give_backs, other_than_lays, result, to_act
from covergames.coverup.state import Phase, SeatScore, State, next_colour
from covergames.encoding import KNOWN_OPTIONS, KNOWN_PLAYERS, Known, Recalled, Unwritten
from covergames.game import FORGETFUL, Memory, Result, Seat, check_viewer


def _recall_scores(known: Known) -> tuple[tuple[SeatScore, ...], ...]:
    return tuple([event.scores for event in known.events if isinstance(event, RoundScored)])


@dataclass(frozen=True, slots=True)
class SeatView:
    """The cards and the points of one seat."""

    hand: tuple[Card, ...]
    """All cards of the seat, those laid as well."""
    pile: Pile
    visible: int
    """The visible symbols of the pile as it lies, be it legal or not."""
    verdicts: tuple[Verdict, ...] | None
    """Whether each card of the pile lies legally: with assist, and when the round is over; None before."""
    locked: bool
    flipped: bool
    has_given_back: bool
    total: int


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat, or a spectator, sees it."""

    seat: Annotated[Seat | None, Unwritten()]
    players: Annotated[int, KNOWN_PLAYERS]
    options: Annotated[Options, KNOWN_OPTIONS]

    round: int
    phase: Phase
    to_act: tuple[Seat, ...]

    seats: tuple[SeatView, ...]
    flipped_by: Seat | None
    flipped_at: int | None
    now: int
    """The time of the round's latest action, in milliseconds."""
    deadline: int | None
    """When time will be up, in milliseconds; None: not yet known."""

    green: int
    """The size of the green pile."""
    yellow: int
    red: int
    giving_back: Annotated[Card | None, Unwritten()]
    """The viewer's own choice, while others still choose (CU-I1)."""

    scores: Annotated[tuple[tuple[SeatScore, ...], ...], Recalled(_recall_scores)]
    """Round by round and seat by seat: the points, what was removed, and why."""
    result: Result | None

    @property
    def next_colour(self) -> Colour:
        """What a green card is exchanged for after this round (CU-N1)."""
        return next_colour(self.round)

    @property
    def legal(self) -> Sequence[Action]:
        """What the viewer may sensibly do now; worked out whenever it is asked for, from what else the view shows.

        Everybody sees all cards, and of the hundreds of lays that this may list most viewers need none.
        """
        others = self.besides_lays
        if self.seat is None or self.seat not in self.to_act or self.phase is Phase.GIVE_BACK:
            return others
        mine = self.seats[self.seat]
        return LegalActions(places(mine.hand, mine.pile, self.options.deck), self.now, others)

    @property
    def besides_lays(self) -> tuple[Action, ...]:
        """What the viewer may do now besides laying a card."""
        if self.seat is None or self.seat not in self.to_act:
            return ()
        mine = self.seats[self.seat]
        return _but_lays(self.phase, mine.hand, mine.pile, self.options, self.now, self.flipped_by)


@dataclass(frozen=True, slots=True)
class Private:
    """What only one seat sees."""

    seat: Seat
    legal: tuple[Action, ...]
    """What the seat may do now besides laying a card, for clients that know no rules."""
    giving_back: Card | None
    """Its own choice, while others still choose (CU-I1)."""


def view(state: State, seat: Seat | None) -> View:
    """All that the seat may see; None: a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    check_viewer(seat, state.players)
    seen = spectator(state)
    return seen if seat is None else with_private(seen, private(state, seat))


def spectator(state: State, memory: Memory = FORGETFUL) -> View:
    """Return what everybody sees."""
    totals = state.totals
    return View(
        seat=None,
        players=state.players,
        options=state.options,
        round=state.round,
        phase=state.phase,
        to_act=to_act(state),
        seats=tuple([_seat(state, owner, totals[owner], memory) for owner in state.seats]),
        flipped_by=state.flipped_by,
        flipped_at=state.flipped_at,
        now=state.now,
        deadline=state.deadline,
        green=len(state.green),
        yellow=len(state.yellow),
        red=len(state.red),
        giving_back=None,
        scores=state.scores,
        result=result(state),
    )


def private(state: State, seat: Seat, memory: Memory = FORGETFUL) -> Private:
    """Return what the seat sees and a spectator does not."""
    legal: tuple[Action, ...] = ()
    if seat in to_act(state):
        hand, pile = state.hands[seat], state.piles[seat]
        legal = _but_lays(state.phase, hand, pile, state.options, state.now, state.flipped_by)
    return memory.part(("private", seat), Private, seat, legal, state.giving_back[seat])


def with_private(spectator: View, own: Private) -> View:
    """The view of a seat: a spectator's, and on top of it what only the seat sees."""
    return replace(spectator, seat=own.seat, giving_back=own.giving_back)


def history(state: State) -> tuple[Event, ...]:
    """Return the rounds that were scored: of what has happened, all that a view remembers."""
    return tuple([RoundScored(number, scores) for number, scores in enumerate(state.scores, start=1)])


def set_up_events(_state: State) -> tuple[Event, ...]:
    """Return nothing: the hands lie open from the beginning."""
    return ()


def _but_lays(
    phase: Phase, hand: tuple[Card, ...], pile: Pile, options: Options, now: int, flipped_by: Seat | None
) -> tuple[Action, ...]:
    """Return what a seat that owes a decision may do besides laying a card."""
    if phase is Phase.GIVE_BACK:
        return tuple(give_backs(hand, options.deck))
    return tuple(other_than_lays(pile, options, now, flipped_by=flipped_by))


def _seat(state: State, owner: Seat, total: int, memory: Memory) -> SeatView:
    deck, pile = state.options.deck, state.piles[owner]
    is_explained = state.options.assist or state.phase is not Phase.LAY
    return memory.part(
        ("seat", owner),
        SeatView,
        state.hands[owner],
        pile,
        memory.part(("visible", owner), lambda pile: len(visible(pile, deck)), pile),
        memory.part(("verdicts", owner), lambda pile: explain(pile, deck), pile) if is_explained else None,
        state.locked[owner],
        state.flipped_by == owner,
        state.giving_back[owner] is not None,
        total,
    )
