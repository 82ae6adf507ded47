"""What everybody sees of the table after a decision, worked out from what they saw before it.

A state shares with the one before it whatever a decision has left alone, and what was seen of that need not be worked out again. The
answers are those of `view`, without the history, and of `private`, to the last field; what has not changed is the very object
that it was before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_
from typing import Final

from covergames.coverme.actions import Magazine
from covergames.coverme.cards import CLOTHES, Card
from covergames.coverme.rules import decision, legal, result, to_act
from covergames.coverme.season import tracks
from covergames.coverme.state import Phase, State, bits_of
from covergames.coverme.trends import Tracks, Trends, active_traits, trends_of
from covergames.coverme.view import (
    IN_GAME,
    FictionalPileView,
    HandView,
    KnownPlaces,
    MagazineView,
    OpenPileView,
    Private,
    View,
    cards_in,
    fictional_cards,
    held,
    magazine_view,
    private,
    stack_view,
    stack_views,
    view,
)
from covergames.game import Seat

_TOGETHER: Final = (Phase.PLACE, Phase.FEATURE)
"""When several decide at once, and what others decide changes nothing of what I may."""


class ViewCache:
    """What a spectator sees of one state, and what each seat sees on top of it."""

    __slots__ = ("_held", "spectator", "state")

    def __init__(self, state: State, before: ViewCache | None = None) -> None:
        """By what was seen of an earlier state of the same game, if that is known."""
        self.state = state
        self._held: list[int] = [
            before._held[seat] if before is not None and before._holds_the_same(seat, state) else _held(state, seat)
            for seat in range(state.players)
        ]
        """Every hand, with what was placed from it, as a set that is kept as bits."""
        self.spectator = _without_history(state) if before is None else self._spectator(before)
        """A spectator's view, without the history."""

    def private(self, seat: Seat) -> Private:
        """What only the seat sees."""
        return private(self.state, seat)

    def private_after(self, seat: Seat, before: ViewCache, seen: Private) -> Private:
        """The same, by what the seat saw among earlier onlookers; the same object if it sees the same."""
        if self._is_nothing_new_to(seat, before):
            return seen
        state, earlier, public = self.state, before.state, self.state.players
        bits = state.knows[seat] & ~state.knows[public]
        own = state.magazines_of(seat)
        is_known = bits == earlier.knows[seat] & ~earlier.knows[public]
        piled = self._piled(bits)
        face_down: KnownPlaces = ()
        next_pile: KnownPlaces = ()
        if piled:
            is_same = is_known and state.face_down is earlier.face_down
            face_down = seen.face_down if is_same else _places(state.face_down[::-1], piled)
            is_same = is_known and state.next_pile is earlier.next_pile
            next_pile = seen.next_pile if is_same else _places(state.next_pile[::-1], piled)
        stack = state.prestige_stacks[seat]
        side_stack = seen.side_stack
        if state.is_advanced and state.side_stacks[seat] is not earlier.side_stacks[seat]:
            side_stack = stack_view(state, state.side_stacks[seat], is_open=True)
        hands = seen.hands
        if not (is_known and self._held == before._held):
            hands = tuple([tuple(cards_in(known)) if known else () for known in self._known(bits)])
        made = Private(
            seat=seat,
            legal=tuple(legal(state, seat)) if seat in self.spectator.to_act else (),
            hand=state.hands[seat],
            placed=tuple([state.placed[magazine] for magazine in own]),
            featured=tuple([state.featured.get(magazine) for magazine in own]),
            hands=hands,
            face_down=face_down,
            next_pile=next_pile,
            fictional_pile=_known(fictional_cards(state), piled) if piled and state.is_fictional else (),
            looked=_places(state.looked, piled) if state.looked else (),
            prestige_stack=seen.prestige_stack
            if stack is earlier.prestige_stacks[seat]
            else stack_view(state, stack, is_open=True),
            side_stack=side_stack,
            seen=seen.seen if is_known else tuple(cards_in(bits)),
            vote=state.votes[seat],
        )
        return seen if made == seen else made

    def _holds_the_same(self, seat: int, later: State) -> bool:
        """Whether it is plain that the seat still holds these cards."""
        state = self.state
        return state.players > 2 and state.hands[seat] is later.hands[seat] and state.placed[seat] is later.placed[seat]

    def _is_nothing_new_to(self, seat: Seat, before: ViewCache) -> bool:
        """Whether it is plain that the seat sees the same of its own as before: most often, others have decided something."""
        state, earlier, public = self.state, before.state, self.state.players
        is_asked = seat in self.spectator.to_act
        bits = state.knows[seat] & ~state.knows[public]
        return (
            state.players > 2
            and state.phase is earlier.phase
            and is_asked == (seat in before.spectator.to_act)
            and (state.phase in _TOGETHER or not is_asked)
            and state.hands[seat] is earlier.hands[seat]
            and state.placed[seat] is earlier.placed[seat]
            and state.featured.get(Magazine(seat)) is earlier.featured.get(Magazine(seat))
            and state.votes[seat] is earlier.votes[seat]
            and state.prestige_stacks[seat] is earlier.prestige_stacks[seat]
            and bits == earlier.knows[seat] & ~earlier.knows[public]
            and (self._held == before._held or self._known(bits) == before._known(bits))
            and (self._are_piles_of(earlier) or not self._piled(bits))
        )

    def _known(self, bits: int) -> list[int]:
        """What of that is in each hand."""
        return [cards & bits for cards in self._held]

    def _piled(self, bits: int) -> int:
        """What of that is in no hand."""
        for cards in self._held:
            bits &= ~cards
        return bits

    def _are_piles_of(self, earlier: State) -> bool:
        """Whether it is plain that what lies face down is as it was."""
        state = self.state
        return (
            state.face_down is earlier.face_down
            and state.next_pile is earlier.next_pile
            and state.looked is earlier.looked
        )

    def _spectator(self, before: ViewCache) -> View:
        state, earlier, seen = self.state, before.state, before.spectator
        players, bits = state.players, state.knows[state.players]
        is_known = bits == earlier.knows[players]
        is_closed = (state.phase is Phase.OVER) == (earlier.phase is Phase.OVER)
        counts, trends = _trends(state, earlier, seen)
        next_clothes = seen.next_clothes
        if state.next_pile is not earlier.next_pile:
            next_clothes = CLOTHES[state.next_pile[0]] if state.next_pile else None
        open_piles = seen.open_piles
        if state.open_piles is not earlier.open_piles:
            open_piles = tuple([OpenPileView(pile[-1] if pile else None, len(pile)) for pile in state.open_piles])
        set_aside = seen.set_aside
        if state.set_aside is not earlier.set_aside:
            set_aside = tuple([CLOTHES[pile[0]] for pile in reversed(state.set_aside)])
        face_down = seen.face_down
        if not (is_known and state.face_down is earlier.face_down):
            face_down = _in_order(state.face_down[::-1], bits)
        next_pile = seen.next_pile
        if not (is_known and state.next_pile is earlier.next_pile):
            next_pile = _in_order(state.next_pile[::-1], bits)
        fictional_pile = None
        if state.is_fictional:
            fictional_pile = FictionalPileView(len(state.fictional_pile), _known(fictional_cards(state), bits))
        hands = seen.hands
        if not (is_known and self._held == before._held):
            hands = self._hands(before, bits)
        prestige_stacks = seen.prestige_stacks
        if not (is_closed and state.prestige_stacks is earlier.prestige_stacks):
            prestige_stacks = stack_views(state, state.prestige_stacks, None)
        side_stacks = seen.side_stacks
        if state.is_advanced and not (is_closed and state.side_stacks is earlier.side_stacks):
            side_stacks = stack_views(state, state.side_stacks, None)
        return View(
            seat=None,
            players=players,
            options=state.options,
            year=state.year,
            season=state.season,
            month=state.month,
            start=state.start,
            phase=state.phase,
            decision=decision(state),
            to_act=to_act(state),
            legal=(),
            traits=seen.traits if state.season is earlier.season else active_traits(state.season),
            tracks=counts,
            trends=trends,
            influence_row=state.influence_row,
            magazines=_magazines(state, earlier, seen, trends),
            open_piles=open_piles,
            face_down=face_down,
            next_pile=next_pile,
            next_clothes=next_clothes,
            set_aside=set_aside,
            discard=state.discard,
            fictional_pile=fictional_pile,
            hand=(),
            hands=hands,
            looked=_in_order(state.looked, bits),
            prestige_stacks=prestige_stacks,
            side_stacks=side_stacks,
            unseen=seen.unseen if is_known else tuple(cards_in(IN_GAME[state.options.same_value] & ~bits)),
            votes=seen.votes,
            history=(),
            result=result(state),
        )

    def _hands(self, before: ViewCache, bits: int) -> tuple[HandView, ...]:
        """All hands; those of which the same is known are the same ones."""
        known = before.state.knows[self.state.players]
        return tuple(
            [
                hand
                if cards & bits == others & known and cards.bit_count() == hand.size
                else HandView(cards.bit_count(), tuple(cards_in(cards & bits)))
                for hand, cards, others in zip(before.spectator.hands, self._held, before._held, strict=True)
            ]
        )


def _without_history(state: State) -> View:
    twin = state.copy()
    twin.past, twin.present = (), ()
    return view(twin, None)


def _trends(state: State, earlier: State, seen: View) -> tuple[Tracks, Trends]:
    """Tracks and trends; the same ones as long as no cover is added and no season ends."""
    if (
        state.covers is earlier.covers
        and state.influence_row is earlier.influence_row
        and state.season is earlier.season
    ):
        return seen.tracks, seen.trends
    counts = tracks(state)
    return counts, trends_of(counts)


def _magazines(state: State, earlier: State, seen: View, trends: Trends) -> tuple[MagazineView, ...]:
    """All magazines; those in which nothing was placed or revealed are the same ones, if the trends are."""
    if trends is not seen.trends:
        return tuple([magazine_view(state, Magazine(number), None, trends) for number in range(len(state.covers))])
    if state.covers is earlier.covers and _are_same(state.placed, earlier.placed):
        return seen.magazines
    return tuple(
        [
            magazine
            if state.covers[number] is earlier.covers[number] and state.placed[number] is earlier.placed[number]
            else magazine_view(state, Magazine(number), None, trends)
            for number, magazine in enumerate(seen.magazines)
        ]
    )


def _are_same(items: Sequence[object], others: Sequence[object]) -> bool:
    """Whether they are, one by one, the very same objects."""
    return all(map(is_, items, others))


def _held(state: State, seat: int) -> int:
    """What the seat holds, as a set that is kept as bits."""
    return bits_of(held(state, Seat(seat)))


def _known(cards: Iterable[Card], bits: int) -> tuple[Card, ...]:
    """Those of the cards that are in the set."""
    return tuple(sorted([card for card in cards if bits >> card & 1]))


def _in_order(pile: tuple[Card, ...], bits: int) -> tuple[Card | None, ...]:
    """The pile with the unknown cards hidden."""
    return tuple([card if bits >> card & 1 else None for card in pile])


def _places(pile: tuple[Card, ...], bits: int) -> KnownPlaces:
    """Where in the pile the known cards are."""
    return tuple([(place, card) for place, card in enumerate(pile) if bits >> card & 1])
