"""Analyses of finished games: computed once, by processes that give way to everything else, and kept in the store.

Clients ask again and again until an analysis is complete. One that waits is dropped if nobody asks any more. One that has begun is
finished, because it is kept. While a worker computes it, it writes its progress to the store: so no other worker begins as well.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from covergames.analysis import NotAnalysable, version_of
from covergames.server.analysis_process import analysis_of_table
from covergames.server.calculator import RETRY_DELAY_SECONDS, CalculationFailed, CalculationLimits, Calculator
from covergames.server.log import ANALYSIS_FAILED, GAME_ANALYSED
from covergames.server.record_analyses import HOLD_SECONDS, PATIENCE_SECONDS, RecordAnalyses
from covergames.server.replay_process import Refused
from covergames.server.store import StoredAnalysis, StoreUnavailable
from covergames.table import Code, Refusal
from covergames.wire.http import Computing

if TYPE_CHECKING:
    from covergames.server.configuration import Configuration
    from covergames.server.registry import TableRegistry
    from covergames.server.replays import ReadEntries
    from covergames.table import Table

CLAIM_SECONDS: Final = 10.0
"""How long other workers believe that an analysis is under way, after its worker has said so."""
RENEWAL_SECONDS: Final = 2.0
"""How often a worker writes the progress to the store."""


@dataclass(slots=True)
class _Job:
    """An analysis that waits, is being computed, or has failed."""

    asked_at: float
    """The time of the last request for it; once it has failed, the time of that."""
    done: int = 0
    total: int = 0
    failure: Refused | None = None
    task: asyncio.Task[None] | None = None


class Analyses:
    """Analyses games of this worker's clients."""

    def __init__(
        self, registry: TableRegistry, configuration: Configuration, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        limits = configuration.limits
        self._registry = registry
        self._processes = configuration.analysis_processes
        self._is_only_worker = configuration.is_only_worker
        self._calculator = Calculator(
            CalculationLimits(self._processes, limits.analysis_seconds, limits.analysis_memory, limits.analyses),
            is_idle=True,
        )
        longest = f"{limits.analysis_seconds} s or {limits.analysis_memory} MiB"
        self._too_long = f"this game could not be analysed within {longest}, the limit here"
        self._clock = clock
        self._jobs: dict[str, _Job] = {}
        self._records = RecordAnalyses(self._calculator, too_long=self._too_long, clock=clock)

    async def of_record(self, record: bytes, *, client: str) -> bytes | Computing:
        """Return the analysis of a record, compressed, or how far it is; nothing of it is stored.

        Raises:
            Refusal: If the record is damaged, if its game is not over, or if its analysis exceeds the limits.
            QueueFull: If too many analyses of the client wait.
        """
        self._check_processes()
        return await self._records.of_record(record, client=client)

    async def of_table(self, table: Table, read_entries: ReadEntries, *, client: str) -> bytes | Computing:
        """Return the analysis of the table's game, compressed, or how far it is; `client` is the address of who asks.

        Raises:
            Refusal: If the game is not over, if it cannot be analysed, or if its analysis exceeds the limits.
            QueueFull: If too many analyses of the client wait.
            StoreUnavailable: If the database does not answer.
        """
        version = self._version(table)
        name, now = table.id, self._clock()
        self._forget_failures(now)
        if name not in self._jobs:
            kept = await self._registry.store.analysis(name, version=version)
            if kept is not None and kept.data:
                return kept.data
            if kept is not None and kept.until > self._registry.clock.now() and name not in self._jobs:
                return Computing(done=kept.done, total=kept.total)
        job = self._jobs.get(name)
        if job is None:
            job = self._jobs[name] = _Job(now)
            job.task = asyncio.create_task(self._run(job, table, version, read_entries, client))
            job.task.add_done_callback(_retrieve_error)
        if job.failure is not None:
            raise job.failure.refusal()
        job.asked_at = now
        assert job.task is not None
        await asyncio.wait([job.task], timeout=HOLD_SECONDS)
        if not job.task.done():
            return Computing(done=job.done, total=job.total)
        job.task.result()
        if job.failure is not None:
            raise job.failure.refusal()
        kept = await self._registry.store.analysis(name, version=version)
        return Computing(done=job.done, total=job.total) if kept is None or not kept.data else kept.data

    def give_way(self) -> None:
        """From now on let the analyses pause while this worker writes to the database: players wait for that."""
        self._registry.store.pause_during_commits(self._calculator.paused)

    async def close(self) -> None:
        """End the processes and all analyses."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await self._records.close()
        await self._calculator.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _version(self, table: Table) -> str:
        """Return the version of an analysis of the table's game.

        Raises:
            Refusal: If the game is not over, or if it cannot be analysed.
        """
        if table.state is None or table.game.result(table.state) is None:
            raise Refusal(Code.NOT_NOW, "the game was not played to its end: only finished games are analysed")
        self._check_processes()
        try:
            return version_of(table.game.NAME)
        except NotAnalysable as error:
            raise Refusal(Code.NOT_NOW, str(error)) from None

    def _check_processes(self) -> None:
        """Check that the server has processes for analyses.

        Raises:
            Refusal: If it has none.
        """
        if not self._processes:
            raise Refusal(Code.NOT_NOW, "this server analyses no games")

    def _forget_failures(self, now: float) -> None:
        """Let what has failed be tried again after a while: an analysis that takes too long takes up a process each time."""
        self._jobs = {
            table: job
            for table, job in self._jobs.items()
            if job.failure is None or now < job.asked_at + RETRY_DELAY_SECONDS
        }

    async def _run(self, job: _Job, table: Table, version: str, read_entries: ReadEntries, client: str) -> None:
        """Compute the analysis when it is the client's turn, and keep it."""
        name = table.id
        try:
            async with self._calculator.turn(client) as process:
                if self._clock() > job.asked_at + PATIENCE_SECONDS:
                    return
                began = self._clock()
                async with self._claimed(job, name, version):

                    def on_report(progress: Any) -> None:
                        job.done, job.total = progress

                    computed = await process.run(analysis_of_table, name, await read_entries(), on_report=on_report)
            if isinstance(computed, Refused):
                self._fail(job, table, computed, computed.reason)
                return
            await self._registry.store.save_analysis(name, StoredAnalysis(version, job.total, job.total, 0, computed))
            self._registry.metrics.analyses.labels("kept").inc()
            GAME_ANALYSED(table=name, game=table.game.NAME, seconds=round(self._clock() - began, 1))
        except CalculationFailed as error:
            self._fail(job, table, Refused(Code.TOO_LONG, self._too_long), str(error))
        finally:
            if job.failure is None:
                self._jobs.pop(name, None)

    def _fail(self, job: _Job, table: Table, failure: Refused, reason: str) -> None:
        """Refuse the analysis for a while."""
        job.failure, job.asked_at = failure, self._clock()
        self._registry.metrics.analyses.labels("failed").inc()
        ANALYSIS_FAILED(table=table.id, game=table.game.NAME, reason=reason)

    @asynccontextmanager
    async def _claimed(self, job: _Job, table: str, version: str) -> AsyncIterator[None]:
        """Tell other workers how far the analysis is, again and again, until it is complete or has failed."""
        if self._is_only_worker:
            yield
            return

        async def renew() -> None:
            while True:
                until = self._registry.clock.in_seconds(CLAIM_SECONDS)
                with suppress(StoreUnavailable):
                    claim = StoredAnalysis(version, job.done, job.total, until, b"")
                    await self._registry.store.save_analysis(table, claim)
                await asyncio.sleep(RENEWAL_SECONDS)

        renewing = asyncio.create_task(renew())
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)


def _retrieve_error(task: asyncio.Task[None]) -> None:
    """Keep asyncio from logging an error that no request waits for."""
    if not task.cancelled():
        task.exception()
