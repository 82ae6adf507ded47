"""Continue a game of Cover Me; unseen cards are dealt anew as far as the seat's perfect memory allows (CM-I1).

The seat's memory is replayed event by event. A `Slot` is a place in a shuffled pile. Some slots have a card that the seat
saw: it drew the card, or the card was turned over right there. Others went into a `Bag` unseen: another hand, or the
fictional pile. When a card is seen to leave a bag, any slot in the bag of which the card can have come may have been
the one. At the end, the cards that were never seen go into the slots that are left.

So the result depends on what the seat saw, and not on the cards that it did not see: `tests/continuing` compares two worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from covergames import coverme
from covergames.coverme import Action, Card, Clothes, Event, Phase, Source, State
from covergames.coverme.cards import CLOTHES
from covergames.coverme.events import (
    Dealt,
    FictionalPlaced,
    InfluenceDrawn,
    Kept,
    Looked,
    Revealed,
    Shuffled,
    Swapped,
    Took,
    TookNext,
    Turned,
)
from covergames.coverme.notation import card_text
from covergames.game import Data, Dealer, Seat
from covergames.record import Moment, RecordError

MAX_ATTEMPTS: Final = 1000
"""A choice that a later event contradicts starts the deal again; nearly all deals need one attempt."""

Moments: TypeAlias = Sequence[Moment[State, Action | None, Event]]


def may_begin(state: State, /, *, anew: bool) -> bool:
    """Return whether the game can begin here: it is not over, and no secret choice waits if cards are dealt anew."""
    if state.phase is Phase.OVER:
        return False
    chosen = [card for number, card in enumerate(state.placed) if number < state.players and card is not None]
    return not anew or not (chosen or state.featured or any(vote is not None for vote in state.votes))


def deal_anew(events: Sequence[Data], moments: Moments, seat: Seat, dealer: Dealer) -> list[Data]:
    """Return events with which the seat would have seen the same game, with other unseen cards and choices.

    Raises:
        RecordError: none was found.
    """
    for _ in range(MAX_ATTEMPTS):
        try:
            return _Deal(moments, seat, dealer).events(events)
        except _Contradiction:
            pass
    raise RecordError(f"no other deal was found that seat {seat} cannot tell from this one")


class _Contradiction(Exception):
    """A random choice that the seat knows to be wrong by a later event."""


@dataclass(slots=True, eq=False)
class Slot:
    """A place in a shuffled pile."""

    clothes: Clothes | None = None
    """The colour that the card has, if all cards of the pile have it and the `Pool` has others too (CM-V3)."""
    card: Card | None = None
    """The card that lies there; None: not settled."""

    def settle(self, card: Card) -> None:
        """Set the card.

        Raises:
            _Contradiction: another card lies there.
        """
        if self.card not in (None, card):
            raise _Contradiction
        self.card = card


@dataclass(slots=True, eq=False)
class Pool:
    """Cards that were shuffled together, and the slots that they are in."""

    cards: Sequence[Card]
    slots: list[Slot] = field(default_factory=list)

    def fill(self, dealer: Dealer) -> None:
        """Settle all slots that are left, at random."""
        left = sorted(set(self.cards) - {slot.card for slot in self.slots})
        left = dealer.shuffle("unseen", left)
        for slot in sorted(self.slots, key=lambda slot: slot.clothes is None):
            if slot.card is None:
                fitting = (card for card in left if slot.clothes in (None, CLOTHES[card]))
                card = next(fitting, None)
                if card is None:
                    raise _Contradiction
                slot.card = card
                left.remove(card)


@dataclass(slots=True, eq=False)
class Bag:
    """A hand of another player, or the fictional pile: the slots of the cards that went there unseen."""

    slots: list[tuple[Pool, Slot]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class FictionalOrder:
    """A shuffle of the fictional pile (CM-24)."""

    cards: tuple[Card, ...]
    """In the original game, top first."""
    slots: list[Slot]
    seen: set[Card] = field(default_factory=set)
    """The cards that were seen before the next shuffle."""

    def resolve(self, dealer: Dealer) -> list[Card]:
        """Return the cards: those that were seen where they were, the others in another order."""
        pile = {slot.card for slot in self.slots if slot.card is not None}
        rest = iter(dealer.shuffle("fictional", sorted(pile - self.seen)))
        return [card if card in self.seen else next(rest) for card in self.cards]


class _Deal:
    """One attempt: what the seat saw, with random choices where it cannot know."""

    def __init__(self, moments: Moments, seat: Seat, dealer: Dealer) -> None:
        first = moments[0].state
        self._seat = seat
        self._dealer = dealer
        self._players = first.players
        self._same_value = Pool([]) if first.options.same_value is not None else None
        """With cards of the same value, one pool for all colours (CM-V3)."""
        self._pools: list[Pool] = [] if self._same_value is None else [self._same_value]
        self._pool_of: dict[Card, Pool] = {}
        self._slot_of: dict[Card, Slot] = {}
        """By card of the original game. Of a card in a bag nobody knows which slot it is."""
        self._bag_of: dict[Card, Bag] = {}
        self._hands = [Bag() for _ in range(first.players)]
        self._fictional_pile = Bag()
        self._fictional: FictionalOrder | None = None
        self._orders: list[Callable[[], list[Card]]] = []
        """The shuffles, in order, once all slots are settled."""
        self._kept: dict[int, list[Slot]] = {}
        """By decision: what other players kept of the next pile."""
        self._looked: tuple[Card, ...] = ()
        for number, moment in enumerate(moments):
            for event in coverme.set_up_events(moment.state) if number == 0 else moment.events:
                self._see(event, number)

    def events(self, events: Sequence[Data]) -> list[Data]:
        """Return the events of the record with the cards of this deal."""
        for pool in self._pools:
            pool.fill(self._dealer)
        orders = iter(self._orders)
        decision = 0
        dealt: list[Data] = []
        for event in events:
            if event["event"] == "shuffle":
                dealt.append({**event, "cards": _texts(next(orders)())})
                continue
            decision += 1
            kept = self._kept.get(decision)
            dealt.append(event if kept is None else {**event, "cards": _texts(slot.card for slot in kept)})
        return dealt

    def _see(self, event: Event, decision: int) -> None:
        match event:
            case Shuffled("fictional", cards):
                self._shuffle_fictional(_all(cards))
            case Shuffled(pile, cards):
                self._shuffle(pile, _all(cards), is_set_up=decision == 0)
            case Dealt(seat, cards):
                self._draw(seat, _all(cards))
            case Took(seat, source, card) if card is not None:
                if source is Source.FACE_DOWN:
                    self._draw(seat, (card,))
            case TookNext(seat, card) if card is not None:
                self._draw(seat, (card,))
            case Looked(seat, cards):
                self._looked = _all(cards)
                if seat == self._seat:
                    self._show(self._looked)
            case Kept(seat, cards) if seat != self._seat:
                self._keep(seat, _all(cards), decision)
            case InfluenceDrawn(cards) | Turned(cards):
                self._show(cards)
            case FictionalPlaced(_, b, _) if b is not None:
                self._show((b,))
            case Revealed(_, covers):
                self._show(card for _, card in covers)
            case Swapped(_, card):
                self._show((card,))
            case _:
                pass

    def _shuffle(self, pile: str, cards: tuple[Card, ...], *, is_set_up: bool) -> None:
        """New slots, for cards of which everybody knows that they are in this pile (CM-S1, CM-S3, CM-R3, CM-V3)."""
        pool = self._same_value if is_set_up else None
        if pool is not None and pile != "face-down":
            pool.cards = [*pool.cards, *cards]
            top = [Slot(CLOTHES[card]) for card in cards[: self._players]]
            self._add(pool, cards, top)
            self._orders.append(lambda: self._colour(cards, top))
            return
        if pool is None:
            pool = Pool(cards)
            self._pools.append(pool)
        slots = [Slot() for _ in cards]
        self._add(pool, cards, slots)
        self._orders.append(lambda: [slot.card for slot in slots if slot.card is not None])

    def _add(self, pool: Pool, cards: Iterable[Card], slots: list[Slot]) -> None:
        pool.slots += slots
        for card in cards:
            self._pool_of[card] = pool
        self._slot_of.update(zip(cards, slots, strict=False))

    def _colour(self, cards: tuple[Card, ...], top: list[Slot]) -> list[Card]:
        """Return a colour's cards: those that were dealt, then the others, whose order nobody saw (CM-V3)."""
        dealt = [slot.card for slot in top if slot.card is not None]
        return [*dealt, *self._dealer.shuffle("colour", sorted(set(cards) - set(dealt)))]

    def _draw(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        """The seat sees what it draws; what others draw goes into their hands."""
        if seat == self._seat:
            self._show(cards)
        else:
            for card in cards:
                self._put(card, self._hands[seat])

    def _put(self, card: Card, bag: Bag) -> None:
        bag.slots.append((self._pool_of[card], self._slot_of[card]))
        self._bag_of[card] = bag

    def _show(self, cards: Iterable[Card]) -> None:
        """The seat sees these cards."""
        for card in cards:
            if self._fictional is not None:
                self._fictional.seen.add(card)
            bag = self._bag_of.pop(card, None)
            if bag is None:
                self._slot_of[card].settle(card)
            else:
                self._slot_of[card] = self._leave(bag, card)

    def _leave(self, bag: Bag, card: Card) -> Slot:
        """Return a slot in the bag in which the card may have been, and take it out."""
        fitting = [place for place in bag.slots if place[1].card == card] or [
            (pool, slot)
            for pool, slot in bag.slots
            if slot.card is None and pool is self._pool_of[card] and slot.clothes in (None, CLOTHES[card])
        ]
        if not fitting:
            raise _Contradiction
        place = fitting[self._pick(len(fitting), 1)[0]]
        bag.slots.remove(place)
        place[1].card = card
        return place[1]

    def _keep(self, seat: Seat, kept: tuple[Card, ...], decision: int) -> None:
        """Another player keeps any of the cards; the others go under the next pile in the order drawn (CM-R2, CM-A5)."""
        slots = [self._slot_of[card] for card in self._looked]
        picked = self._pick(len(slots), len(kept))
        self._kept[decision] = [slots[number] for number in picked]
        put_back = [card for card in self._looked if card not in kept]
        others = [slot for number, slot in enumerate(slots) if number not in picked]
        self._slot_of.update(zip((*kept, *put_back), (*self._kept[decision], *others), strict=True))
        for card in kept:
            self._put(card, self._hands[seat])

    def _shuffle_fictional(self, cards: tuple[Card, ...]) -> None:
        """All cards that are new in the pile, or were seen and came back, go into its bag; a new order begins (CM-24)."""
        entering = {self._slot_of[card]: card for card in cards if card not in self._bag_of}
        for pool in self._pools:
            for slot in pool.slots:
                if slot in entering:
                    self._put(entering[slot], self._fictional_pile)
        order = FictionalOrder(cards, [slot for _, slot in self._fictional_pile.slots])
        self._fictional = order
        self._orders.append(lambda: order.resolve(self._dealer))

    def _pick(self, of: int, count: int) -> list[int]:
        """Return that many of the numbers below `of`, in order."""
        return sorted(self._dealer.shuffle("pick", range(of))[:count])


def _all(cards: Iterable[Card | None]) -> tuple[Card, ...]:
    """Return the cards of an event in which nothing is hidden."""
    return tuple([card for card in cards if card is not None])


def _texts(cards: Iterable[Card | None]) -> list[str]:
    return [card_text(card) for card in cards if card is not None]
