"""Random games of any game, one decision at a time, for the properties to look at."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from covergames.game import AnyCard, Dealer, Seat
from tests.contract.adapters import Adapter, Table


@dataclass(frozen=True, slots=True)
class Turn:
    """A position and the decision that is about to be carried out in it."""

    index: int
    state: Any
    seat: Seat
    action: Any


class Tape:
    """A dealer that remembers what another one shuffled."""

    def __init__(self, dealer: Dealer) -> None:
        self.shuffles: list[tuple[str, list[Any]]] = []
        self._dealer = dealer

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        shuffled = self._dealer.shuffle(pile, cards)
        self.shuffles.append((pile, list(shuffled)))
        return shuffled


class Rewound:
    """A dealer that shuffles as a tape says."""

    def __init__(self, shuffles: Sequence[tuple[str, list[Any]]]) -> None:
        self._shuffles = iter(shuffles)

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        taped, order = next(self._shuffles)
        assert taped == pile
        assert Counter(order) == Counter(cards)
        return list(order)

    def left(self) -> Iterator[tuple[str, list[Any]]]:
        """The shuffles that nobody asked for yet."""
        return self._shuffles


class Shuffler:
    """A dealer for tests, whose shuffles stay the same whatever becomes of the project's own."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def shuffle(self, _pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        return self._generator.sample(cards, len(cards))


def seeded(seed: object) -> Shuffler:
    """A dealer whose shuffles this seed decides."""
    return Shuffler(random.Random(repr(seed)))


def walk(adapter: Adapter, table: Table, seed: int, dealer: Dealer | None = None) -> Iterator[Turn]:
    """Play a whole random game; each decision is carried out once the caller has looked at it."""
    chooser = random.Random(f"{table.name} {seed}")
    dealer = dealer or seeded((table.name, seed))
    game = adapter.game
    state = game.new(table.players, table.options, dealer)
    index = 0
    while seats := game.to_act(state):
        seat = chooser.choice(seats)
        action = adapter.choose(state, seat, chooser)
        yield Turn(index, state, seat, action)
        state = game.apply(state, seat, action, dealer).state
        index += 1
    assert game.result(state) is not None, "nobody is to act, and there is no result"
