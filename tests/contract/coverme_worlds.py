"""Two worlds of Cover Me that one viewer cannot distinguish (CM-I3).

The second world is made from the first by moving the cards whose place the viewer does not know, and by taking other
decisions where others have decided in secret. What the viewer may see during the step itself stays as it is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from covergames import coverme
from covergames.coverme import Action, Card, Clothes, Event, Feature, Keep, Magazine, Place, Source, State, Vote
from covergames.coverme.cards import CARDS, CLOTHES
from covergames.coverme.events import (
    Chose,
    Dealt,
    Featured,
    FictionalPlaced,
    InfluenceDiscarded,
    InfluenceDrawn,
    Kept,
    Looked,
    Placed,
    Revealed,
    Shuffled,
    Swapped,
    Took,
    TookNext,
    Turned,
    Voted,
    VotesRevealed,
    YearBegan,
)
from covergames.coverme.history import Chapter
from covergames.coverme.season import most_trendy, tracks
from covergames.coverme.trends import trend_value, trends_of
from covergames.game import AnyCard, Dealer, Seat, Step


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a card that a viewer may not know."""

    pile: list[Any]
    index: int
    group: object
    """The most that a perfect memory knows about the place: this hand, or the fictional pile; None: the exact place."""
    clothes: Clothes | None
    """The colour of the card, if everybody knows it because the whole pile has it."""

    @property
    def card(self) -> Card:
        card: Card = self.pile[self.index]
        return card


class Hidden:
    """The piles and hands of a state, to be rearranged."""

    def __init__(self, state: State) -> None:
        self.face_down = list(state.face_down)
        self.next_pile = list(state.next_pile)
        self.set_aside = [list(pile) for pile in state.set_aside]
        self.looked = list(state.looked)
        self.fictional_pile = list(state.fictional_pile)
        self.hands = [list(hand) for hand in state.hands]
        self.placed = list(state.placed)

    def write_into(self, state: State) -> None:
        """Write the piles and hands into the state."""
        state.face_down = tuple(self.face_down)
        state.next_pile = tuple(self.next_pile)
        state.set_aside = tuple(tuple(pile) for pile in self.set_aside)
        state.looked = tuple(self.looked)
        state.fictional_pile = tuple(self.fictional_pile)
        state.hands = [tuple(sorted(hand)) for hand in self.hands]
        state.placed = self.placed


def slots_of(state: State, hidden: Hidden, viewer: Seat | None) -> list[Slot]:
    """Return every place of a card that is hidden from the viewer; cards that all see are elsewhere."""
    slots = _pile(hidden.face_down)
    for pile in (hidden.next_pile, *hidden.set_aside):
        slots += _pile(pile, is_one_colour=True)
    deciding = state.duties[0].seat if hidden.looked else None
    if deciding != viewer:
        slots += _pile(hidden.looked, is_one_colour=True)
    slots += _pile(hidden.fictional_pile, group="fictional")
    for seat, hand in enumerate(hidden.hands):
        if seat != viewer:
            slots += _pile(hand, group=seat)
    for number, placed in enumerate(hidden.placed):
        owner = state.owner(Magazine(number))
        is_fictional_b = owner is None and number == 3
        if placed is not None and not is_fictional_b and (owner is None or owner != viewer):
            slots.append(Slot(hidden.placed, number, "fictional" if owner is None else owner, None))
    return slots


def _pile(pile: list[Card], *, group: object = None, is_one_colour: bool = False) -> list[Slot]:
    return [Slot(pile, index, group, CLOTHES[card] if is_one_colour else None) for index, card in enumerate(pile)]


def cards_seen(event: Event, viewer: Seat | None) -> set[Card]:
    """Return the cards that the viewer sees in these events by CM-I1; written separately from `redact`."""
    match event:
        case Turned(cards) | InfluenceDrawn(cards) | InfluenceDiscarded(cards) | YearBegan(discarded=cards):
            return set(cards)
        case Featured(cards=cards, returned=returned):
            return {*cards, *returned}
        case Revealed(covers=covers):
            return {card for _, card in covers}
        case Swapped(card=card):
            return {card}
        case FictionalPlaced(b=b):
            return set() if b is None else {b}
        case Took(seat, source, taken) if taken is not None and (seat == viewer or source is not Source.FACE_DOWN):
            return {taken}
        case TookNext(seat, taken) | Chose(seat=seat, card=taken) if taken is not None and seat == viewer:
            return {taken}
        case Dealt(seat, hidden) | Looked(seat, hidden) | Placed(seat, hidden) if seat == viewer:
            return {card for card in hidden if card is not None}
        case Kept(seat, kept, put_back) if seat == viewer:
            return {card for card in (*kept, *put_back) if card is not None}
        case _:
            return set()


class OtherDealer:
    """Shuffles as the first world's dealer did, except for the cards that the viewer does not see."""

    def __init__(self, shuffles: Sequence[Sequence[Card]], fixed: set[Card], chooser: random.Random) -> None:
        self._shuffles = iter(shuffles)
        self._fixed = fixed
        self._chooser = chooser

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """Return the cards in this world's order, top first."""
        order: list[Any] = list(next(self._shuffles))
        free = [index for index, card in enumerate(order) if card not in self._fixed]
        for index, card in zip(free, self._chooser.sample([order[index] for index in free], len(free)), strict=True):
            order[index] = card
        assert Counter(order) == Counter(cards), f"the other world shuffles other cards: {pile}"
        return order


def other_world(
    before: State, seat: Seat, action: Action, step: Step[State, Event], viewer: Seat | None, chooser: random.Random
) -> tuple[State, Action, Dealer]:
    """Return a world that the viewer cannot distinguish from the given one, neither before nor after the step."""
    world = before.copy()
    fixed = {card for event in step.events for card in cards_seen(event, viewer)}
    moved = _move_unseen_cards(world, viewer, fixed, chooser)
    _choose_otherwise(world, before, step.events, viewer, chooser)
    world.past = tuple(_with_other_secrets(chapter) for chapter in world.past)
    world.present = tuple(_with_other_cards(event) for event in world.present)
    shuffles = [
        [moved.get(card, card) for card in event.cards if card is not None]
        for event in step.events
        if isinstance(event, Shuffled)
    ]
    if seat != viewer:
        action = _other_action(before, action, step.events, moved, chooser)
    return world, action, OtherDealer(shuffles, fixed, chooser)


def _move_unseen_cards(world: State, viewer: Seat | None, fixed: set[Card], chooser: random.Random) -> dict[Card, Card]:
    """Shuffle the cards that the viewer does not know, and the known ones within the hand or pile where they are known to be.

    What the others know moves along. The result maps each card to the card that is now in its place.
    """
    known = world.knows[world.players if viewer is None else viewer]
    hidden = Hidden(world)
    slots = [slot for slot in slots_of(world, hidden, viewer) if slot.card not in fixed]
    before = [slot.card for slot in slots]
    unknown = [slot for slot in slots if not known >> slot.card & 1]
    for _ in range(2 * len(unknown)):
        one, other = chooser.choice(unknown), chooser.choice(unknown)
        if _fits(one, other.card) and _fits(other, one.card):
            _exchange(one, other)
    meanwhile = {card: slot.card for card, slot in zip(before, slots, strict=True)}
    world.knows = [
        bits if number == (world.players if viewer is None else viewer) else _translated(bits, meanwhile)
        for number, bits in enumerate(world.knows)
    ]
    for group in {slot.group for slot in slots if slot.group is not None}:
        together = [slot for slot in slots if slot.group == group]
        for slot in together:
            _exchange(slot, chooser.choice(together))
    hidden.write_into(world)
    return {card: slot.card for card, slot in zip(before, slots, strict=True)}


def _fits(slot: Slot, card: Card) -> bool:
    return slot.clothes is None or slot.clothes is CLOTHES[card]


def _exchange(one: Slot, other: Slot) -> None:
    one.pile[one.index], other.pile[other.index] = other.card, one.card


def _translated(bits: int, moved: dict[Card, Card]) -> int:
    result = bits
    for card in moved:
        result &= ~(1 << card)
    for card, there in moved.items():
        if bits >> card & 1:
            result |= 1 << there
    return result


def _choose_otherwise(
    world: State, before: State, events: Iterable[Event], viewer: Seat | None, chooser: random.Random
) -> None:
    """Let others choose another model or vote otherwise, unless the step reveals it (CM-M2, CM-X4)."""
    kinds = {type(event) for event in events}
    if Featured not in kinds:
        world.featured = {
            magazine: card if world.owner(magazine) == viewer else chooser.choice(_choices(before, magazine))
            for magazine, card in world.featured.items()
        }
    if VotesRevealed not in kinds:
        world.votes = tuple(
            vote if vote is None or number == viewer else chooser.choice((True, False))
            for number, vote in enumerate(world.votes)
        )


@lru_cache(maxsize=256)
def _with_other_secrets(chapter: Chapter) -> Chapter:
    """Return a chapter of the history with other secrets."""
    return Chapter(tuple(_with_other_cards(event) for event in chapter.events))


def _with_other_cards(event: Event) -> Event:
    """Return the event with other cards and votes where the public did not see them."""
    match event:
        case Shuffled(pile, cards):
            return Shuffled(pile, cards[::-1])
        case Dealt(seat, cards):
            return Dealt(seat, _others(cards))
        case Looked(seat, cards):
            return Looked(seat, _others(cards))
        case Placed(seat, cards):
            return Placed(seat, _others(cards))
        case Kept(seat, kept, put_back):
            return Kept(seat, _others(kept), _others(put_back))
        case Took(seat, Source.FACE_DOWN, card):
            return Took(seat, Source.FACE_DOWN, _other(card))
        case TookNext(seat, card):
            return TookNext(seat, _other(card))
        case Chose(magazine, seat, card):
            return Chose(magazine, seat, _other(card))
        case FictionalPlaced(a, b, a_placed):
            return FictionalPlaced(_other(a), b, a_placed)
        case Voted(seat, play_on):
            return Voted(seat, not play_on)
        case _:
            return event


def _others(cards: Iterable[Card | None]) -> tuple[Card | None, ...]:
    return tuple(_other(card) for card in cards)


def _other(card: Card | None) -> Card | None:
    return None if card is None else Card((card + 1) % len(CARDS))


def _choices(state: State, magazine: Magazine) -> tuple[Card, ...]:
    trends = trends_of(tracks(state))
    row = state.covers[magazine]
    return most_trendy(row, tuple(trend_value(card, trends) for card in row))


def _other_action(
    before: State, action: Action, events: Iterable[Event], moved: dict[Card, Card], chooser: random.Random
) -> Action:
    """Return the same decision in the other world; one that stays secret may be different."""
    kinds = {type(event) for event in events}
    match action:
        case Place(cards):
            return Place(tuple(moved.get(card, card) for card in cards))
        case Keep(cards):
            return Keep(tuple(moved.get(card, card) for card in cards))
        case Feature(row) if Featured not in kinds:
            options = [option for option in coverme.legal(before, _deciding(before, action)) if _row(option) is row]
            return chooser.choice(options)
        case Vote() if VotesRevealed not in kinds:
            return Vote(play_on=chooser.choice((True, False)))
        case _:
            return action


def _row(action: Action) -> object:
    return action.row if isinstance(action, Feature) else None


def _deciding(state: State, action: Action) -> Seat:
    return next(seat for seat in coverme.to_act(state) if action in coverme.legal(state, seat))
