"""The background tasks of a worker: started when needed, or repeated; their errors are logged and end nothing else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from covergames.server.log import STORE_UNAVAILABLE, TASK_FAILED
from covergames.server.store import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from covergames.server.metrics import Metrics


class BackgroundTasks:
    """The tasks that are running."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work in a task."""
        self._add(self._log_failures(work))

    def repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do the work again and again, with pauses of so many seconds."""
        self._add(self._repeat(seconds, work))

    async def close(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _add(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._log_failures(work())

    async def _log_failures(self, work: Coroutine[Any, Any, None]) -> None:
        """Await the work and log its errors, so that a database outage or one broken table does not end the task."""
        try:
            await work
        except StoreUnavailable as error:
            self._metrics.store_failures.inc()
            STORE_UNAVAILABLE(reason=str(error))
        except Exception as error:
            TASK_FAILED(error)
