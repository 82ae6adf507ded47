"""One round of Cover Up after the other: who laid what when, and what would have been possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from covergames.analysis.coverup.results import EarlierFlip, GivenBack, LaterFlip, OutOfReach, RoundReport
from covergames.coverup import Action, Card, Deck, Done, Event, Pile, State, hint, score, solve
from covergames.coverup.cards import HAND, Colour
from covergames.coverup.state import Phase
from covergames.game import Seat
from covergames.record import Moment
from covergames.schema import Codec


@dataclass(frozen=True, slots=True)
class Laying:
    """The pile of a seat after one of its actions."""

    index: int
    t: int
    action: Action
    pile: Pile


@dataclass(slots=True)
class Round:
    """A round as it was played."""

    start: State
    layings: list[list[Laying]]
    """By seat."""
    end: State = field(init=False)
    """When the piles are scored."""
    after: State | None = None
    """When the hands have been passed on; None: the last round."""


def rounds(moments: Sequence[Moment[State, Action | None, Event]]) -> Iterator[Round]:
    """Yield the rounds of a finished game."""
    state = moments[0].state
    current = Round(state, [[] for _ in state.seats])
    for moment in moments[1:]:
        before, state = state, moment.state
        if before.phase is Phase.LAY:
            if moment.seat in state.seats:
                assert moment.seat is not None
                assert moment.action is not None
                laying = Laying(moment.index, state.now, moment.action, state.piles[moment.seat])
                current.layings[moment.seat].append(laying)
            if state.phase is not Phase.LAY:
                current.end = state
        elif state.phase is Phase.LAY:
            current.after = state
            yield current
            current = Round(state, [[] for _ in state.seats])
    yield current


def reported(played: Round, seat: Seat, codec: Codec) -> RoundReport:
    """Return what the seat made of the round."""
    deck = played.start.options.deck
    hand = played.start.hands[seat]
    scored = played.end.scores[-1][seat]
    best = optimum(hand, deck)
    return RoundReport(
        round=played.start.round,
        hand=[deck[card].id for card in hand],
        points=scored.points,
        hourglass=scored.hourglass,
        optimum=best,
        above=scored.score.points - best,
        out_of_reach=_out_of_reach(played, seat, best, codec),
        flips=list(_flips(played, seat)),
        later_flip=_later_flip(played, seat),
        given_back=_given_back(played, seat),
    )


def optimum(hand: Sequence[Card], deck: Deck) -> int:
    """Return the points of the best pile of the hand (CU-B1)."""
    return _optimum(tuple(sorted(hand)), deck)


@lru_cache(maxsize=4096)
def _optimum(hand: tuple[Card, ...], deck: Deck) -> int:
    return solve(hand, deck, count=False).points


def _out_of_reach(played: Round, seat: Seat, best: int, codec: Codec) -> OutOfReach | None:
    """Return the last moment at which the laid cards began to exclude every best pile, if it stayed so."""
    deck, hand = played.start.options.deck, played.start.hands[seat]
    lost: OutOfReach | None = None
    before: Pile | None = None
    for laying in played.layings[seat]:
        if laying.pile == before:
            continue
        before = laying.pile
        points = hint(laying.pile, hand, deck).points
        if points == best:
            lost = None
        elif lost is None:
            lost = OutOfReach(index=laying.index, t=laying.t, action=codec.action.data(laying.action), points=points)
    return lost


def _flips(played: Round, seat: Seat) -> Iterator[EarlierFlip]:
    """Yield the result for each moment at which the seat could have turned the hourglass and did not (CU-H1)."""
    end, deck = played.end, played.start.options.deck
    sand = 1000 * played.start.options.hourglass
    for laying in played.layings[seat]:
        is_flipped = end.flipped_at is not None and laying.t >= end.flipped_at
        if is_flipped or len(laying.pile) < HAND:
            continue
        counted = score(laying.pile, played.start.hands[seat], deck)
        if counted.removed and played.start.options.assist:
            continue
        yield EarlierFlip(
            t=laying.t,
            points=counted.points + (1 if counted.removed else -1),
            rivals=[
                score(_pile_at(played, other, laying.t + sand), played.start.hands[other], deck).points
                for other in _others(seat, end.players)
            ],
        )


def _later_flip(played: Round, seat: Seat) -> LaterFlip | None:
    """Return what everybody could have reached with more time, if the seat turned the hourglass (CU-H1, CU-H2)."""
    end, deck = played.end, played.start.options.deck
    best = solve(played.start.hands[seat], deck, count=False)
    if end.flipped_by != seat or len(best.pile) < HAND:
        return None
    rivals = []
    for other in _others(seat, end.players):
        points = end.scores[-1][other].score.points
        layings = played.layings[other]
        if not (layings and isinstance(layings[-1].action, Done)):
            points = min(points, hint(end.piles[other], played.start.hands[other], deck).points)
        rivals.append(points)
    return LaterFlip(points=best.points - 1, rivals=rivals)


def _others(seat: Seat, players: int) -> list[Seat]:
    """Return the other seats, clockwise from the left."""
    return [Seat((seat + step) % players) for step in range(1, players)]


def _pile_at(played: Round, seat: Seat, t: int) -> Pile:
    """Return the pile of the seat just before that time."""
    return next((laying.pile for laying in reversed(played.layings[seat]) if laying.t < t), ())


def _given_back(played: Round, seat: Seat) -> GivenBack | None:
    """Compare the hand that the neighbour got with those that it could have got (CU-N1, CU-N2)."""
    if played.after is None:
        return None
    deck, hand = played.start.options.deck, played.start.hands[seat]
    neighbour = Seat((seat + 1) % played.start.players)
    passed = played.after.hands[neighbour]
    (given,) = set(hand) - set(passed)
    (taken,) = set(passed) - set(hand)
    others = [card for card in hand if card != given and deck[card].colour is Colour.GREEN]
    return GivenBack(
        card=deck[given].id,
        neighbour=neighbour,
        optimum=optimum(passed, deck),
        others={deck[card].id: optimum([taken, *(kept for kept in hand if kept != card)], deck) for card in others},
    )
