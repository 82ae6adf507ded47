"""Games played with the rules and with the kernel, with every field of every position compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any

from covergames import coverme
from covergames.coverme import Action, Options, State
from covergames.coverme.notation import parse_card
from covergames.game import AnyCard, Seat
from covergames.kernel import Position
from covergames.record import Record, replay

REMEMBERED = {"options", "knows", "past", "present"}
"""The fields of a state that do not belong to the position."""
COMPARED = tuple(field.name for field in fields(State) if field.name not in REMEMBERED)

Choose = Callable[[State, Seat], Action]


class Tape:
    """A dealer that shuffles and records the shuffles."""

    def __init__(self, chooser: random.Random) -> None:
        self.chooser = chooser
        self.shuffles: list[list[Any]] = []

    def shuffle(self, _pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        shuffled = self.chooser.sample(cards, len(cards))
        self.shuffles.append(list(shuffled))
        return shuffled

    def wind(self) -> list[list[Any]]:
        """Return the shuffles since the last call."""
        shuffles, self.shuffles = self.shuffles, []
        return shuffles


def compare(position: Position, state: State) -> None:
    """Check that the position equals the state in every field, with the same seats to act and the same legal actions."""
    values = position.fields()
    assert set(values) == set(COMPARED)
    for name in COMPARED:
        assert values[name] == getattr(state, name), name
    assert position.to_act() == coverme.to_act(state)
    assert position.result() == coverme.result(state)


def compare_legal(position: Position, state: State) -> None:
    """Check that the same actions are legal for everybody."""
    for number in range(state.players):
        legal = position.legal(Seat(number))
        assert set(legal) == set(coverme.legal(state, Seat(number)))
        assert len(legal) == len(set(legal))


def play_both(players: int, options: Options, chooser: random.Random, choose: Choose | None = None) -> Iterator[State]:
    """Play a game with both, compare after every decision, and yield every state."""
    tape = Tape(chooser)
    options = coverme.settle(players, options, tape)
    tape.wind()
    state = coverme.new(players, options, tape)
    position = Position.deal_scripted(players, options, tape.wind())
    compare(position, state)
    yield state
    while seats := coverme.to_act(state):
        seat = chooser.choice(seats)
        if chooser.random() < 0.1:
            compare_legal(position, state)
            position = Position.of(state)
        action = choose(state, seat) if choose else chooser.choice(coverme.legal(state, seat))
        state = coverme.apply(state, seat, action, tape).state
        position.apply(seat, action, tape.wind())
        compare(position, state)
        yield state


def replay_both(record: Record) -> int:
    """Replay a record with both and compare after every event; return the number of positions."""
    moments = list(replay(record))
    options = moments[0].state.options
    shuffles = [
        [parse_card(text) for text in event["cards"]] if event["event"] == "shuffle" else None
        for event in record.events
    ]
    position = Position.deal_scripted(
        len(record.players), options, [cards or [] for cards in shuffles[: moments[0].index]]
    )
    compare(position, moments[0].state)
    for before, moment in pairwise(moments):
        assert moment.seat is not None
        drawn = [cards or [] for cards in shuffles[before.index + 1 : moment.index]]
        position.apply(moment.seat, moment.action, drawn)
        compare(position, moment.state)
    return len(moments)
