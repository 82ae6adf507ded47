"""Analyses of records that clients send, such as the file of a game that was played elsewhere.

They take turns with the analyses of tables. Nothing is stored: the latest results stay in memory, for clients that ask again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from covergames.server.analysis_process import analysis_of_record
from covergames.server.calculator import CalculationFailed, Calculator
from covergames.server.replay_process import Refused
from covergames.table import Code
from covergames.wire.http import Computing

HOLD_SECONDS: Final = 1.0
"""How long a request waits for the analysis before the progress is its answer."""
PATIENCE_SECONDS: Final = 30.0
"""An analysis whose turn comes is not begun if the last request for it is older."""
MAX_KEPT: Final = 32
"""The most analyses that are remembered; the least recently asked for is dropped first, unless it is under way."""


@dataclass(slots=True)
class _Job:
    """An analysis that waits, is being computed, or is complete."""

    asked_at: float
    done: int = 0
    total: int = 0
    found: bytes | Refused | None = None
    task: asyncio.Task[None] | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether it waits or is being computed."""
        return self.task is not None and not self.task.done()


class RecordAnalyses:
    """Analyses records with the processes of a calculator."""

    def __init__(self, calculator: Calculator, *, too_long: str, clock: Callable[[], float]) -> None:
        self._calculator = calculator
        self._too_long = Refused(Code.TOO_LONG, too_long)
        self._clock = clock
        self._jobs: OrderedDict[str, _Job] = OrderedDict()

    async def of_record(self, record: bytes, *, client: str) -> bytes | Computing:
        """Return the analysis of the record, compressed, or how far it is; `client` is the address of who asks.

        Raises:
            Refusal: If the record is damaged, if its game is not over, or if its analysis exceeds the limits.
            QueueFull: If too many analyses of the client wait.
        """
        name = sha256(record).hexdigest()
        job = self._jobs.get(name)
        if job is None or (job.found is None and not job.is_under_way):
            job = self._jobs[name] = _Job(self._clock())
            job.task = asyncio.create_task(self._run(job, record, client))
            self._forget_old()
        self._jobs.move_to_end(name)
        job.asked_at = self._clock()
        assert job.task is not None
        await asyncio.wait([job.task], timeout=HOLD_SECONDS)
        if job.task.done():
            job.task.result()
        if isinstance(job.found, Refused):
            raise job.found.refusal()
        return Computing(done=job.done, total=job.total) if job.found is None else job.found

    async def close(self) -> None:
        """End all analyses."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: _Job, record: bytes, client: str) -> None:
        """Compute the analysis when it is the client's turn."""

        def on_report(progress: Any) -> None:
            job.done, job.total = progress

        try:
            async with self._calculator.turn(client) as process:
                if self._clock() <= job.asked_at + PATIENCE_SECONDS:
                    job.found = await process.run(analysis_of_record, record, on_report=on_report)
        except CalculationFailed:
            job.found = self._too_long

    def _forget_old(self) -> None:
        """Drop the least recently requested analyses."""
        over = [name for name, job in self._jobs.items() if not job.is_under_way]
        for name in over[: max(0, len(self._jobs) - MAX_KEPT)]:
            del self._jobs[name]
