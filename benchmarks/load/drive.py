"""Driving many parties for a while: as fast as answers come, or each at its own pace."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from benchmarks.load.party import Party


@dataclass(slots=True)
class Drive:
    """What came of it."""

    waits: list[float] = field(default_factory=list)
    """Of every decision, the seconds until all at its table had heard of it."""
    seconds: float = 0.0
    driver_seconds: float = 0.0
    """Processor time of the driver."""


class Driving:
    """Has all parties decide for so many seconds.

    Without think time a party decides as soon as all have heard of its last decision. With it, each decides every so many
    seconds, at moments that are spread evenly and do not depend on how long answers take.
    """

    def __init__(self, parties: Sequence[Party], *, seconds: float, think: float | None) -> None:
        self._parties = parties
        self._think = think
        self._drive = Drive()
        self._waiting: set[Party] = set()
        """Those whose last decision not all have heard of."""
        self._all_told = asyncio.Event()
        self._all_told.set()
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + seconds

    async def run(self) -> Drive:
        """Until the time is over, or all games are, and everybody has heard everything."""
        start, own = time.perf_counter(), time.process_time()
        chance = random.Random(len(self._parties))
        for party in self._parties:
            party.told = partial(self._told, party)
            if self._think is None:
                self._decide(party)
            else:
                self._ring_at(self._loop.time() + chance.uniform(0, self._think), party)
        if self._think is not None:
            await asyncio.sleep(self._until - self._loop.time())
        await self._all_told.wait()
        self._drive.seconds = time.perf_counter() - start
        self._drive.driver_seconds = time.process_time() - own
        return self._drive

    def _ring_at(self, at: float, party: Party) -> None:
        if at < self._until:
            self._loop.call_at(at, self._ring, at, party)

    def _ring(self, at: float, party: Party) -> None:
        """It is time for the party's next decision; if all have not even heard of the last, for the one after that."""
        assert self._think is not None
        if party not in self._waiting:
            self._decide(party)
        self._ring_at(at + self._think, party)

    def _decide(self, party: Party) -> None:
        if not party.is_over:
            self._waiting.add(party)
            self._all_told.clear()
            party.decide()

    def _told(self, party: Party, wait: float) -> None:
        self._drive.waits.append(wait)
        self._waiting.discard(party)
        if self._think is None and self._loop.time() < self._until:
            self._decide(party)
        if not self._waiting:
            self._all_told.set()
