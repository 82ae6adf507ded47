"""Deletes tables that were kept long enough, a small batch at a time.

Every worker looks for old tables. A table whose lease another worker holds stays: somebody needs it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, NamedTuple

from covergames.server.log import TABLES_DELETED
from covergames.server.store import Stage

if TYPE_CHECKING:
    from collections.abc import Collection

    from covergames.server.clock import Clock
    from covergames.server.configuration import Configuration
    from covergames.server.metrics import Metrics
    from covergames.server.store import Store

DELETION_INTERVAL_SECONDS: Final = 20.0
"""How often a worker deletes a batch of each kind."""
TABLES_PER_BATCH: Final = 100
CLOSED_TABLE_RETENTION_SECONDS: Final = 7 * 24 * 3600.0
"""How long a table that was closed without a game stays in the database."""


class Kind(NamedTuple):
    """A kind of table that is deleted after a while."""

    name: str
    """The label of the metric, and the reason in the log."""
    stage: Stage
    kept_seconds: float | None
    """None: for ever."""


class Retention:
    """Deletes old tables from the database."""

    def __init__(
        self, store: Store, configuration: Configuration, *, worker: str, clock: Clock, metrics: Metrics
    ) -> None:
        self._store = store
        self._lease_seconds = configuration.lease_seconds
        self._worker = worker
        self._clock = clock
        self._metrics = metrics
        self._kinds = (
            Kind("closed", Stage.CLOSED, CLOSED_TABLE_RETENTION_SECONDS),
            Kind("finished", Stage.OVER, configuration.keep_finished_seconds),
            Kind("abandoned", Stage.ABANDONED, configuration.keep_abandoned_seconds),
        )

    async def delete_batch(self, in_use: Collection[str] = ()) -> frozenset[str]:
        """Delete some old tables of each kind, but none that is in use; return which.

        Raises:
            StoreUnavailable: If the database does not answer.
        """
        deleted: set[str] = set()
        for kind in self._kinds:
            if kind.kept_seconds is not None:
                began = time.monotonic()
                batch = await self._store.expire(
                    TABLES_PER_BATCH,
                    stage=kind.stage,
                    before=self._clock.seconds_ago(kind.kept_seconds),
                    but=in_use,
                    worker=self._worker,
                    now=self._clock.now(),
                    until=self._clock.in_seconds(self._lease_seconds),
                )
                if batch:
                    self._metrics.tables_deleted.labels(kind.name).inc(len(batch))
                    seconds = round(time.monotonic() - began, 3)
                    TABLES_DELETED(count=len(batch), reason=kind.name, seconds=seconds)
                    deleted |= batch
        return frozenset(deleted)
