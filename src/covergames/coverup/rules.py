"""The game from the first card laid to the last point: who may do what, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar, assert_never

from covergames.coverup.actions import Action, Done, Flip, GiveBack, Lay, Lift, TimeUp
from covergames.coverup.cards import HAND, Card, Colour
from covergames.coverup.deck import Deck
from covergames.coverup.events import (
    ChoseGiveBack,
    Event,
    Exchanged,
    Flipped,
    GameEnded,
    Laid,
    Lifted,
    Passed,
    RoundBegan,
    RoundScored,
    TimeRanOut,
    WasDone,
)
from covergames.coverup.layout import Pile, Placement, Score, faults, is_flawless, score
from covergames.coverup.legal_actions import LegalActions
from covergames.coverup.options import ROUNDS, Options, check
from covergames.coverup.placements import places
from covergames.coverup.state import Phase, SeatScore, State
from covergames.game import CLOCK, Dealer, IllegalAction, Result, Seat
from covergames.game import Step as GameStep

Step: TypeAlias = GameStep[State, Event]

AnyValue = TypeVar("AnyValue")


def new(players: int, options: Options, dealer: Dealer) -> State:
    """Shuffle the three piles and deal five green cards each, one seat after the other (CU-R1)."""
    check(players, options)
    green, yellow, red = (
        tuple(dealer.shuffle(colour.value, options.deck.of_colour(colour)))
        for colour in (Colour.GREEN, Colour.YELLOW, Colour.RED)
    )
    return State(
        players=players,
        options=options,
        round=1,
        phase=Phase.LAY,
        hands=tuple(green[HAND * seat : HAND * (seat + 1)] for seat in range(players)),
        piles=((),) * players,
        locked=(False,) * players,
        flipped_by=None,
        flipped_at=None,
        now=0,
        giving_back=(None,) * players,
        green=green[HAND * players :],
        yellow=yellow,
        red=red,
        scores=(),
    )


def options_of(state: State) -> Options:
    """The options that the game is played with."""
    return state.options


def to_act(state: State) -> tuple[Seat, ...]:
    """Who is not locked; between rounds, who has not given back (CU-R2, CU-H2, CU-N1).

    The clock owes nothing and is not listed; `legal` tells when it will act.
    """
    match state.phase:
        case Phase.LAY:
            return tuple([Seat(seat) for seat, is_locked in enumerate(state.locked) if not is_locked])
        case Phase.GIVE_BACK:
            return tuple([Seat(seat) for seat, card in enumerate(state.giving_back) if card is None])
        case Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """What the seat may sensibly do now, at the time of the round's latest action, in a stable order.

    Lays are without number, for the table is unbounded and mistakes are allowed. Listed are those that link a card to
    the rest of the pile without a conflict, and a first card in each orientation; `apply` accepts a lay anywhere and at
    any later time before the deadline. The clock's own action is listed at the deadline, if there is one.
    """
    if seat == CLOCK and state.phase is Phase.LAY and state.deadline is not None:
        return (TimeUp(state.deadline),)
    if seat not in to_act(state):
        return ()
    hand, pile = state.hands[seat], state.piles[seat]
    if state.phase is Phase.GIVE_BACK:
        return give_backs(hand, state.options.deck)
    others = other_than_lays(pile, state.options, state.now, flipped_by=state.flipped_by)
    return LegalActions(places(hand, pile, state.options.deck), state.now, others)


def give_backs(hand: tuple[Card, ...], deck: Deck) -> list[Action]:
    """Every green card of the hand can be given back (CU-N1)."""
    return [GiveBack(card) for card in hand if deck[card].colour is Colour.GREEN]


def other_than_lays(pile: Pile, options: Options, t: int, *, flipped_by: Seat | None) -> list[Action]:
    """Taking cards off the pile, flipping the hourglass if that is allowed, and being done (CU-P1, CU-H1, CU-H2)."""
    flips = [Flip(t)] if _why_no_flip(pile, options, flipped_by=flipped_by) is None else []
    return [*[Lift(placement.card, t) for placement in pile], *flips, Done(t)]


def apply(state: State, seat: Seat, action: Action, dealer: Dealer) -> Step:  # noqa: ARG001
    """Carry the action out, or raise `IllegalAction`; the given state is untouched either way."""
    _check_turn(state, seat, action)
    match action:
        case Lay(placement, t):
            _check_time(state, seat, t)
            return _lay(state, seat, placement, t)
        case Lift(card, t):
            _check_time(state, seat, t)
            return _lift(state, seat, card, t)
        case Flip(t):
            _check_time(state, seat, t)
            return _flip(state, seat, t)
        case Done(t):
            _check_time(state, seat, t)
            return _locked(replace(state, now=t), seat, WasDone(seat, t))
        case TimeUp(t):
            return _time_up(state, t)
        case GiveBack(card):
            return _give_back(state, seat, card)
        case _:
            assert_never(action)


def result(state: State) -> Result | None:
    """After round five the fewest points win; equal points share the place (CU-X1)."""
    if state.phase is not Phase.OVER:
        return None
    totals = state.totals
    return Result(totals, tuple(1 + sum(other < own for other in totals) for own in totals))


def _check_turn(state: State, seat: Seat, action: Action) -> None:
    """Refuse an action that is not of this phase or not this seat's to do."""
    if state.phase is Phase.OVER:
        raise IllegalAction("CU-X1", "the game is over")
    if isinstance(action, TimeUp):
        if seat != CLOCK:
            raise IllegalAction("CU-H3", f"time is the clock's, not seat {seat}'s")
    elif seat not in range(state.players):
        raise IllegalAction("CU-C3", f"seat {seat} is not at this table: the seats are 0 to {state.players - 1}")
    if isinstance(action, GiveBack):
        if state.phase is not Phase.GIVE_BACK:
            raise IllegalAction("CU-N1", f"no card is given back while round {state.round} is being played")
    elif state.phase is not Phase.LAY:
        raise IllegalAction("CU-H2", f"round {state.round} is over")
    elif not isinstance(action, TimeUp) and state.locked[seat]:
        raise IllegalAction("CU-P1", f"seat {seat} is locked until the round ends")


def _check_time(state: State, seat: Seat, t: int) -> None:
    """Refuse an action that comes before another one, or when time is up (CU-H2, CU-H3)."""
    if t < state.now:
        raise IllegalAction("CU-H3", f"{t} ms is before the round's latest action at {state.now} ms")
    if state.deadline is not None and t >= state.deadline:
        raise IllegalAction("CU-H2", f"time was up at {state.deadline} ms; seat {seat} acts at {t} ms")


def _check_own(state: State, seat: Seat, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalAction("CU-P1", f"{_name(state, card)} is not a card of seat {seat}")


def _lay(state: State, seat: Seat, placement: Placement, t: int) -> Step:
    """Lay or move a card: it goes to the top of the pile (CU-P1)."""
    _check_own(state, seat, placement.card)
    if placement.turn not in range(4):
        raise IllegalAction("CU-P2", f"{placement.turn} quarter turns: 0 to 3 are possible")
    pile = tuple([at for at in state.piles[seat] if at.card != placement.card])
    piles = _replaced(state.piles, seat, (*pile, placement))
    return GameStep(replace(state, now=t, piles=piles), (Laid(seat, placement, t),))


def _lift(state: State, seat: Seat, card: Card, t: int) -> Step:
    """Take a card off the pile, wherever in it it lies (CU-P1)."""
    _check_own(state, seat, card)
    pile = tuple([at for at in state.piles[seat] if at.card != card])
    if len(pile) == len(state.piles[seat]):
        raise IllegalAction("CU-P1", f"{_name(state, card)} is not laid")
    return GameStep(replace(state, now=t, piles=_replaced(state.piles, seat, pile)), (Lifted(seat, card, t),))


def _why_no_flip(pile: Pile, options: Options, *, flipped_by: Seat | None) -> str | None:
    """Why the owner of the pile may not flip the hourglass, or None (CU-H1)."""
    if flipped_by is not None:
        return f"seat {flipped_by} has flipped the hourglass already"
    if len(pile) < HAND:
        return f"only {len(pile)} of {HAND} cards are laid"
    if options.assist and not is_flawless(pile, options.deck):
        return f"the pile is not flawless: {len(faults(pile, options.deck))} faults"
    return None


def _flip(state: State, seat: Seat, t: int) -> Step:
    """Start the sand; whoever flips is locked (CU-H1)."""
    reason = _why_no_flip(state.piles[seat], state.options, flipped_by=state.flipped_by)
    if reason is not None:
        raise IllegalAction("CU-H1", reason)
    state = replace(state, now=t, flipped_by=seat, flipped_at=t)
    assert state.deadline is not None
    return _locked(state, seat, Flipped(seat, t, state.deadline))


def _locked(state: State, seat: Seat, event: Event) -> Step:
    """Lock the seat; the round ends when all are locked (CU-H2)."""
    state = replace(state, locked=_replaced(state.locked, seat, value=True))
    return _end_round(state, event) if all(state.locked) else GameStep(state, (event,))


def _time_up(state: State, t: int) -> Step:
    """End the round at its deadline or, if the clock was slow, after it (CU-H2)."""
    if state.deadline is None:
        raise IllegalAction("CU-H2", "this round has no deadline: nobody flipped, and there is no limit")
    if t < state.deadline or t < state.now:
        raise IllegalAction("CU-H2", f"time is not up at {t} ms but at {state.deadline} ms")
    return _end_round(replace(state, now=t, locked=(True,) * state.players), TimeRanOut(t))


def _end_round(state: State, event: Event) -> Step:
    """Score all piles (CU-S1 to CU-S5), and end the game after round five (CU-X1)."""
    scores = []
    for seat in state.seats:
        counted = score(state.piles[seat], state.hands[seat], state.options.deck)
        scores.append(SeatScore(counted, _hourglass(state, seat, counted)))
    state = replace(state, scores=(*state.scores, tuple(scores)), phase=Phase.GIVE_BACK)
    scored = RoundScored(state.round, tuple(scores))
    if state.round < ROUNDS:
        return GameStep(state, (event, scored))
    state = replace(state, phase=Phase.OVER)
    outcome = result(state)
    assert outcome is not None
    return GameStep(state, (event, scored, GameEnded(outcome)))


def _hourglass(state: State, seat: Seat, counted: Score) -> int:
    """Whoever flipped: a point less if nothing had to be removed, a point more if something had to (CU-S4)."""
    if seat != state.flipped_by:
        return 0
    return 1 if counted.removed else -1


def _give_back(state: State, seat: Seat, card: Card) -> Step:
    """Choose a green card; when all have, exchange and pass on (CU-N1, CU-N2)."""
    if state.giving_back[seat] is not None:
        raise IllegalAction("CU-N1", f"seat {seat} has chosen already")
    if card not in state.hands[seat]:
        raise IllegalAction("CU-N1", f"{_name(state, card)} is not a card of seat {seat}")
    if state.options.deck[card].colour is not Colour.GREEN:
        raise IllegalAction("CU-N1", f"{_name(state, card)} is not green")
    state = replace(state, giving_back=_replaced(state.giving_back, seat, card))
    chose = ChoseGiveBack(seat, card)
    if None in state.giving_back:
        return GameStep(state, (chose,))
    state, events = _exchange(state)
    return GameStep(state, (chose, *events))


def _exchange(state: State) -> tuple[State, tuple[Event, ...]]:
    """Green cards go under the green pile, harder ones come in seat order; all hands go to the left (CU-N1, CU-N2)."""
    pile = state.yellow if state.next_colour is Colour.YELLOW else state.red
    given = tuple(card for card in state.giving_back if card is not None)
    taken, pile = pile[: state.players], pile[state.players :]
    hands = [
        (*(card for card in hand if card != gave), took)
        for hand, gave, took in zip(state.hands, given, taken, strict=True)
    ]
    events: list[Event] = [Exchanged(seat, given[seat], taken[seat]) for seat in state.seats]
    events += [Passed(seat, _left_of(state, seat), hands[seat]) for seat in state.seats]
    events.append(RoundBegan(state.round + 1))
    state = replace(
        state,
        yellow=pile if state.next_colour is Colour.YELLOW else state.yellow,
        red=pile if state.next_colour is Colour.RED else state.red,
        green=(*state.green, *given),
        hands=(hands[-1], *hands[:-1]),
        piles=((),) * state.players,
        locked=(False,) * state.players,
        flipped_by=None,
        flipped_at=None,
        now=0,
        giving_back=(None,) * state.players,
        round=state.round + 1,
        phase=Phase.LAY,
    )
    return state, tuple(events)


def _left_of(state: State, seat: Seat) -> Seat:
    """The next seat clockwise (CU-N2)."""
    return Seat((seat + 1) % state.players)


def _name(state: State, card: Card) -> str:
    return repr(state.options.deck[card].id) if card in range(len(state.options.deck.faces)) else f"card {card}"


def _replaced(values: tuple[AnyValue, ...], seat: Seat, value: AnyValue) -> tuple[AnyValue, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
