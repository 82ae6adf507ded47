"""An observer with a perfect memory: it gets only redacted events, and infers where the cards are.

It is written from CM-I1 and the meaning of the events, independently of the engine, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from covergames import coverme
from covergames.coverme import Card, Event, Magazine, Options, Source, TwoPlayer, View
from covergames.coverme.cards import HAIR
from covergames.coverme.events import (
    Chose,
    Dealt,
    Featured,
    FictionalPileFormed,
    FictionalPlaced,
    FictionalReplenished,
    GameEnded,
    InfluenceDiscarded,
    InfluenceDrawn,
    Judged,
    Kept,
    Looked,
    Placed,
    Revealed,
    SeasonBegan,
    Shuffled,
    StacksOpened,
    Stayed,
    Swapped,
    Took,
    TookNext,
    Turned,
    Voted,
    VotesRevealed,
    WentWithout,
    YearBegan,
)
from covergames.coverme.places import Fate
from covergames.game import Seat

Pile = list[Card | None]
"""Top first; None: any card."""


class Observer:
    """Everything that one seat, or a spectator, can know about every place."""

    def __init__(self, players: int, options: Options, seat: Seat | None) -> None:
        self.seat = seat
        self.players = players
        self.is_advanced = players == 2 and options.two_player is TwoPlayer.ADVANCED
        self.is_same_value = options.same_value is not None
        self.face_down: Pile = []
        self.next_pile: Pile = []
        self.set_aside: list[Pile] = []
        self.looked: Pile = []
        self.hands: list[Pile] = [[] for _ in range(players)]
        self.fictional: Pile = []
        self.face_up: set[Card] = set()
        """Open piles, discard, influence row and covers, which every viewer can see or remember."""
        self.discard: set[Card] = set()
        self.open_piles: dict[coverme.Hair, list[Card]] = {hair: [] for hair in coverme.Hair}
        self.stacks: set[Card] = set()

    @classmethod
    def at(cls, view: View) -> Observer:
        """Return an observer since the start: it knows the public set-up and the seat's first hand."""
        observer = cls(view.players, view.options, view.seat)
        for part in view.history:
            observer.observe(part)
        if view.seat is not None:
            assert len(observer.hands[view.seat]) == len(view.hand)
            observer.hands[view.seat] = list(view.hand)
        return observer

    def observe(self, events: Iterable[Event]) -> None:
        """Add an event."""
        for event in events:
            self._observe(event)

    def known(self) -> set[Card]:
        """Return the cards whose place is known: exactly, or the hand, or the fictional pile."""
        piles = (self.face_down, self.next_pile, *self.set_aside, self.looked, *self.hands, self.fictional)
        hidden = {card for pile in piles for card in pile if card is not None}
        open_cards = {card for pile in self.open_piles.values() for card in pile}
        return hidden | self.face_up | self.discard | self.stacks | open_cards

    def _observe(self, event: Event) -> None:
        match event:
            case Shuffled(pile, cards):
                self._shuffled(pile, len(cards))
            case Dealt(seat, cards):
                self.hands[seat] += cards
                for _ in cards:
                    if self.face_down:
                        self.face_down.pop(0)
            case FictionalPileFormed(size):
                self.fictional = [self.face_down.pop(0) for _ in range(size)]
            case InfluenceDrawn(cards):
                for card in cards:
                    self._drawn(self.face_down, card)
                    self.face_up.add(card)
            case Turned(cards):
                for card in cards:
                    self._drawn(self.face_down, card)
                    self.open_piles[HAIR[card]].append(card)
            case Took(seat, source, card):
                if source is Source.FACE_DOWN:
                    self.hands[seat].append(self._drawn(self.face_down, card))
                else:
                    assert card == self.open_piles[list(coverme.Hair)[source]].pop()
                    self.hands[seat].append(card)
            case TookNext(seat, card):
                self.hands[seat].append(self._drawn(self.next_pile, card))
            case Looked(_, cards):
                self.looked = [self._drawn(self.next_pile, card) for card in cards]
            case Kept(seat, kept, put_back):
                self.hands[seat] += kept
                self.next_pile += put_back
                self.looked = []
            case FictionalPlaced(_, b):
                if b is not None:
                    self._out_of(self.fictional, b)
                    self.face_up.add(b)
            case Revealed(_, covers):
                for magazine, card in covers:
                    if card not in self.face_up:
                        self._out_of(self._home(magazine), card)
                    self.face_up.add(card)
            case Featured(magazine, cards, _, fate, returned):
                if fate is not Fate.INFLUENCE_ROW:
                    self.face_up -= set(cards)
                    self.stacks |= set(cards)
                self.face_up -= set(returned)
                self._home(magazine).extend(returned)
            case InfluenceDiscarded(cards):
                self.face_up -= set(cards)
                self.discard |= set(cards)
            case FictionalReplenished(face_down, next_pile):
                self.fictional += [self.face_down.pop(0) for _ in range(face_down)]
                self.fictional += [self.next_pile.pop(0) for _ in range(next_pile)]
            case YearBegan(_, discarded, _):
                self.face_down = self.next_pile + self.face_down
                self.next_pile = self.set_aside.pop(0) if self.set_aside else []
                self.discard |= set(discarded)
                self.open_piles = {hair: [] for hair in coverme.Hair}
            case Swapped(seat, card):
                self._out_of(self.hands[seat], card)
                self.discard.add(card)
            case StacksOpened(prestige_stacks, side_stacks):
                assert {card for stack in prestige_stacks + side_stacks for card in stack} == self.stacks
            case WentWithout() | SeasonBegan() | Placed() | Judged() | Chose() | Stayed() | Voted() | VotesRevealed():
                pass
            case GameEnded():
                pass
            case _:
                assert_never(event)

    def _shuffled(self, pile: str, size: int) -> None:
        """Forget the order of a shuffled pile; the contents of the fictional one stay known (CM-I1)."""
        unknown: Pile = [None] * size
        match pile:
            case "face-down":
                self.face_down += unknown
                self.discard = set()
            case "fictional":
                assert len(self.fictional) == size
            case "next":
                self.next_pile = unknown
            case "black" | "white" if not self.is_same_value:
                self.set_aside.append(unknown)
            case _:
                pass

    def _drawn(self, pile: Pile, card: Card | None) -> Card | None:
        """Return the top card: as shown, or as remembered."""
        remembered = pile.pop(0)
        assert remembered is None or card is None or remembered == card
        return remembered if card is None else card

    def _out_of(self, pile: Pile, card: Card) -> None:
        """Remove the card from the hand or pile, or an unknown card in its place."""
        pile.remove(card if card in pile else None)

    def _home(self, magazine: Magazine) -> Pile:
        """Return the place that the magazine's covers come from and return to."""
        if magazine < self.players:
            return self.hands[magazine]
        return self.hands[magazine - self.players] if self.is_advanced else self.fictional
