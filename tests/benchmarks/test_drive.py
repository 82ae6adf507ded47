"""Driving parties that need no server."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from benchmarks.load.drive import Driving
from benchmarks.load.party import Told

pytestmark = pytest.mark.anyio


class Steady:
    """A party whose members hear of everything after the same time, until its game is over."""

    def __init__(self, length: int, *, wait: float = 0.0) -> None:
        self.told: Told = lambda _seconds: None
        self.decided_at: list[float] = []
        self._length = length
        self._wait = wait

    @property
    def is_over(self) -> bool:
        return len(self.decided_at) == self._length

    async def sit_down(self) -> None:
        """Nobody has to."""

    async def watch(self) -> None:
        """Nobody does."""

    def decide(self) -> None:
        loop = asyncio.get_running_loop()
        self.decided_at.append(loop.time())
        loop.call_later(self._wait, lambda: self.told(0.25))

    def close(self) -> None:
        """There is nothing to close."""


async def test_as_fast_as_answers_come_every_game_is_played_to_its_end() -> None:
    """If that is before the time is over; every decision is counted once."""
    parties = [Steady(5), Steady(7)]
    drive = await Driving(parties, seconds=60, think=None).run()
    assert drive.waits == [0.25] * 12
    assert drive.seconds < 60


async def test_as_fast_as_answers_come_ends_in_time() -> None:
    """A game may be longer than the measurement."""
    party = Steady(10**9)
    drive = await Driving([party], seconds=0.05, think=None).run()
    assert len(drive.waits) == len(party.decided_at) > 1
    assert drive.seconds >= 0.05


async def test_with_think_time_decisions_keep_to_their_times() -> None:
    """One every so many seconds, from a moment on that differs from party to party."""
    parties = [Steady(10**9) for _ in range(20)]
    drive = await Driving(parties, seconds=0.4, think=0.1).run()
    assert all(1 <= len(party.decided_at) <= 4 for party in parties)
    assert len(drive.waits) == sum(len(party.decided_at) for party in parties)
    assert len({party.decided_at[0] for party in parties}) == 20


async def test_who_has_not_heard_of_a_decision_is_not_asked_for_another() -> None:
    """However long that takes; and the measurement waits for the last answer."""
    party = Steady(10**9, wait=0.12)
    drive = await Driving([party], seconds=0.3, think=0.05).run()
    assert len(drive.waits) == len(party.decided_at) > 1
    assert all(after - before >= 0.12 for before, after in pairwise(party.decided_at))
    assert asyncio.get_running_loop().time() >= party.decided_at[-1] + 0.12
