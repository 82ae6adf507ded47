"""What one seat, or a spectator, may see: built field by field from what it is allowed to (CM-I1, CM-I2, CM-I3).

A view also remembers what a perfect memory would: where cards are that lie hidden now but were seen going there. All
of that goes through `State.knows`, which the rules write when somebody sees a card. Unknown is None.

A seat's view is a spectator's, with the seat's `Private` part on top of it. Each part of a view is made from the few things that it
depends on, through a `Memory`: a table that shows one position after another passes the same memory every time, and nothing is
made again that a decision has not touched.
"""

from __future__ import annotations

from functools import partial
from itertools import compress
from typing import Final

from covergames.coverme import scoring, season
from covergames.coverme.actions import Action
from covergames.coverme.cards import CARDS, CLOTHES, Card, Clothes
from covergames.coverme.encoding import Hidden, KnownPlaces, with_known
from covergames.coverme.history import public_chapters
from covergames.coverme.places import Magazine, Row
from covergames.coverme.rules import decision, legal, result, to_act
from covergames.coverme.state import State, bits_of, replaced
from covergames.coverme.trends import Trends, trends_of
from covergames.coverme.view_types import (
    FictionalPileView,
    HandView,
    MagazineView,
    OpenPileView,
    Private,
    StackView,
    View,
)
from covergames.game import FORGETFUL, Memory, Seat, check_viewer


def view(state: State, seat: Seat | None) -> View:
    """All that the seat may see; None: a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    check_viewer(seat, state.players)
    return _view(state, seat, FORGETFUL)._replace(history=public_chapters(state))


def spectator(state: State, memory: Memory = FORGETFUL) -> View:
    """Return what everybody sees, without the history, which is sent event by event."""
    return _view(state, None, memory)


def _view(state: State, seat: Seat | None, memory: Memory) -> View:
    part = memory.part
    known = state.knows[state.players if seat is None else seat]
    tracks = part("tracks", lambda *_: season.tracks(state), state.influence_row, state.covers, state.season)
    trends = part("trends", trends_of, tracks)
    held = _held(state, memory)
    is_open = state.stacks_are_open
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
        tracks=tracks,
        trends=trends,
        influence_row=state.influence_row,
        magazines=tuple(
            [_magazine(state, Magazine(number), seat, trends, memory) for number in range(len(state.covers))]
        ),
        open_piles=part("open piles", _open_piles, state.open_piles),
        face_down=part("face-down pile", _in_order, state.face_down, known),
        next_pile=part("next pile", _in_order, state.next_pile, known),
        next_clothes=CLOTHES[state.next_pile[0]] if state.next_pile else None,
        set_aside=part("piles set aside", _colours, state.set_aside),
        discard=state.discard,
        fictional_pile=part("fictional pile", _fictional_pile, state.fictional_pile, state.placed[2], known)
        if state.is_fictional
        else None,
        hand=() if seat is None else state.hands[seat],
        hands=part("hands", _hands, held, tuple(map(known.__and__, held))),
        looked=tuple([card if known >> card & 1 else None for card in state.looked]),
        prestige_stacks=part("prestige stacks", partial(_stacks, state), state.prestige_stacks, seat, is_open),
        side_stacks=part("side stacks", partial(_stacks, state), state.side_stacks, seat, is_open)
        if state.is_advanced
        else (),
        unseen=part("unseen", _cards, IN_GAME[state.options.same_value] & ~known),
        votes=tuple([vote if number == seat else None for number, vote in enumerate(state.votes)]),
        history=(),
        result=result(state),
    )


def private(state: State, seat: Seat, memory: Memory = FORGETFUL) -> Private:
    """Return what the seat sees and a spectator does not: see `with_private`."""
    own = state.magazines_of(seat)
    seen = state.knows[seat] & ~state.knows[state.players]
    held = _held(state, memory)
    elsewhere = seen & ~sum(held)  # no card is in two hands
    return memory.part(
        ("private", seat),
        partial(_private, state, seat),
        tuple(legal(state, seat)),
        state.hands[seat],
        tuple(map(state.placed.__getitem__, own)),
        tuple(map(state.featured.get, own)),
        seen,
        tuple(map(seen.__and__, held)),
        (elsewhere, state.face_down, state.next_pile, state.fictional_pile, state.looked) if elsewhere else None,
        state.prestige_stacks[seat],
        state.side_stacks[seat],
        state.votes[seat],
    )


def _private(
    state: State,
    seat: Seat,
    may_do: tuple[Action, ...],
    hand: tuple[Card, ...],
    placed: Hidden,
    featured: Hidden,
    seen: int,
    in_hands: tuple[int, ...],
    in_piles: tuple[int, *tuple[tuple[Card, ...], ...]] | None,
    stack: tuple[Card, ...],
    side_stack: tuple[Card, ...],
    vote: bool | None,  # noqa: FBT001
) -> Private:
    known = frozenset() if in_piles is None else _card_set(in_piles[0])
    return Private(
        seat=seat,
        legal=may_do,
        hand=hand,
        placed=placed,
        featured=featured,
        hands=_all_cards(in_hands),
        face_down=_places_from_top(state.face_down, known),
        next_pile=_places_from_top(state.next_pile, known),
        fictional_pile=tuple(sorted(known.intersection(_fictional_cards(state)))) if state.is_fictional else (),
        looked=_places(state.looked, known),
        prestige_stack=_stack(state, stack, is_open=True),
        side_stack=_stack(state, side_stack, is_open=True) if state.is_advanced else None,
        seen=_cards(seen),
        vote=vote,
    )


def with_private(spectator: View, own: Private) -> View:
    """The view of a seat: a spectator's, and on top of it what only the seat sees."""
    seat, seen = own.seat, frozenset(own.seen)
    shown = iter(zip(own.placed, own.featured, strict=True))
    fictional = spectator.fictional_pile
    return spectator._replace(
        seat=seat,
        legal=own.legal,
        magazines=tuple(
            [
                _with_own(magazine, *next(shown)) if magazine.owner == seat else magazine
                for magazine in spectator.magazines
            ]
        ),
        face_down=with_known(spectator.face_down, own.face_down),
        next_pile=with_known(spectator.next_pile, own.next_pile),
        fictional_pile=fictional and fictional._replace(known=_merged(fictional.known, own.fictional_pile)),
        hand=own.hand,
        hands=tuple(
            [
                HandView(hand.size, _merged(hand.known, more)) if more else hand
                for hand, more in zip(spectator.hands, own.hands, strict=True)
            ]
        ),
        looked=with_known(spectator.looked, own.looked),
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
_FEW: Final = 12
"""Up to how many cards of a set it is quicker to find one after the other."""


def _cards(bits: int) -> tuple[Card, ...]:
    """Return the cards of a set that is kept as bits."""
    if bits.bit_count() > _FEW:
        # Digits, for shifting a number of 162 bits takes longer; and no loop of ours, for every view needs this.
        lowest_first = f"{bits:b}".encode()[::-1]
        return tuple(compress(CARDS, lowest_first.translate(_TRUTH)))
    cards: list[Card] = []
    while bits:
        highest = bits.bit_length() - 1
        cards.append(CARDS[highest])
        bits -= 1 << highest
    return tuple(cards[::-1])


def _all_cards(sets: tuple[int, ...]) -> tuple[tuple[Card, ...], ...]:
    return tuple([_cards(bits) for bits in sets])


def _card_set(bits: int) -> frozenset[Card]:
    return frozenset(_cards(bits))


def _in_order(pile: tuple[Card, ...], known: int) -> Hidden:
    """Return the pile from its top, with the unknown cards hidden. The known ones are bits: a set takes forty times the memory."""
    cards = _card_set(known) if pile else frozenset()
    if cards.isdisjoint(pile):
        return (None,) * len(pile)
    return tuple([card if card in cards else None for card in reversed(pile)])


def _places(pile: tuple[Card, ...], known: frozenset[Card]) -> KnownPlaces:
    """Return where in the pile the known cards are."""
    if not known or known.isdisjoint(pile):
        return ()
    return tuple([(place, card) for place, card in enumerate(pile) if card in known])


def _places_from_top(pile: tuple[Card, ...], known: frozenset[Card]) -> KnownPlaces:
    """Return where the known cards are in a pile whose top card is last."""
    return _places(pile[::-1], known) if known else ()


def _merged(cards: tuple[Card, ...], more: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted((*cards, *more)))


def _magazine(state: State, magazine: Magazine, seat: Seat | None, trends: Trends, memory: Memory) -> MagazineView:
    """Return the magazine: a cover placed this month is for its owner to see, and fictional B's lies face up (CM-22)."""
    owner, placed = state.owner(magazine), state.placed[magazine]
    is_own = seat is not None and owner == seat
    is_face_up = owner is None and magazine == len(state.covers) - 1
    return memory.part(
        ("magazine", magazine),
        _magazine_view,
        owner,
        state.row(magazine),
        state.covers[magazine],
        trends,
        placed is not None,
        placed if is_own or is_face_up else None,
        state.featured.get(magazine) if is_own else None,
    )


def _magazine_view(
    owner: Seat | None,
    row: Row,
    covers: tuple[Card, ...],
    trends: Trends,
    has_placed: bool,  # noqa: FBT001
    placed: Card | None,
    featured: Card | None,
) -> MagazineView:
    return MagazineView(owner, row, covers, season.values_of(covers, trends), has_placed, placed, featured)


def _with_own(magazine: MagazineView, placed: Card | None, featured: Card | None) -> MagazineView:
    return magazine._replace(placed=placed, featured=featured)


def _held(state: State, memory: Memory) -> tuple[int, ...]:
    """Return every hand, with what was placed from it, for nobody else knows which card that is; each as bits."""
    return memory.part("held", lambda *_: _all_held(state), state.hands, state.placed)


def _all_held(state: State) -> tuple[int, ...]:
    held = [bits_of(hand) for hand in state.hands]
    for number, card in enumerate(state.placed):
        owner = state.owner(Magazine(number))
        if card is not None and owner is not None:
            held[owner] |= 1 << card
    return tuple(held)


def _hands(held: tuple[int, ...], known: tuple[int, ...]) -> tuple[HandView, ...]:
    return tuple([HandView(cards.bit_count(), _cards(some)) for cards, some in zip(held, known, strict=True)])


def _open_piles(piles: tuple[tuple[Card, ...], ...]) -> tuple[OpenPileView, ...]:
    return tuple([OpenPileView(pile[-1] if pile else None, len(pile)) for pile in piles])


def _colours(piles: tuple[tuple[Card, ...], ...]) -> tuple[Clothes, ...]:
    """Return the colours of piles that have one each, the coming one first."""
    return tuple([CLOTHES[pile[0]] for pile in reversed(piles)])


def _fictional_cards(state: State) -> list[Card]:
    """Return the fictional pile, and what A has placed, face down (CM-21)."""
    placed = state.placed[2]
    return [*state.fictional_pile, *([] if placed is None else [placed])]


def _fictional_pile(pile: tuple[Card, ...], placed: Card | None, known: int) -> FictionalPileView:
    cards = pile if placed is None else (*pile, placed)
    return FictionalPileView(len(pile), tuple(sorted(_card_set(known).intersection(cards))))


def _stacks(
    state: State,
    stacks: tuple[tuple[Card, ...], ...],
    seat: Seat | None,
    is_open: bool,  # noqa: FBT001
) -> tuple[StackView, ...]:
    """Return all stacks: open to the owner, and to everybody once they are turned face up (CM-X1, CM-I2)."""
    return tuple([_stack(state, stack, is_open=is_open or number == seat) for number, stack in enumerate(stacks)])


def _stack(state: State, stack: tuple[Card, ...], *, is_open: bool) -> StackView:
    """Return the stack, face down or open."""
    return StackView(len(stack), stack, scoring.worth(state, stack)) if is_open else StackView(len(stack), None, None)
