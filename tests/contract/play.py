"""Random games of any game, one decision at a time, for the checks of the properties."""

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
    """A position and the decision that comes next in it."""

    index: int
    state: Any
    seat: Seat
    action: Any


class Tape:
    """A dealer that records the shuffles of another one."""

    def __init__(self, dealer: Dealer) -> None:
        self.shuffles: list[tuple[str, list[Any]]] = []
        self._dealer = dealer

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        shuffled = self._dealer.shuffle(pile, cards)
        self.shuffles.append((pile, list(shuffled)))
        return shuffled


class Rewound:
    """A dealer that repeats the shuffles of a tape."""

    def __init__(self, shuffles: Sequence[tuple[str, list[Any]]]) -> None:
        self._shuffles = iter(shuffles)

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        taped, order = next(self._shuffles)
        assert taped == pile
        assert Counter(order) == Counter(cards)
        return list(order)

    def left(self) -> Iterator[tuple[str, list[Any]]]:
        """The shuffles that were not used yet."""
        return self._shuffles


class Shuffler:
    """A dealer for tests. Its shuffles stay the same if the package's dealer changes."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def shuffle(self, _pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        return self._generator.sample(cards, len(cards))


def seeded(seed: object) -> Shuffler:
    """Return a dealer with shuffles from this seed."""
    return Shuffler(random.Random(repr(seed)))


def walk(adapter: Adapter, table: Table, seed: int, dealer: Dealer | None = None) -> Iterator[Turn]:
    """Play a whole random game; each decision is applied after the caller has seen it."""
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
