"""Group commit: all pending writes share one transaction, because one fsync takes as long for many as for one."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from covergames.server.store.failure import StoreDamaged, StoreUnavailable, is_damaged, is_unavailable
from covergames.server.store.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from sqlalchemy import Connection

    from covergames.server.store.database import Database
    from covergames.server.store.writes import Write

MAX_WRITES_PER_TRANSACTION: Final = 500
"""More writes would delay the first of them."""

Outcome = TypeVar("Outcome")


class PendingWrite(NamedTuple):
    """A write, and the future of its outcome."""

    write: Write[Any]
    outcome: asyncio.Future[Any]


class Writer:
    """The one task of this process that writes; it keeps the order of the calls."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.around_commit: Callable[[], AbstractContextManager[None]] = nullcontext
        """The context of every commit."""
        self._pending: deque[PendingWrite] = deque()
        self._wake = asyncio.Event()
        self._is_closing = False
        self._task = asyncio.create_task(self._run(), name="the store's writer")

    async def write(self, write: Write[Outcome]) -> Outcome:
        """Return the outcome of the write, after its commit.

        Raises:
            StoreUnavailable: If the database does not answer, or if the writer is closed.
        """
        if self._is_closing:
            raise StoreUnavailable("the store is closed")
        outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._pending.append(PendingWrite(write, outcome))
        self._wake.set()
        return await outcome

    async def close(self) -> None:
        """Write what is pending, and stop."""
        self._is_closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        try:
            while self._pending or not self._is_closing:
                await self._wake.wait()
                while self._pending:
                    count = min(MAX_WRITES_PER_TRANSACTION, len(self._pending))
                    with self.around_commit():
                        await self._commit([self._pending.popleft() for _ in range(count)])
                if not self._is_closing:
                    self._wake.clear()
        finally:  # also when the event loop ends and cancels all tasks: nobody may wait for a writer that has stopped
            self._is_closing = True
            _refuse(self._pending)

    async def _commit(self, batch: Sequence[PendingWrite]) -> None:
        try:
            outcomes = await self._database.write(partial(_apply_all, [pending.write for pending in batch]))
        except asyncio.CancelledError:
            _refuse(batch)
            raise
        except Exception as error:
            if is_unavailable(error):
                for pending in batch:
                    _resolve(pending, StoreUnavailable.because(error))
            elif len(batch) == 1:
                _resolve(batch[0], StoreDamaged.because(error) if is_damaged(error) else error)
            else:
                # One write makes the whole transaction fail: bisect, so that only this one fails.
                middle = len(batch) // 2
                await self._commit(batch[:middle])
                await self._commit(batch[middle:])
        else:
            for pending, outcome in zip(batch, outcomes, strict=True):
                _resolve(pending, outcome)


def _apply_all(writes: Sequence[Write[Any]], connection: Connection) -> list[Any]:
    """Apply all writes to one ledger and write it; return the outcome or the error of each."""
    ledger = Ledger(connection, sorted({table for write in writes for table in write.tables}))
    outcomes: list[Any] = []
    for write in writes:
        try:
            outcomes.append(write.apply(ledger))
        except (LookupError, ValueError) as error:
            outcomes.append(error)
    ledger.write()
    return outcomes


def _refuse(writes: Iterable[PendingWrite]) -> None:
    for pending in writes:
        _resolve(pending, StoreUnavailable("the store is closed"))


def _resolve(pending: PendingWrite, outcome: Any) -> None:
    if pending.outcome.done():  # the caller was cancelled
        return
    if isinstance(outcome, Exception):
        pending.outcome.set_exception(outcome)
    else:
        pending.outcome.set_result(outcome)
