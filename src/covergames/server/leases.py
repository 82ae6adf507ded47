"""The leases of a worker: for timers and bots, a table has one keeper at a time, on the worker that holds its lease.

The worker renews its leases with its heartbeat. If it dies, its leases expire, and another worker claims the tables.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from covergames.server.keeper import TableKeeper
from covergames.server.log import ORPHANS_NOT_FOUND, TABLE_DAMAGED
from covergames.server.store import NoSuchTable, StoreDamaged, UnreadableTable
from covergames.server.store.writes import latest_lease

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

    from covergames.server.background import BackgroundTasks
    from covergames.server.bot_pool import BotPool
    from covergames.server.clock import Clock
    from covergames.server.metrics import Metrics
    from covergames.server.session import TableSession
    from covergames.server.store import Store
    from covergames.server.table_loader import TableLoader

KEEPER_LOOKAHEAD_SECONDS: Final = 30.0
"""How long before something is due a table gets a keeper."""
TABLES_PER_BATCH: Final = 200
"""Tables that a worker claims in one step."""


class Leases:
    """The tables that a worker has a lease for, each with its keeper."""

    def __init__(
        self,
        worker: str,
        *,
        lease_seconds: float,
        store: Store,
        clock: Clock,
        loader: TableLoader,
        sessions: Mapping[str, TableSession],
        session: Callable[[str], Awaitable[TableSession]],
        tasks: BackgroundTasks,
        bot_pool: BotPool,
        metrics: Metrics,
    ) -> None:
        """Hold no lease yet; `sessions` are the tables in memory, and `session` loads another one."""
        self._worker = worker
        self._lease_seconds = lease_seconds
        self._store = store
        self._clock = clock
        self._loader = loader
        self._sessions = sessions
        self._session = session
        self._tasks = tasks
        self._bot_pool = bot_pool
        self._metrics = metrics
        self._keepers: dict[str, TableKeeper] = {}
        self._claim_again_at: dict[str, int] = {}
        """Tables whose lease this worker has tried to claim, and when to try again."""

    @property
    def tables(self) -> Collection[str]:
        """The tables that this worker keeps."""
        return self._keepers.keys()

    async def close(self) -> None:
        """Stop all keepers, and release the leases so that other workers can claim them.

        Raises:
            StoreUnavailable: If the database does not answer.
        """
        await asyncio.gather(*(keeper.close() for keeper in self._keepers.values()))
        await self._store.release(self._keepers, self._worker)
        await self._store.remove_worker(self._worker)

    def update(self, session: TableSession) -> None:
        """Inform the keeper of a table that has changed, or claim the table if it needs one soon."""
        table = session.table.id
        keeper = self._keepers.get(table)
        if keeper is not None:
            keeper.update()
        elif self._needs_keeper(session) and self._claim_again_at.get(table, 0) <= self._clock.now():
            self._claim_again_at[table] = self._clock.in_seconds(self._lease_seconds)
            self._tasks.start(self._claim([table]))

    async def maintain(self) -> None:
        """Send the heartbeat, renew leases, and claim orphaned tables."""
        await self.send_heartbeat()
        orphaned = await self._orphaned()
        await self._release_unwatched()
        watched = [table for table, session in self._sessions.items() if session.has_only_bots and session.connections]
        await self._claim([*dict.fromkeys((*self._keepers, *orphaned, *watched))])

    async def send_heartbeat(self) -> None:
        """Record that this worker is alive; other workers take it for dead if it has not done so for two leases.

        Raises:
            StoreUnavailable: If the database does not answer, or cannot be written.
        """
        await self._store.heartbeat(self._worker, until=self._clock.in_seconds(2 * self._lease_seconds))

    def drop(self, table: str) -> bool:
        """Stop the keeper of the table; return whether it had one. The caller releases the lease."""
        keeper = self._keepers.pop(table, None)
        if keeper is not None:
            keeper.stop()
        return keeper is not None

    def is_busy(self, session: TableSession) -> bool:
        """Return whether the table's keeper here works, or has something to do soon."""
        keeper = self._keepers.get(session.table.id)
        return keeper is not None and (keeper.is_busy or self._needs_keeper(session))

    async def release(self, tables: Collection[str]) -> None:
        """Let other workers claim the tables, whose keepers were dropped.

        Raises:
            StoreUnavailable: If the database does not answer.
        """
        now = self._clock.now()
        self._claim_again_at = {table: until for table, until in self._claim_again_at.items() if until > now}
        if tables:
            await self._store.release(tables, self._worker)

    def _needs_keeper(self, session: TableSession) -> bool:
        """Return whether something is due soon, or people watch a table of bots alone."""
        if session.has_only_bots and session.connections:
            return True
        return session.due is not None and session.due <= session.clock.in_seconds(KEEPER_LOOKAHEAD_SECONDS)

    async def _orphaned(self) -> Sequence[str]:
        """Return tables that need a keeper soon and have none; none if a damaged page hides which."""
        now = self._clock.now()
        ahead = self._clock.in_seconds(KEEPER_LOOKAHEAD_SECONDS) - now
        latest = latest_lease(now, self._clock.in_seconds(self._lease_seconds))
        try:
            return await self._store.orphaned(TABLES_PER_BATCH, now=now, ahead=ahead, latest=latest)
        except StoreDamaged as error:
            ORPHANS_NOT_FOUND(reason=str(error))
            return ()

    async def _release_unwatched(self) -> None:
        """Release tables of bots alone that nobody watches here, so that a worker with spectators can claim them."""
        unwatched = [
            table
            for table in self._keepers
            if (session := self._sessions[table]).has_only_bots and not self._needs_keeper(session)
        ]
        for table in unwatched:
            self.drop(table)
        await self.release(unwatched)

    async def _claim(self, wanted: Sequence[str]) -> None:
        """Claim or renew the leases of these tables, and start or stop their keepers accordingly."""
        tables = [table for table in wanted if not self._loader.is_unreadable(table)]
        if not tables:
            return
        until = self._clock.in_seconds(self._lease_seconds)
        try:
            kept = await self._store.lease(tables, self._worker, now=self._clock.now(), until=until)
        except StoreDamaged as error:
            if len(tables) > 1:  # claim each alone, so that only the damaged ones fail
                for table in tables:
                    await self._claim([table])
                return
            TABLE_DAMAGED(table=tables[0], reason=str(error))
            self._loader.note_damaged(tables[0])
            kept = frozenset()
        for table in set(tables) - kept:
            self.drop(table)
        for table in kept:
            if table not in self._keepers:
                await self._start_keeper(table)
        self._metrics.kept_tables.set(len(self._keepers))

    async def _start_keeper(self, table: str) -> None:
        try:
            session = await self._session(table)
        except (NoSuchTable, UnreadableTable):
            return
        if table not in self._keepers:  # another claim may have started one while this one loaded the table
            keeper = TableKeeper(session, clock=session.clock, bot_pool=self._bot_pool, metrics=self._metrics)
            self._keepers[table] = keeper
            keeper.update()
