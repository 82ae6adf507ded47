"""Cover Up positions in notation, for tests.

A card is drawn as its two rows, ``"12.. 3..4"``: digits are symbols, dots are empty. A placement is ``g01@0,0``, or
``g01:f3@2,-1`` for a card that is flipped and turned three quarters. A pile is placements from bottom to top.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from covergames import coverup
from covergames.coverup import (
    Action,
    Card,
    Deck,
    Done,
    Event,
    Flip,
    GiveBack,
    Lay,
    Lift,
    Options,
    Pile,
    Placement,
    State,
    TimeUp,
)
from covergames.game import CLOCK, AnyCard, IllegalAction, Seat

NOTATION = re.compile(r"(\w+)(?::(f?)([0-3]?))?@(-?\d+),(-?\d+)")


def squares(drawing: str) -> tuple[int, ...]:
    """Return the eight squares of a drawn card."""
    return tuple(0 if square == "." else int(square) for square in drawing.replace(" ", ""))


def deck_with(**drawings: str) -> Deck:
    """Return the house deck with some of its cards replaced by drawn ones."""
    house = coverup.house_deck()
    faces = tuple(
        replace(face, squares=squares(drawings[face.id])) if face.id in drawings else face for face in house.faces
    )
    deck = coverup.read_deck(coverup.write_deck(replace(house, name="drawn", faces=faces)))
    assert all(deck.card(name) is not None for name in drawings)
    return deck


def placement(text: str, deck: Deck) -> Placement:
    """Return a placement from notation."""
    match = NOTATION.fullmatch(text)
    assert match is not None, text
    name, flip, turn, x, y = match.groups()
    return Placement(deck.card(name), flip == "f", int(turn or 0), int(x), int(y))


def pile(text: str, deck: Deck) -> Pile:
    """Return a pile from notation, from bottom to top."""
    return tuple(placement(word, deck) for word in text.split())


def cards(text: str, deck: Deck) -> tuple[Card, ...]:
    """Return cards by their ids."""
    return tuple(deck.card(word) for word in text.split())


def names(some: Sequence[Card], deck: Deck) -> str:
    """Return the ids of cards."""
    return " ".join(deck[card].id for card in some)


class Rigged:
    """A dealer that puts the wanted cards on top of a pile and leaves the others in their order."""

    def __init__(self, tops: Mapping[str, Sequence[object]]) -> None:
        self._tops = tops

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """Return the pile with the wanted cards on top."""
        wanted = list(self._tops.get(pile, ()))
        top = [card for want in wanted for card in cards if card == want]
        return [*top, *(card for card in cards if card not in wanted)]


@dataclass
class Table:
    """A game in progress, written in notation."""

    state: State
    events: list[Event] = field(default_factory=list)

    @classmethod
    def of(
        cls, *hands: str, options: Options | None = None, deck: Deck | None = None, yellow: str = "", red: str = ""
    ) -> Table:
        """Return a table in round one whose seats hold these green cards."""
        options = options or Options()
        if deck is not None:
            options = replace(options, deck=deck)
        dealer = Rigged(
            {
                "green": [card for hand in hands for card in cards(hand, options.deck)],
                "yellow": cards(yellow, options.deck),
                "red": cards(red, options.deck),
            }
        )
        return cls(coverup.new(len(hands), options, dealer))

    @property
    def deck(self) -> Deck:
        """The deck of this game."""
        return self.state.options.deck

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Apply an action."""
        step = coverup.apply(self.state, Seat(seat), action, Rigged({}))
        self.state = step.state
        self.events += step.events
        return step.events

    def lay(self, seat: int, text: str, t: int | None = None) -> None:
        """Lay cards in this order."""
        for at in pile(text, self.deck):
            self.act(seat, Lay(at, self.state.now if t is None else t))

    def lift(self, seat: int, name: str, t: int | None = None) -> None:
        """Take a card off the pile."""
        self.act(seat, Lift(self.deck.card(name), self.state.now if t is None else t))

    def flip(self, seat: int, t: int | None = None) -> None:
        """Flip the hourglass."""
        self.act(seat, Flip(self.state.now if t is None else t))

    def done(self, *seats: int, t: int | None = None) -> None:
        """Finish the round."""
        for seat in seats:
            self.act(seat, Done(self.state.now if t is None else t))

    def time_up(self, t: int) -> None:
        """Let the time run out."""
        self.act(CLOCK, TimeUp(t))

    def give_back(self, seat: int, name: str) -> None:
        """Choose a green card to give back."""
        self.act(seat, GiveBack(self.deck.card(name)))

    def next_round(self) -> None:
        """Finish the round for everybody with nothing more laid, and give back the first green card."""
        self.done(*(seat for seat in self.state.seats if not self.state.locked[seat]))
        for seat in self.state.seats:
            self.act(seat, coverup.legal(self.state, seat)[0])

    def hand(self, seat: int) -> str:
        """Return a seat's cards."""
        return names(self.state.hands[seat], self.deck)

    def pile(self, seat: int) -> str:
        """Return a seat's laid cards, from bottom to top."""
        return names([at.card for at in self.state.piles[seat]], self.deck)

    def points(self, seat: int) -> int:
        """Return a seat's points of the latest round."""
        return self.state.scores[-1][seat].points

    def refusal(self, seat: int, action: Action) -> str:
        """Return the id of the rule by which an action is refused, after checking that nothing has changed."""
        before = self.state
        try:
            coverup.apply(self.state, Seat(seat), action, Rigged({}))
        except IllegalAction as refusal:
            rule_id, reason = refusal.rule_id, refusal.reason
            assert self.state == before
            assert reason
            return rule_id
        raise AssertionError(f"{action} was accepted")
