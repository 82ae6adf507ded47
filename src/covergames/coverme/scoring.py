"""Prestige, tie-breaks and places (CM-X2 to CM-X5, CM-A6, CM-V3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from covergames.coverme.cards import PRESTIGE, Card
from covergames.coverme.state import State
from covergames.game import Result, Seat

Standing: TypeAlias = tuple[int, ...]
"""What seats are compared by, the most important first."""


def worth(state: State, stack: Sequence[Card]) -> int:
    """The prestige of a stack (CM-X2), or its number of cards in a same-value game (CM-V3)."""
    return len(stack) if state.options.same_value is not None else sum(PRESTIGE[card] for card in stack)


def score(state: State, seat: Seat) -> int:
    """What the seat's prestige stack is worth (CM-X2)."""
    return worth(state, state.prestige_stacks[seat])


def standing(state: State, seat: Seat) -> Standing:
    """The seat's score and its tie-breaks: the side stack (CM-A6), then number of cards, then the dearest (CM-X3)."""
    side_stack = state.side_stacks[seat]
    both = state.prestige_stacks[seat] + side_stack
    scores = score(state, seat), worth(state, side_stack)
    if state.options.same_value is not None:
        return scores
    values = [PRESTIGE[card] for card in both]
    return (*scores, len(both), *(values.count(value) for value in (5, 4, 3, 2)))


def ranking(state: State) -> Result:
    """Score and place of every seat; seats equal in everything share a place (CM-X5)."""
    standings = [standing(state, Seat(number)) for number in range(state.players)]
    places = tuple(1 + sum(other > own for other in standings) for own in standings)
    return Result(tuple(own[0] for own in standings), places)


def leaders(state: State) -> list[Seat]:
    """The seats that share the first place; several of them vote whether to play on (CM-X4)."""
    return [Seat(number) for number, place in enumerate(ranking(state).places) if place == 1]
