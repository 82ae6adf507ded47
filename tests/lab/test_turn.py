"""Who acts next."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from covergames.game import CLOCK, Seat
from covergames.lab.turn import next_action


@dataclass(frozen=True)
class Timed:
    t: int


class Always:
    """A bot that has made up its mind."""

    def __init__(self, action: Any) -> None:
        self.action = action
        self.asked = 0

    def choose(self, _view: object) -> Any:
        self.asked += 1
        return self.action


def game(*seats: int, deadline: int | None = None) -> Any:
    """A game in which these seats may act, and the clock at its deadline."""
    return SimpleNamespace(
        to_act=lambda _state: tuple(map(Seat, seats)),
        view=lambda _state, seat: seat,
        legal=lambda _state, seat: (Timed(deadline),) if seat == CLOCK and deadline is not None else (),
    )


def test_without_time_the_first_decides() -> None:
    """Nobody else is asked for nothing."""
    players = [Always("a"), Always("b"), Always("c")]
    assert next_action(game(1, 2), None, players, 5) == (1, "b")
    assert [player.asked for player in players] == [0, 1, 0]


@pytest.mark.parametrize(
    ("times", "deadline", "decisions", "seat"),
    [
        ((30, 10, 20), None, 0, 1),
        ((30, 10, 20), 15, 0, 1),
        ((30, 10, 20), 9, 0, CLOCK),
        ((30, 10, 20), 10, 0, CLOCK),
        ((10, 10, 10), None, 0, 0),
        ((10, 10, 10), None, 1, 1),
        ((10, 10, 10), None, 5, 2),
    ],
)
def test_in_time_the_earliest_acts(times: tuple[int, ...], deadline: int | None, decisions: int, seat: int) -> None:
    """Whoever sits where; the clock comes first among equals, and they take turns."""
    players = [Always(Timed(t)) for t in times]
    assert next_action(game(0, 1, 2, deadline=deadline), None, players, decisions)[0] == seat
