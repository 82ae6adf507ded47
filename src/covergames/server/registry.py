"""All tables that this worker has in memory. Any worker serves any table."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from typing import TYPE_CHECKING, Final

from covergames import wire
from covergames.server.background import BackgroundTasks
from covergames.server.bans import BANNED, BanList
from covergames.server.bot_pool import BotPool
from covergames.server.bus import open_bus
from covergames.server.clock import Clock
from covergames.server.connection import CLOSE_TIMEOUT_SECONDS
from covergames.server.gc_tuning import FULL_COLLECTION_INTERVAL_SECONDS, collect_all, collect_young_objects
from covergames.server.leases import Leases
from covergames.server.log import CLOCK_DIFFERS, LEASES_NOT_RELEASED, LISTING_FAILED, TABLE_OPENED
from covergames.server.malloc import return_free_memory
from covergames.server.presence import reconcile_presence
from covergames.server.quotas import OpenerQuotas
from covergames.server.retention import DELETION_INTERVAL_SECONDS, Retention
from covergames.server.session import TableSession
from covergames.server.snapshots import SNAPSHOT_INTERVAL_ENTRIES, snapshot_of
from covergames.server.store import StoreDamaged, StoredEntry, StoreUnavailable, open_store
from covergames.server.store.vault import SEAL_BYTES
from covergames.server.summary import summary_of
from covergames.server.table_loader import TableLoader
from covergames.server.tokens import new_secret, new_table
from covergames.table import Entry, Rematch, Repeated, Table, rematch

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from covergames.server.configuration import Configuration
    from covergames.server.connection import Connection
    from covergames.server.metrics import Metrics
    from covergames.server.store import Ban, Listing

CLOCK_TOLERANCE_SECONDS: Final = 1.0
"""How much this machine's clock may differ from the database's."""
REST_SECONDS: Final = 10.0
"""How long after its last command a table rests: it keeps its connections, but nothing that can be computed again."""
IDLE_SESSION_SECONDS: Final = 60.0
"""How long a table without connections stays in memory."""
MAX_NAME_ATTEMPTS: Final = 30
"""Names that are tried for a new table."""
EXPIRED: Final = "this server has deleted the table: it keeps old tables for a limited time"
REPORT_RETENTION_SECONDS: Final = 90 * 24 * 3600.0
"""How long a report of a player stays in the database."""


class TableRegistry:
    """The tables in memory, the store, the bus, and the periodic tasks of one worker."""

    def __init__(self, configuration: Configuration, metrics: Metrics) -> None:
        self.worker = secrets.token_hex(4)
        """The unique name of this worker."""
        self.clock = Clock(configuration.clock_rate, boot_seconds=configuration.boot_seconds)
        self.metrics = metrics
        self._configuration = configuration
        self._bot_pool = BotPool(
            configuration.bot_processes,
            timeout=configuration.bot_timeout_seconds,
            thinking=configuration.limits.thinking,
        )
        self._sessions: dict[str, TableSession] = {}
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._tasks = BackgroundTasks(metrics)
        self._numbers = 0
        self.bans = BanList()
        self.is_closing = False

    async def open(self) -> None:
        """Connect to the database and the bus, claim tables, and start the periodic tasks."""
        self.store = await open_store(self._configuration.database, self._configuration.key_file)
        self.quotas = OpenerQuotas(self.store, self._configuration.limits)
        self._retention = Retention(
            self.store, self._configuration, worker=self.worker, clock=self.clock, metrics=self.metrics
        )
        self.bus = await open_bus(self._configuration.bus)
        self.bus.subscribe(self._on_news)
        self._loader = TableLoader(self.store)
        self.leases = Leases(
            self.worker,
            lease_seconds=self._configuration.lease_seconds,
            store=self.store,
            clock=self.clock,
            loader=self._loader,
            sessions=self._sessions,
            session=self.session,
            tasks=self._tasks,
            bot_pool=self._bot_pool,
            metrics=self.metrics,
        )
        await self._maintain()
        await self.refresh_bans()
        self._tasks.repeat(self._configuration.poll_seconds, self.refresh_bans)
        self._tasks.repeat(self._configuration.lease_seconds / 3, self._maintain)
        self._tasks.repeat(self._configuration.poll_seconds, self._poll)
        self._tasks.repeat(REST_SECONDS / 2, self.let_tables_rest)
        self._tasks.repeat(IDLE_SESSION_SECONDS, self._evict_idle_sessions)
        self._tasks.repeat(IDLE_SESSION_SECONDS, self._prune)
        self._tasks.repeat(DELETION_INTERVAL_SECONDS, self.delete_old_tables)
        self._tasks.repeat(FULL_COLLECTION_INTERVAL_SECONDS, self._collect_garbage)
        self._tasks.start(collect_young_objects())

    async def close(self) -> None:
        """Stop all tasks, release the leases so that other workers can claim them, and disconnect."""
        self.is_closing = True
        loading = list(self._loading.values())
        for task in loading:
            task.cancel()
        await self._tasks.close()
        await asyncio.gather(*loading, return_exceptions=True)
        try:
            await self.leases.close()
        except StoreUnavailable as error:
            LEASES_NOT_RELEASED(reason=str(error))
        await self._bot_pool.close()
        await self.bus.close()
        await self.store.close()

    # Tables.

    async def session(self, table: str) -> TableSession:
        """Return the session of the table, loaded from the database if it is not in memory.

        Raises:
            NoSuchTable: If the table does not exist.
            UnreadableTable: If its entries cannot be read.
            StoreUnavailable: If the database does not answer.
        """
        found = self._sessions.get(table)
        if found is not None:
            return found
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def create(self, entries: Sequence[Entry], *, opener: str | None) -> TableSession:
        """Store a new table with these first entries, and return its session; the opener is an address, or not known.

        A table whose name belongs into a damaged page of the database gets another name.

        Raises:
            TooManyTables: If the opener has too many open tables.
            StoreDamaged: If the database has no room for any of many names.
            StoreUnavailable: If the database does not answer.
        """
        stored = [StoredEntry(entry.sequence, entry.at, entry.encode()) for entry in entries]
        size = sum(len(entry.data) + SEAL_BYTES for entry in stored)
        table = Table.fold(self._new_name(), entries)
        async with self.quotas.room_for(opener, listed=table.settings.listed):
            for attempts_left in reversed(range(MAX_NAME_ATTEMPTS)):
                try:
                    if await self.store.create(table.id, stored[0], summary_of(table, opener), more=stored[1:]):
                        TABLE_OPENED(table=table.id, game=table.game.NAME, players=table.players)
                        return self._add(table, opener=opener, size=size)
                except StoreDamaged:
                    if not attempts_left:
                        raise
                table = Table.fold(self._new_name(), entries)
        raise AssertionError("new names are random, and never all in use")

    def _new_name(self) -> str:
        """Return a name for a table whose home is this worker, so that its first request need not go to another one."""
        homes = self._configuration.homes
        while True:
            name = new_table()
            if homes is None or homes.is_own(name.encode()):
                return name

    async def public_tables(self, limit: int, *, game: str | None) -> Sequence[Listing]:
        """Return the public tables that wait for players, the latest first; none if a damaged page hides which."""
        try:
            return await self.store.open_tables(limit, game=game)
        except StoreDamaged as error:
            LISTING_FAILED(reason=str(error))
            return ()

    async def rematch(self, session: TableSession, over: Connection, command: str) -> int:
        """Open a table for a rematch of the same people, and return the sequence number of the entry that announces it.

        Raises:
            Refusal: If the game is not over, or if the connection is neither the host's nor, while the host is away, a player's.
            StoreUnavailable: If the database does not answer.
        """
        # Validate first: a refused command must not open a table.
        known = session.table.propose(Rematch("?", command), by=over.who, at=session.clock.now())
        if isinstance(known, Repeated):
            return known.sequence
        by = None if session.table.is_host(over.who) else over.seat
        first = rematch(session.table, seed=new_secret(), at=self.clock.now(), by=by)
        other = await self.create(first, opener=session.opener)
        return await session.execute(Rematch(other.table.id, command), over.who, over=over)

    def new_connection_id(self) -> str:
        """Return a new connection id, unique among all workers."""
        self._numbers += 1
        return f"{self.worker}.{self._numbers}"

    async def _load(self, table: str) -> TableSession:
        loaded = await self._loader.load(table)
        session = self._add(loaded.table, opener=loaded.opener, size=loaded.size, snapshot_at=loaded.snapshot_at)
        self._take_snapshot(session)
        return session

    def _add(self, table: Table, *, opener: str | None, size: int, snapshot_at: int = 0) -> TableSession:
        session = TableSession(
            table,
            store=self.store,
            bus=self.bus,
            clock=self.clock,
            metrics=self.metrics,
            limits=self._configuration.limits,
            on_change=self._session_changed,
            on_deleted=lambda session: self._tasks.start(self.forget_deleted(session.table.id)),
            opener=opener,
            size=size,
            snapshot_at=snapshot_at,
        )
        self._sessions[table.id] = session
        self.metrics.sessions.set(len(self._sessions))
        return session

    def _take_snapshot(self, session: TableSession) -> None:
        """Store a snapshot of the table if many entries follow the latest one."""
        table = session.table
        if table.sequence - session.snapshot_at >= SNAPSHOT_INTERVAL_ENTRIES:
            session.snapshot_at = table.sequence
            self._tasks.start(self._save_snapshot(table))

    async def _save_snapshot(self, table: Table) -> None:
        await self.store.save_snapshot(table.id, await asyncio.to_thread(snapshot_of, table))

    # News from other workers.

    def _on_news(self, table: str, sequence: int) -> None:
        session = self._sessions.get(table)
        if session is not None and session.table.sequence < sequence:
            self._tasks.start(session.catch_up(sequence))

    async def _poll(self) -> None:
        """Look in the database for news that the bus did not deliver, and for tables that were deleted."""
        known = tuple(self._sessions)
        try:
            heads = await self.store.heads(known)
            for table in set(known) - heads.keys():
                await self.forget_deleted(table)
        except StoreDamaged:
            heads = {}
            for table in tuple(self._sessions):  # ask for each alone, so that only the damaged ones fail
                with contextlib.suppress(StoreDamaged):
                    heads |= await self.store.heads([table])
        for table, sequence in heads.items():
            self._on_news(table, sequence)

    # Moderation.

    @property
    def sessions(self) -> Collection[TableSession]:
        """The tables in memory."""
        return self._sessions.values()

    def ban_of(self, address: str) -> Ban | None:
        """Return the ban that holds for the address now; None: there is none."""
        return self.bans.of(address, now=self.clock.now())

    async def refresh_bans(self) -> None:
        """Read the bans from the database; if they have changed, close the connections of banned addresses.

        Raises:
            StoreUnavailable: If the database does not answer.
        """
        if not self.bans.replace(await self.store.moderation.bans(now=self.clock.now())):
            return
        for session in self.sessions:
            for connection in list(session.connections.values()):
                ban = self.ban_of(connection.address)
                if ban is not None:
                    session.close_connections([connection], BANNED, ban.reason)

    async def forget_deleted(self, table: str) -> None:
        """Remove a deleted table from memory, and tell the people there why: the operator did it, or its time was over.

        Raises:
            StoreUnavailable: If the database does not answer.
        """
        reason = await self.store.moderation.reason_of_deletion(table) or EXPIRED
        session = self._sessions.pop(table, None)
        self.leases.drop(table)
        if session is not None:
            session.close_connections(session.connections.values(), "deleted", reason)

    # Periodic work.

    def _session_changed(self, session: TableSession) -> None:
        """Take a snapshot of a long table, and inform its keeper."""
        self._take_snapshot(session)
        self.leases.update(session)

    async def _maintain(self) -> None:
        """Set the clock, renew and claim leases, and correct who is present."""
        await self._synchronise_clock()
        await self.leases.maintain()
        await reconcile_presence(self.sessions, self.worker, lambda: self.store.workers(now=self.clock.now()))

    async def _synchronise_clock(self) -> None:
        """Set the clock by the database's, which all servers share, if they differ by more than a slow answer explains."""
        asked = time.monotonic()
        real = await self.store.time()
        if real is None:
            return
        ahead = self.clock.seconds_ahead_of(real)
        if abs(ahead) > CLOCK_TOLERANCE_SECONDS + time.monotonic() - asked:
            CLOCK_DIFFERS(seconds=ahead)
            self.clock.set(real)

    async def let_tables_rest(self) -> None:
        """Free the encoded messages of tables that have been idle for a while."""
        resting = self.clock.seconds_ago(REST_SECONDS)
        for session in self._sessions.values():
            if session.last_used_at < resting:
                session.rest()

    async def _evict_idle_sessions(self) -> None:
        """Remove idle tables from memory, release their leases, and return free memory to the system."""
        idle = self.clock.seconds_ago(IDLE_SESSION_SECONDS)
        released = []
        for table, session in list(self._sessions.items()):
            if session.connections or session.last_used_at >= idle or self.leases.is_busy(session):
                continue
            if self.leases.drop(table):
                released.append(table)
            del self._sessions[table]
        self.metrics.sessions.set(len(self._sessions))
        return_free_memory()
        await self.leases.release(released)

    async def delete_old_tables(self) -> None:
        """Delete some tables that were kept long enough, and tell those who still look at one from another worker.

        Raises:
            StoreUnavailable: If the database does not answer.
        """
        in_use = {table for table, session in self._sessions.items() if session.connections}
        for table in await self._retention.delete_batch(in_use) & self._sessions.keys():
            await self.forget_deleted(table)

    async def _prune(self) -> None:
        """Delete from the database bans and reports whose time is over."""
        reports_before = self.clock.seconds_ago(REPORT_RETENTION_SECONDS)
        await self.store.moderation.prune(now=self.clock.now(), reports_before=reports_before)

    async def _collect_garbage(self) -> None:
        """Free reference cycles, which closed sockets leave."""
        collect_all()

    # Connections.

    async def close_connections(self, code: str, reason: str, again_after: float) -> None:
        """Send all clients a goodbye, close their connections, and wait until they have read it."""
        self.is_closing = True
        goodbye = wire.encode(wire.Goodbye(code=code, reason=reason, again_after=again_after))
        connections = [connection for session in self._sessions.values() for connection in session.connections.values()]
        for connection in connections:
            connection.close(goodbye)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                await asyncio.gather(*(connection.drained() for connection in connections))
