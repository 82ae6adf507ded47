"""What one seat, or a spectator, may see: built field by field from what it is allowed to (CU-I1).

Nearly everything lies open. Hidden are the order of the draw piles, of which a view has the sizes only, and the green
card that somebody is giving back until all have chosen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from covergames.coverup.actions import Action
from covergames.coverup.cards import Card, Colour
from covergames.coverup.layout import Pile, Verdict, explain, visible
from covergames.coverup.options import Options
from covergames.coverup.rules import give_backs, lays, other_than_lays, result, to_act
from covergames.coverup.state import Phase, SeatScore, State, next_colour
from covergames.game import Result, Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's side of the table."""

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
    """The table from one side."""

    seat: Seat | None
    players: int
    options: Options

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
    giving_back: Card | None
    """The viewer's own choice, while others still choose (CU-I1)."""

    scores: tuple[tuple[SeatScore, ...], ...]
    """Round by round and seat by seat: the points, what was removed, and why."""
    result: Result | None

    @property
    def next_colour(self) -> Colour:
        """What a green card is exchanged for after this round (CU-N1)."""
        return next_colour(self.round)

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the viewer may sensibly do now; worked out whenever it is asked for, from what else the view shows.

        Everybody sees all cards, and of the hundreds of lays that this may list most viewers need none.
        """
        if self.seat is None or self.seat not in self.to_act:
            return ()
        if self.phase is Phase.GIVE_BACK:
            return self.legal_but_lays
        mine = self.seats[self.seat]
        return (*lays(mine.hand, mine.pile, self.options.deck, self.now), *self.legal_but_lays)

    @property
    def legal_but_lays(self) -> tuple[Action, ...]:
        """Everything of `legal` but lays, which are what takes time."""
        if self.seat is None or self.seat not in self.to_act:
            return ()
        mine = self.seats[self.seat]
        if self.phase is Phase.GIVE_BACK:
            return tuple(give_backs(mine.hand, self.options.deck))
        return tuple(other_than_lays(mine.pile, self.options, self.now, flipped_by=self.flipped_by))


@dataclass(frozen=True, slots=True)
class Private:
    """What one seat sees and everybody else does not."""

    seat: Seat
    giving_back: Card | None
    """Its own choice, while others still choose (CU-I1)."""


def view(state: State, seat: Seat | None) -> View:
    """All that the seat may see; None: a spectator."""
    spectator = _spectator(state)
    return spectator if seat is None else with_private(spectator, private(state, seat))


def private(state: State, seat: Seat) -> Private:
    """What the seat sees and a spectator does not."""
    return Private(seat, state.giving_back[seat] if seat in state.seats else None)


def with_private(spectator: View, own: Private) -> View:
    """The view of a seat: a spectator's, and on top of it what only the seat sees."""
    return replace(spectator, seat=own.seat, giving_back=own.giving_back)


def _spectator(state: State) -> View:
    totals = state.totals
    return View(
        seat=None,
        players=state.players,
        options=state.options,
        round=state.round,
        phase=state.phase,
        to_act=to_act(state),
        seats=tuple([_seat(state, owner, totals[owner]) for owner in state.seats]),
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


def _seat(state: State, owner: Seat, total: int) -> SeatView:
    deck, pile = state.options.deck, state.piles[owner]
    is_explained = state.options.assist or state.phase is not Phase.LAY
    return SeatView(
        hand=state.hands[owner],
        pile=pile,
        visible=len(visible(pile, deck)),
        verdicts=explain(pile, deck) if is_explained else None,
        locked=state.locked[owner],
        flipped=state.flipped_by == owner,
        has_given_back=state.giving_back[owner] is not None,
        total=total,
    )
