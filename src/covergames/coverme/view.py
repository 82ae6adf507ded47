"""What one seat, or a spectator, may see: built field by field from what it is allowed to (CM-I1, CM-I2, CM-I3).

A view also remembers what a perfect memory would: where cards are that lie hidden now but were seen going there. All
of that goes through `State.knows`, which the rules write when somebody sees a card. Unknown is None.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from covergames.coverme import scoring, season
from covergames.coverme.actions import Action, Decision, Magazine, Row
from covergames.coverme.cards import CARDS, CLOTHES, Card, Clothes
from covergames.coverme.events import Event
from covergames.coverme.history import public
from covergames.coverme.options import Options
from covergames.coverme.rules import decision, legal, result, to_act
from covergames.coverme.state import Phase, State, replaced
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
    spectator = _spectator(state)
    return tuple([spectator if seat is None else _seat(state, seat, spectator) for seat in viewers])


def _spectator(state: State) -> View:
    """What everybody sees (CM-I1)."""
    tracks = season.tracks(state)
    trends = trends_of(tracks)
    known = frozenset(_cards(state.knows[state.players]))
    is_open = state.options.open_scores or state.phase is Phase.OVER
    return View(
        seat=None,
        players=state.players,
        options=state.options,
        year=state.year,
        season=state.season,
        month=state.month,
        start=state.start,
        phase=state.phase,
        decision=decision(state),
        to_act=to_act(state),
        legal=(),
        traits=active_traits(state.season),
        tracks=tracks,
        trends=trends,
        influence_row=state.influence_row,
        magazines=tuple([_magazine(state, Magazine(number), trends) for number in range(len(state.covers))]),
        open_piles=tuple([OpenPileView(pile[-1] if pile else None, len(pile)) for pile in state.open_piles]),
        face_down=_in_order(reversed(state.face_down), known),
        next_pile=_in_order(reversed(state.next_pile), known),
        next_clothes=CLOTHES[state.next_pile[0]] if state.next_pile else None,
        set_aside=tuple([CLOTHES[pile[0]] for pile in reversed(state.set_aside)]),
        discard=state.discard,
        fictional_pile=_fictional_pile(state, known),
        hand=(),
        hands=tuple([_hand(state, Seat(number), known) for number in range(state.players)]),
        looked=_in_order(state.looked, known),
        prestige_stacks=tuple([_stack(state, stack, is_open=is_open) for stack in state.prestige_stacks]),
        side_stacks=tuple([_stack(state, stack, is_open=is_open) for stack in state.side_stacks])
        if state.is_advanced
        else (),
        unseen=tuple(_cards(_IN_GAME[state.options.same_value] & ~state.knows[state.players])),
        votes=(None,) * state.players,
        history=(*(chapter.public for chapter in state.past), public(state.present)),
        result=result(state),
    )


def _seat(state: State, seat: Seat, spectator: View) -> View:
    """What a spectator sees, and on top of it what only this seat does: its own, and what it alone saw (CM-I1, CM-I2)."""
    seen = frozenset(_cards(state.knows[seat] & ~state.knows[state.players]))
    magazines = list(spectator.magazines)
    for own in state.magazines_of(seat):
        magazines[own] = replace(magazines[own], placed=state.placed[own], featured=state.featured.get(own))
    return replace(
        spectator,
        seat=seat,
        legal=tuple(legal(state, seat)) if seat in spectator.to_act else (),
        magazines=tuple(magazines),
        face_down=_more_in_order(spectator.face_down, state.face_down, seen),
        next_pile=_more_in_order(spectator.next_pile, state.next_pile, seen),
        fictional_pile=_fictional_pile(state, seen, spectator.fictional_pile),
        hand=state.hands[seat],
        hands=tuple([_hand(state, Seat(number), seen, hand) for number, hand in enumerate(spectator.hands)]),
        looked=_more_in_order(spectator.looked, state.looked[::-1], seen),
        prestige_stacks=replaced(
            spectator.prestige_stacks, seat, _stack(state, state.prestige_stacks[seat], is_open=True)
        ),
        side_stacks=replaced(spectator.side_stacks, seat, _stack(state, state.side_stacks[seat], is_open=True))
        if state.is_advanced
        else (),
        unseen=tuple(_cards(_IN_GAME[state.options.same_value] & ~state.knows[seat])),
        votes=replaced(spectator.votes, seat, state.votes[seat]),
    )


_IN_GAME: Final = {
    removed: sum(1 << card for card in CARDS if CLOTHES[card] is not removed) for removed in (None, *Clothes)
}
"""The cards that a game is played with, as bits, by the colour that left it (CM-V3)."""


def _cards(bits: int) -> list[Card]:
    """The cards of a set that is kept as bits."""
    lowest_first = f"{bits:b}"[::-1]  # digits, for shifting a number of 162 bits takes longer
    return [card for card, bit in zip(CARDS, lowest_first, strict=False) if bit == "1"]


def _in_order(pile: Iterable[Card], known: frozenset[Card]) -> tuple[Card | None, ...]:
    """The pile with the unknown cards hidden."""
    return tuple([card if card in known else None for card in pile])


def _more_in_order(
    shown: tuple[Card | None, ...], pile: tuple[Card, ...], seen: frozenset[Card]
) -> tuple[Card | None, ...]:
    """The pile, whose top card is the last, with these cards shown as well."""
    if seen.isdisjoint(pile):
        return shown
    return tuple([card if card in seen else other for card, other in zip(reversed(pile), shown, strict=True)])


def _magazine(state: State, magazine: Magazine, trends: Trends) -> MagazineView:
    """A magazine as everybody sees it: of the covers placed, only fictional B's lies face up (CM-22)."""
    owner = state.owner(magazine)
    placed = state.placed[magazine]
    is_face_up = owner is None and magazine == len(state.covers) - 1
    return MagazineView(
        owner=owner,
        row=state.row(magazine),
        covers=state.covers[magazine],
        values=season.values_of(state.covers[magazine], trends),
        has_placed=placed is not None,
        placed=placed if is_face_up else None,
        featured=None,
    )


def _hand(state: State, seat: Seat, known: frozenset[Card], shown: HandView | None = None) -> HandView:
    """A hand with the cards in it that are known, besides those already shown."""
    placed = [state.placed[magazine] for magazine in state.magazines_of(seat)]
    held = [*state.hands[seat], *[card for card in placed if card is not None]]
    if shown is None:
        return HandView(len(held), tuple(sorted(known.intersection(held))))
    if known.isdisjoint(held):
        return shown
    return HandView(shown.size, tuple(sorted([*known.intersection(held), *shown.known])))


def _fictional_pile(
    state: State, known: frozenset[Card], shown: FictionalPileView | None = None
) -> FictionalPileView | None:
    """The fictional pile with the cards in it that are known, besides those already shown."""
    if not state.is_fictional:
        return None
    members = known.intersection((*state.fictional_pile, state.placed[2]))
    return FictionalPileView(len(state.fictional_pile), tuple(sorted([*members, *(shown.known if shown else ())])))


def _stack(state: State, stack: tuple[Card, ...], *, is_open: bool) -> StackView:
    """Open to the owner, with open scores, and when the game is over (CM-I2, CM-X2)."""
    return StackView(len(stack), stack, scoring.worth(state, stack)) if is_open else StackView(len(stack), None, None)
