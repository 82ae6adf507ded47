"""The time that players need, and how they hurry."""

from __future__ import annotations

import random
from math import exp
from statistics import median

import pytest

from covergames.bots.coverup.pace import MARGIN_MS, Pace, hurried

PACE = Pace(first=4.0, card=8.0, least=3.0, look=10.0, reaction=1.5, aside=5.0, spread=0.4)


def test_times_are_log_normal() -> None:
    """Half of them are shorter than the median, and one in six is longer than e to the spread times the median."""
    generator = random.Random(1)
    times = sorted(PACE.time(PACE.card, generator) for _ in range(4000))
    assert median(times) == pytest.approx(8000, rel=0.02)
    assert sum(time > 8000 * exp(0.4) for time in times) / 4000 == pytest.approx(0.159, abs=0.015)
    assert sum(time < 8000 / exp(0.4) for time in times) / 4000 == pytest.approx(0.159, abs=0.015)


@pytest.mark.parametrize(
    ("t", "deadline", "steps", "expected"),
    [
        (18_000, None, 5, 18_000),
        (18_000, 300_000, 5, 18_000),
        (18_000, 30_000 + MARGIN_MS, 2, 18_000),
        (18_000, 20_000 + MARGIN_MS, 2, 15_000),
        (18_000, 30_000 + MARGIN_MS, 4, 15_000),
        (18_000, 16_000 + MARGIN_MS, 4, 13_000),
        (18_000, 10_500, 1, 13_000),
    ],
)
def test_a_player_with_little_time_hurries(t: int, deadline: int | None, steps: int, expected: int) -> None:
    """The time left from 10 s on is divided between the steps, but no step takes less than the least time."""
    assert hurried(t, now=10_000, deadline=deadline, steps=steps, least=3.0) == expected


def test_asking_again_does_not_slow_anybody_down() -> None:
    """A hurried plan stays the same as time passes."""
    planned = hurried(40_000, now=10_000, deadline=40_000, steps=3, least=3.0)
    for now in range(10_000, planned, 500):
        assert hurried(planned, now=now, deadline=40_000, steps=3, least=3.0) == planned
