"""What the history says about unseen cards: the clothes colours that some of them must have.

A player who kept a card of the next pile holds a card of its colour until such a card is seen to leave the hand
(CM-R2). At the end of the year the rest of that pile goes on top of the face-down pile, until it is drawn (CM-Y1).
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from covergames.coverme import Card, Clothes, Source, View
from covergames.coverme.cards import CLOTHES
from covergames.coverme.events import (
    Event,
    Featured,
    FictionalReplenished,
    Kept,
    Revealed,
    Shuffled,
    Swapped,
    Took,
    TookNext,
    Turned,
    YearBegan,
)
from covergames.game import Seat

_FIRST: Final = Clothes.GREEN
"""The colour of the first next pile (CM-S3)."""
_CARDS_OF_COLOUR: Final = 27


class Colours:
    """The clothes colours of unknown cards, as one viewer can know them."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._shown: list[set[Card]] = [set() for _ in range(view.players)]
        """By seat: the cards in hand that everybody saw going there."""
        self._kept: list[Counter[Clothes]] = [Counter() for _ in range(view.players)]
        """By seat: how many cards, not shown since, came from the next pile of that colour."""
        self._next: Clothes | None = _FIRST if view.options.same_value is None else None
        self._left = _CARDS_OF_COLOUR
        """How many cards the next pile has, if there is one."""
        self._on_top: list[Clothes] = []
        """The upper part of the face-down pile, the top card last: as much of it as came from next piles."""
        for chapter in view.history:
            for event in chapter:
                self._see(event)

    def of_hand(self, seat: Seat) -> list[Clothes]:
        """Return the colours of unknown cards in the hand; the other unknown cards may have any colour."""
        deduced = Counter(CLOTHES[card] for card in self._view.hands[seat].known if card not in self._shown[seat])
        return sorted((self._kept[seat] - deduced).elements(), key=lambda colour: colour.value)

    def of_face_down(self) -> list[Clothes]:
        """Return the colours of the upper part of the face-down pile, top first."""
        return self._on_top[::-1]

    def _see(self, event: Event) -> None:
        match event:
            case Kept(seat, kept):
                self._take_next(seat, len(kept))
            case TookNext(seat):
                self._take_next(seat, 1)
            case Took(seat, source, card):
                if source is Source.FACE_DOWN:
                    self._draw(1)
                elif card is not None:
                    self._shown[seat].add(card)
            case Revealed(_, covers):
                for magazine, card in covers:
                    if (owner := self._view.magazines[magazine].owner) is not None:
                        self._show(owner, card)
            case Featured(magazine, cards):
                if (owner := self._view.magazines[magazine].owner) is not None:
                    self._shown[owner].difference_update(cards)
            case Swapped(seat, card):
                self._show(seat, card)
                self._shown[seat].remove(card)
            case Turned(cards):
                self._draw(len(cards))
            case FictionalReplenished(face_down, next_pile):
                self._draw(face_down)
                self._left -= next_pile
            case Shuffled(pile) if pile == "face-down":
                self._on_top.clear()
            case YearBegan(next_clothes=colour):
                if self._next is not None:
                    self._on_top += [self._next] * self._left
                self._next = colour
                self._left = _CARDS_OF_COLOUR
            case _:
                pass

    def _take_next(self, seat: Seat, count: int) -> None:
        self._left -= count
        if self._next is not None:
            self._kept[seat][self._next] += count

    def _show(self, seat: Seat, card: Card) -> None:
        """Note that everybody sees a card of the hand. If it has a next pile's colour, it may be the one from there."""
        if card not in self._shown[seat]:
            self._shown[seat].add(card)
            if self._kept[seat][CLOTHES[card]]:
                self._kept[seat][CLOTHES[card]] -= 1

    def _draw(self, count: int) -> None:
        """Note that cards were drawn from the face-down pile."""
        del self._on_top[max(0, len(self._on_top) - count) :]
