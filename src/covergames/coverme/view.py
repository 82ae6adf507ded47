"""What one seat, or a spectator, may see: built field by field from what it is allowed to (CM-I1, CM-I2, CM-I3).

A view also remembers what a perfect memory would: where cards are that lie hidden now but were seen going there. All
of that goes through `State.knows`, which the rules write when somebody sees a card. Unknown is None.

Who shows a position to a whole table makes a spectator's view and everybody's `Private` part: together they are the
seats' views, and most of the work is done once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import compress
from typing import Final, TypeAlias

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


KnownPlaces: TypeAlias = tuple[tuple[int, Card], ...]
"""Cards whose exact place in a pile is known, counted from its top, which is 0."""


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


@dataclass(frozen=True, slots=True)
class Private:
    """What one seat sees and everybody else does not: its own, and what it alone saw (CM-I1, CM-I2)."""

    seat: Seat
    legal: tuple[Action, ...]
    hand: tuple[Card, ...]
    placed: tuple[Card | None, ...]
    """By magazine of its own, primary first."""
    featured: tuple[Card | None, ...]
    """By magazine of its own, primary first."""
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


def view(state: State, seat: Seat | None) -> View:
    """All that the seat may see; None: a spectator."""
    bits = state.knows[state.players if seat is None else seat]
    known = frozenset(cards_in(bits))
    tracks = season.tracks(state)
    trends = trends_of(tracks)
    return View(
        seat=seat,
        players=state.players,
        options=state.options,
        year=state.year,
        season=state.season,
        month=state.month,
        start=state.start,
        phase=state.phase,
        decision=decision(state),
        to_act=to_act(state),
        legal=() if seat is None else tuple(legal(state, seat)),
        traits=active_traits(state.season),
        tracks=tracks,
        trends=trends,
        influence_row=state.influence_row,
        magazines=tuple([magazine_view(state, Magazine(number), seat, trends) for number in range(len(state.covers))]),
        open_piles=tuple([OpenPileView(pile[-1] if pile else None, len(pile)) for pile in state.open_piles]),
        face_down=_in_order(reversed(state.face_down), known),
        next_pile=_in_order(reversed(state.next_pile), known),
        next_clothes=CLOTHES[state.next_pile[0]] if state.next_pile else None,
        set_aside=tuple([CLOTHES[pile[0]] for pile in reversed(state.set_aside)]),
        discard=state.discard,
        fictional_pile=_fictional_pile(state, known),
        hand=() if seat is None else state.hands[seat],
        hands=tuple([_hand(state, Seat(number), known) for number in range(state.players)]),
        looked=_in_order(state.looked, known),
        prestige_stacks=stack_views(state, state.prestige_stacks, seat),
        side_stacks=stack_views(state, state.side_stacks, seat) if state.is_advanced else (),
        unseen=tuple(cards_in(IN_GAME[state.options.same_value] & ~bits)),
        votes=tuple([vote if number == seat else None for number, vote in enumerate(state.votes)]),
        history=(*(chapter.public for chapter in state.past), public(state.present)),
        result=result(state),
    )


def private(state: State, seat: Seat) -> Private:
    """What the seat's view has more than a spectator's, for a fraction of the work: see `with_private`."""
    seen = cards_in(state.knows[seat] & ~state.knows[state.players])
    known = frozenset(seen)
    own = state.magazines_of(seat)
    return Private(
        seat=seat,
        legal=tuple(legal(state, seat)),
        hand=state.hands[seat],
        placed=tuple([state.placed[magazine] for magazine in own]),
        featured=tuple([state.featured.get(magazine) for magazine in own]),
        hands=tuple([_known_in(held(state, Seat(number)), known) for number in range(state.players)]),
        face_down=_known_places(state.face_down[::-1], known),
        next_pile=_known_places(state.next_pile[::-1], known),
        fictional_pile=_known_in(fictional_cards(state), known) if state.is_fictional else (),
        looked=_known_places(state.looked, known),
        prestige_stack=stack_view(state, state.prestige_stacks[seat], is_open=True),
        side_stack=stack_view(state, state.side_stacks[seat], is_open=True) if state.is_advanced else None,
        seen=tuple(seen),
        vote=state.votes[seat],
    )


def with_private(spectator: View, own: Private) -> View:
    """The view of a seat: a spectator's, and on top of it what only the seat sees."""
    seat = own.seat
    shown = iter(zip(own.placed, own.featured, strict=True))
    magazines = []
    for magazine in spectator.magazines:
        if magazine.owner == seat:
            placed, featured = next(shown)
            magazine = replace(magazine, placed=placed, featured=featured)
        magazines.append(magazine)
    seen = frozenset(own.seen)
    fictional = spectator.fictional_pile
    return replace(
        spectator,
        seat=seat,
        legal=own.legal,
        magazines=tuple(magazines),
        face_down=_with_known(spectator.face_down, own.face_down),
        next_pile=_with_known(spectator.next_pile, own.next_pile),
        fictional_pile=fictional and replace(fictional, known=_merged(fictional.known, own.fictional_pile)),
        hand=own.hand,
        hands=tuple(
            [
                HandView(hand.size, _merged(hand.known, more)) if more else hand
                for hand, more in zip(spectator.hands, own.hands, strict=True)
            ]
        ),
        looked=_with_known(spectator.looked, own.looked),
        prestige_stacks=replaced(spectator.prestige_stacks, seat, own.prestige_stack),
        side_stacks=() if own.side_stack is None else replaced(spectator.side_stacks, seat, own.side_stack),
        unseen=tuple([card for card in spectator.unseen if card not in seen]),
        votes=replaced(spectator.votes, seat, own.vote),
    )


IN_GAME: Final = {
    removed: sum(1 << card for card in CARDS if CLOTHES[card] is not removed) for removed in (None, *Clothes)
}
"""The cards that a game is played with, as bits, by the colour that left it (CM-V3)."""


_TRUTH: Final = bytes.maketrans(b"01", b"\0\1")


def cards_in(bits: int) -> list[Card]:
    """The cards of a set that is kept as bits."""
    # Digits, for shifting a number of 162 bits takes longer; and no loop of ours, for every view needs this twice.
    lowest_first = f"{bits:b}".encode()[::-1]
    return list(compress(CARDS, lowest_first.translate(_TRUTH)))


def _in_order(pile: Iterable[Card], known: frozenset[Card]) -> tuple[Card | None, ...]:
    """The pile with the unknown cards hidden."""
    return tuple([card if card in known else None for card in pile])


def _known_places(pile: tuple[Card, ...], known: frozenset[Card]) -> KnownPlaces:
    """Where in the pile the known cards are."""
    if known.isdisjoint(pile):
        return ()
    return tuple([(place, card) for place, card in enumerate(pile) if card in known])


def _with_known(pile: tuple[Card | None, ...], places: KnownPlaces) -> tuple[Card | None, ...]:
    """The pile with these cards shown as well."""
    if not places:
        return pile
    cards = list(pile)
    for place, card in places:
        cards[place] = card
    return tuple(cards)


def _known_in(cards: Iterable[Card], known: frozenset[Card]) -> tuple[Card, ...]:
    return tuple(sorted(known.intersection(cards)))


def _merged(cards: tuple[Card, ...], more: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted((*cards, *more)))


def magazine_view(state: State, magazine: Magazine, seat: Seat | None, trends: Trends) -> MagazineView:
    """The magazine, with what only its owner sees if that is the seat."""
    owner = state.owner(magazine)
    placed = state.placed[magazine]
    is_own = seat is not None and owner == seat
    is_face_up = owner is None and magazine == len(state.covers) - 1
    return MagazineView(
        owner=owner,
        row=state.row(magazine),
        covers=state.covers[magazine],
        values=season.values_of(state.covers[magazine], trends),
        has_placed=placed is not None,
        placed=placed if is_own or is_face_up else None,
        featured=state.featured.get(magazine) if is_own else None,
    )


def held(state: State, seat: Seat) -> list[Card]:
    """The seat's hand, and what it has placed and not yet revealed, for nobody else knows which that is."""
    cards = list(state.hands[seat])
    for magazine in state.magazines_of(seat):
        placed = state.placed[magazine]
        if placed is not None:
            cards.append(placed)
    return cards


def _hand(state: State, seat: Seat, known: frozenset[Card]) -> HandView:
    cards = held(state, seat)
    return HandView(len(cards), _known_in(cards, known))


def fictional_cards(state: State) -> list[Card]:
    """The fictional pile, and what A has placed, face down (CM-21)."""
    placed = state.placed[2]
    return [*state.fictional_pile, *([] if placed is None else [placed])]


def _fictional_pile(state: State, known: frozenset[Card]) -> FictionalPileView | None:
    if not state.is_fictional:
        return None
    return FictionalPileView(len(state.fictional_pile), _known_in(fictional_cards(state), known))


def stack_views(state: State, stacks: tuple[tuple[Card, ...], ...], seat: Seat | None) -> tuple[StackView, ...]:
    """Open to the owner, with open scores, and when the game is over (CM-I2, CM-X2)."""
    is_open = state.options.open_scores or state.phase is Phase.OVER
    return tuple([stack_view(state, stack, is_open=is_open or number == seat) for number, stack in enumerate(stacks)])


def stack_view(state: State, stack: tuple[Card, ...], *, is_open: bool) -> StackView:
    """The stack, face down or open."""
    return StackView(len(stack), stack, scoring.worth(state, stack)) if is_open else StackView(len(stack), None, None)
