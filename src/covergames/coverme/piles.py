"""Drawing, turning, taking: everything that moves cards between piles and hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from covergames.coverme.cards import CLOTHES, HAIR, Card, Hair
from covergames.coverme.duties import TAKING
from covergames.coverme.events import FictionalReplenished, Kept, Looked, Took, TookNext, Turned, WentWithout, YearBegan
from covergames.coverme.phases import Phase
from covergames.coverme.places import Source
from covergames.coverme.state import Play, State, replaced
from covergames.game import Seat

OPEN_PILES: Final = (Source.BLONDE, Source.RED_BROWN, Source.BLACK)
PILE_OF: Final = tuple(list(Hair).index(hair) for hair in HAIR)
"""The open pile that each card belongs on, by its hair colour (CM-S2)."""


def draw_face_down(play: Play) -> Card | None:
    """The top of the face-down pile; exhausted, the discard is shuffled first (CM-R3). None: both are empty."""
    state = play.state
    if not state.face_down:
        if not state.discard:
            return None
        play.hide(state.discard)
        state.face_down = play.shuffle("face-down", state.discard)
        state.discard = ()
    card = state.face_down[-1]
    state.face_down = state.face_down[:-1]
    return card


def draw_next(state: State) -> Card:
    """The top of the next pile."""
    card = state.next_pile[-1]
    state.next_pile = state.next_pile[:-1]
    return card


def refill_open_piles(play: Play) -> None:
    """Turn cards, sorting them by hair colour, until all three piles have a card (CM-S2, CM-S8) or none is left (CM-R4)."""
    turned: list[Card] = []
    open_piles = list(play.state.open_piles)
    while not (open_piles[0] and open_piles[1] and open_piles[2]):
        card = draw_face_down(play)
        if card is None:
            break
        open_piles[PILE_OF[card]] += (card,)
        turned.append(card)
    if turned:
        play.state.open_piles = tuple(open_piles)
        play.show(turned)
        play.tell(Turned(tuple(turned)))


def sources(state: State) -> list[Source]:
    """Where a card can be taken from (CM-R4); from the open piles only in some drafts (CM-A1, CM-V3)."""
    found = [source for source in OPEN_PILES if state.open_piles[source]]
    open_only = state.phase is Phase.DRAFT and (state.is_advanced or state.options.same_value is not None)
    if (state.face_down or state.discard) and not open_only:
        found.append(Source.FACE_DOWN)
    return found


def take(play: Play, seat: Seat, source: Source) -> None:
    """The seat takes the top card of the pile (CM-R1), and an emptied open pile is refilled at once (CM-S8)."""
    state = play.state
    card: Card | None
    if source.is_open:
        card = state.open_piles[source][-1]
        state.open_piles = replaced(state.open_piles, source, state.open_piles[source][:-1])
    else:
        card = draw_face_down(play)
    assert card is not None, "checked by sources()"
    give(play, seat, card)
    play.tell(Took(seat, source, card))
    refill_open_piles(play)


def take_without_choice(play: Play, seat: Seat) -> None:
    """No pile to take from: the top of the next pile, if there is one, or nothing (CM-R4)."""
    if play.state.next_pile:
        card = draw_next(play.state)
        give(play, seat, card)
        play.tell(TookNext(seat, card))
    else:
        play.tell(WentWithout(seat))


def give(play: Play, seat: Seat, card: Card) -> None:
    """The card comes into the seat's hand, where the seat sees it."""
    play.state.hands[seat] = tuple(sorted((*play.state.hands[seat], card)))
    play.show_seat(seat, (card,))


def look(play: Play, seat: Seat, keep: int) -> None:
    """Draw two cards from the next pile for each one to keep; too few for a choice are simply taken (CM-R2, CM-R5, CM-A5).

    Whatever the next pile cannot give is owed as an ordinary taking.
    """
    state = play.state
    if len(state.next_pile) > keep:
        drawn = min(2 * keep, len(state.next_pile))
        state.looked = tuple([draw_next(state) for _ in range(drawn)])
        play.show_seat(seat, state.looked)
        play.tell(Looked(seat, state.looked))
        return
    missing = keep - len(state.next_pile)
    while state.next_pile:
        take_without_choice(play, seat)
    state.duties = (TAKING[seat],) * missing + state.duties[1:]


def keep(play: Play, seat: Seat, kept: Sequence[Card]) -> None:
    """Keep these; the others go under the next pile in the order drawn, unseen by anybody else (CM-R2, CM-A5)."""
    state = play.state
    put_back = tuple([card for card in state.looked if card not in kept])
    play.hide(state.looked, from_all_but=seat)
    for card in kept:
        give(play, seat, card)
    state.next_pile = put_back[::-1] + state.next_pile
    state.looked = ()
    play.tell(Kept(seat, tuple(kept), put_back))


def replenish_fictional_pile(play: Play) -> None:
    """One card from the face-down pile, one from the next pile or else the face-down pile, and shuffle (CM-24)."""
    state = play.state
    drawn = draw_face_down(play)
    from_next = draw_next(state) if state.next_pile else None
    also_drawn = draw_face_down(play) if from_next is None else None
    added = tuple([card for card in (drawn, from_next, also_drawn) if card is not None])
    from_face_down = len(added) - (from_next is not None)
    play.tell(FictionalReplenished(face_down=from_face_down, next_pile=len(added) - from_face_down))
    state.fictional_pile = play.shuffle("fictional", state.fictional_pile + added)


def renew_piles(play: Play) -> None:
    """The new year's piles (CM-Y1): the rest of the next pile onto the face-down pile, new open piles, a new next pile."""
    state = play.state
    state.face_down += state.next_pile
    discarded = tuple([card for pile in state.open_piles for card in pile])
    state.discard += discarded
    state.open_piles = ((), (), ())
    state.next_pile = state.set_aside[-1] if state.set_aside else ()
    state.set_aside = state.set_aside[:-1]
    colour = CLOTHES[state.next_pile[0]] if state.next_pile else None
    play.tell(YearBegan(state.year, discarded, colour))
    refill_open_piles(play)
