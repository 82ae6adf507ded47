"""Driving the clients of many tables: as fast as the server answers, or each at a steady pace."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from benchmarks.load.table_clients import TableClients


@dataclass(slots=True)
class DriveResult:
    """The measurements of one run."""

    latencies: list[float] = field(default_factory=list)
    """For each decision, the seconds until all clients of its table had received it."""
    seconds: float = 0.0
    driver_seconds: float = 0.0
    """The driver's processor time."""


class LoadDriver:
    """Makes the clients of all tables decide for a number of seconds.

    Without think time a table decides again as soon as all its clients have received its last decision. With think time each
    table decides once in that many seconds, at times that are spread evenly and do not depend on the latency.
    """

    def __init__(self, tables: Sequence[TableClients], *, seconds: float, think_seconds: float | None) -> None:
        self._tables = tables
        self._think_seconds = think_seconds
        self._result = DriveResult()
        self._pending: set[TableClients] = set()
        """The tables whose last decision not all clients have received."""
        self._none_pending = asyncio.Event()
        self._none_pending.set()
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + seconds

    async def run(self) -> DriveResult:
        """Drive until the time is over or all games are, and all clients have received everything."""
        start, own = time.perf_counter(), time.process_time()
        chance = random.Random(len(self._tables))
        for table in self._tables:
            table.on_received = partial(self._received, table)
            if self._think_seconds is None:
                self._decide(table)
            else:
                self._schedule(self._loop.time() + chance.uniform(0, self._think_seconds), table)
        if self._think_seconds is not None:
            await asyncio.sleep(self._until - self._loop.time())
        await self._none_pending.wait()
        self._result.seconds = time.perf_counter() - start
        self._result.driver_seconds = time.process_time() - own
        return self._result

    def _schedule(self, at: float, table: TableClients) -> None:
        if at < self._until:
            self._loop.call_at(at, self._decide_on_time, at, table)

    def _decide_on_time(self, at: float, table: TableClients) -> None:
        """Decide, unless the table's last decision is pending, and schedule the next decision."""
        assert self._think_seconds is not None
        if table not in self._pending:
            self._decide(table)
        self._schedule(at + self._think_seconds, table)

    def _decide(self, table: TableClients) -> None:
        if not table.is_over:
            self._pending.add(table)
            self._none_pending.clear()
            table.decide()

    def _received(self, table: TableClients, latency: float) -> None:
        self._result.latencies.append(latency)
        self._pending.discard(table)
        if self._think_seconds is None and self._loop.time() < self._until:
            self._decide(table)
        if not self._pending:
            self._none_pending.set()
