"""The load driver with clients that need no server."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from benchmarks.load.driver import LoadDriver
from benchmarks.load.table_clients import OnReceived

pytestmark = pytest.mark.anyio


class FakeClients:
    """Clients that receive each decision after the same time, until their game is over."""

    def __init__(self, length: int, *, latency: float = 0.0) -> None:
        self.on_received: OnReceived = lambda _seconds: None
        self.decided_at: list[float] = []
        self._length = length
        self._latency = latency

    @property
    def is_over(self) -> bool:
        return len(self.decided_at) == self._length

    async def connect(self) -> None:
        """Do nothing."""

    async def connect_spectator(self) -> None:
        """Do nothing."""

    def decide(self) -> None:
        loop = asyncio.get_running_loop()
        self.decided_at.append(loop.time())
        loop.call_later(self._latency, lambda: self.on_received(0.25))

    def close(self) -> None:
        """Do nothing."""


async def test_without_think_time_every_game_is_played_to_its_end() -> None:
    """If the time is long enough; every decision is counted once."""
    tables = [FakeClients(5), FakeClients(7)]
    result = await LoadDriver(tables, seconds=60, think_seconds=None).run()
    assert result.latencies == [0.25] * 12
    assert result.seconds < 60


async def test_without_think_time_the_driver_stops_in_time() -> None:
    """A game may be longer than the measurement."""
    table = FakeClients(10**9)
    result = await LoadDriver([table], seconds=0.05, think_seconds=None).run()
    assert len(result.latencies) == len(table.decided_at) > 1
    assert result.seconds >= 0.05


async def test_with_think_time_decisions_are_made_at_a_steady_pace() -> None:
    """Once in that many seconds; the tables start at different times."""
    tables = [FakeClients(10**9) for _ in range(20)]
    result = await LoadDriver(tables, seconds=0.4, think_seconds=0.1).run()
    assert all(1 <= len(table.decided_at) <= 4 for table in tables)
    assert len(result.latencies) == sum(len(table.decided_at) for table in tables)
    assert len({table.decided_at[0] for table in tables}) == 20


async def test_a_table_with_a_pending_decision_makes_no_other() -> None:
    """However long that takes; the driver waits for the last answer."""
    table = FakeClients(10**9, latency=0.12)
    result = await LoadDriver([table], seconds=0.3, think_seconds=0.05).run()
    assert len(result.latencies) == len(table.decided_at) > 1
    assert all(after - before >= 0.12 for before, after in pairwise(table.decided_at))
    assert asyncio.get_running_loop().time() >= table.decided_at[-1] + 0.12
