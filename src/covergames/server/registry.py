"""All tables that this worker has in memory, and its background work for them.

Any worker serves any table. For timers and bots, a table has one keeper at a time: the worker that holds its lease in the
database. The worker renews its leases with its heartbeat; if it dies, its leases expire and another worker claims the tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from typing import TYPE_CHECKING, Final, TypeVar

from covergames import wire
from covergames.server.bans import BANNED, BanList
from covergames.server.bot_pool import BotPool
from covergames.server.bus import open_bus
from covergames.server.clock import Clock
from covergames.server.connection import CLOSE_TIMEOUT_SECONDS
from covergames.server.gc_tuning import FULL_COLLECTION_INTERVAL_SECONDS, collect_all
from covergames.server.keeper import TableKeeper
from covergames.server.log import (
    CLOCK_DIFFERS,
    LEASES_NOT_RELEASED,
    LISTING_FAILED,
    ORPHANS_NOT_FOUND,
    PRESENCE_REFUSED,
    STORE_UNAVAILABLE,
    TABLE_DAMAGED,
    TABLE_OPENED,
    TABLE_UNREADABLE,
    TASK_FAILED,
)
from covergames.server.quotas import OpenerQuotas
from covergames.server.retention import DELETION_INTERVAL_SECONDS, Retention
from covergames.server.session import TableSession
from covergames.server.snapshots import SNAPSHOT_INTERVAL_ENTRIES, code_version, folded, snapshot_of, table_of
from covergames.server.store import (
    DamagedTable,
    NoSuchTable,
    StoreDamaged,
    StoredEntry,
    StoreUnavailable,
    open_store,
)
from covergames.server.store.vault import SEAL_BYTES
from covergames.server.store.writes import latest_lease
from covergames.server.summary import summary_of
from covergames.server.tokens import new_secret, new_table
from covergames.table import KEEPER, Connect, Disconnect, Entry, Refusal, Rematch, Repeated, Table, rematch

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Sequence
    from typing import Any

    from covergames.server.configuration import Configuration
    from covergames.server.connection import Connection
    from covergames.server.metrics import Metrics
    from covergames.server.store import Ban, Listing

KEEPER_LOOKAHEAD_SECONDS: Final = 30.0
"""How long before something is due a table gets a keeper."""
CLOCK_TOLERANCE_SECONDS: Final = 1.0
"""How much this machine's clock may differ from the database's."""
IDLE_SESSION_SECONDS: Final = 60.0
"""How long a table without connections stays in memory."""
MAX_INLINE_ENTRIES: Final = 500
"""Longest table that is folded on the event loop; longer ones are folded in a thread, so that other tables do not wait."""
MAX_NAME_ATTEMPTS: Final = 30
"""Names that are tried for a new table."""
TABLES_PER_BATCH: Final = 200
"""Tables that a worker claims in one step."""
EXPIRED: Final = "this server has deleted the table: it keeps old tables for a limited time"
REPORT_RETENTION_SECONDS: Final = 90 * 24 * 3600.0
"""How long a report of a player stays in the database."""


Result = TypeVar("Result")


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
        self._keepers: dict[str, TableKeeper] = {}
        self._claim_again_at: dict[str, int] = {}
        """Tables whose lease this worker has tried to claim, and when to try again."""
        self._unreadable: set[str] = set()
        """Tables whose entries could not be decoded or folded."""
        self._tasks: set[asyncio.Task[None]] = set()
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
        await self._maintain_leases()
        await self.refresh_bans()
        self._start(self._repeat(self._configuration.poll_seconds, self.refresh_bans))
        self._start(self._repeat(self._configuration.lease_seconds / 3, self._maintain_leases))
        self._start(self._repeat(self._configuration.poll_seconds, self._poll))
        self._start(self._repeat(IDLE_SESSION_SECONDS, self._evict_idle_sessions))
        self._start(self._repeat(DELETION_INTERVAL_SECONDS, self.delete_old_tables))
        self._start(self._repeat(FULL_COLLECTION_INTERVAL_SECONDS, self._collect_garbage))

    async def close(self) -> None:
        """Stop all tasks, release the leases so that other workers can claim them, and disconnect."""
        self.is_closing = True
        tasks = [*self._tasks, *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(keeper.close() for keeper in self._keepers.values()))
        try:
            await self.store.release(self._keepers, self.worker)
            await self.store.remove_worker(self.worker)
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
            DamagedTable: If its entries cannot be read.
            StoreUnavailable: If the database does not answer.
        """
        found = self._sessions.get(table)
        if found is not None:
            return found
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load_intact(table))
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
        table = Table.fold(new_table(), entries)
        async with self.quotas.room_for(opener, listed=table.settings.listed):
            for attempts_left in reversed(range(MAX_NAME_ATTEMPTS)):
                try:
                    if await self.store.create(table.id, stored[0], summary_of(table, opener), more=stored[1:]):
                        TABLE_OPENED(table=table.id, game=table.game.NAME, players=table.players)
                        return self._add(table, opener=opener, size=size)
                except StoreDamaged:
                    if not attempts_left:
                        raise
                table = Table.fold(new_table(), entries)
        raise AssertionError("new names are random, and never all in use")

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

    async def _load_intact(self, table: str) -> TableSession:
        """Load the table; one that cannot be read is not tried again, and affects no other table."""
        if table in self._unreadable:
            raise DamagedTable(table)
        try:
            return await self._load(table)
        except (NoSuchTable, StoreUnavailable):
            raise
        except Exception as error:  # written by another version, or damaged
            TABLE_UNREADABLE(error, table=table)
            self._unreadable.add(table)
            raise DamagedTable(table) from error

    async def _load(self, table: str) -> TableSession:
        stored = await self.store.load(table, version=code_version())
        if stored is None:
            raise NoSuchTable(table)
        loaded = await self._in_thread(len(stored.entries), lambda: table_of(table, stored))
        snapshot_at = 0
        if loaded is not None and stored.snapshot is not None:
            snapshot_at = stored.snapshot.sequence
        else:
            entries = stored.entries if stored.snapshot is None else await self.store.entries(table)
            loaded = await self._in_thread(len(entries), lambda: folded(table, entries))
        session = self._add(loaded, opener=stored.opener, size=stored.size, snapshot_at=snapshot_at)
        self._take_snapshot(session)
        return session

    async def _in_thread(self, entries: int, work: Callable[[], Result]) -> Result:
        """Return the result of work on that many entries; much work is done in a thread."""
        return work() if entries <= MAX_INLINE_ENTRIES else await asyncio.to_thread(work)

    def _add(self, table: Table, *, opener: str | None, size: int, snapshot_at: int = 0) -> TableSession:
        session = TableSession(
            table,
            store=self.store,
            bus=self.bus,
            clock=self.clock,
            metrics=self.metrics,
            limits=self._configuration.limits,
            on_change=self._session_changed,
            on_deleted=lambda session: self._start(self._log_failures(self.forget_deleted(session.table.id))),
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
            self._start(self._log_failures(self._save_snapshot(table)))

    async def _save_snapshot(self, table: Table) -> None:
        await self.store.save_snapshot(table.id, await asyncio.to_thread(snapshot_of, table))

    # News from other workers.

    def _on_news(self, table: str, sequence: int) -> None:
        session = self._sessions.get(table)
        if session is not None and session.table.sequence < sequence:
            self._start(self._log_failures(session.catch_up(sequence)))

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
        session, keeper = self._sessions.pop(table, None), self._keepers.pop(table, None)
        if keeper is not None:
            keeper.stop()
        if session is not None:
            session.close_connections(session.connections.values(), "deleted", reason)

    # Leases.

    def _session_changed(self, session: TableSession) -> None:
        """Inform the table's keeper, or claim the table if it needs one soon; take a snapshot of a long table."""
        self._take_snapshot(session)
        keeper = self._keepers.get(session.table.id)
        if keeper is not None:
            keeper.update()
        elif self._needs_keeper(session) and self._claim_again_at.get(session.table.id, 0) <= self.clock.now():
            self._claim_again_at[session.table.id] = self.clock.in_seconds(self._configuration.lease_seconds)
            self._start(self._log_failures(self._claim([session.table.id])))

    def _needs_keeper(self, session: TableSession) -> bool:
        """Return whether something is due soon, or people watch a table of bots alone."""
        if session.has_only_bots and session.connections:
            return True
        return session.due is not None and session.due <= session.clock.in_seconds(KEEPER_LOOKAHEAD_SECONDS)

    async def _maintain_leases(self) -> None:
        """Send the heartbeat, renew leases, and claim orphaned tables."""
        await self._synchronise_clock()
        await self.send_heartbeat()
        orphaned = await self._orphaned()
        await self._release_unwatched()
        watched = [table for table, session in self._sessions.items() if session.has_only_bots and session.connections]
        await self._claim([*dict.fromkeys((*self._keepers, *orphaned, *watched))])
        await self._reconcile_presence()

    async def _synchronise_clock(self) -> None:
        """Set the clock by the database's, which all servers share, if they differ by more than a slow answer explains."""
        asked = time.monotonic()
        real = await self.store.time()
        if real is None or time.monotonic() - asked > CLOCK_TOLERANCE_SECONDS:
            return
        ahead = self.clock.seconds_ahead_of(real)
        if abs(ahead) > CLOCK_TOLERANCE_SECONDS:
            CLOCK_DIFFERS(seconds=ahead)
            self.clock.set(real)

    async def _orphaned(self) -> Sequence[str]:
        """Return tables that need a keeper soon and have none; none if a damaged page hides which."""
        now = self.clock.now()
        ahead = self.clock.in_seconds(KEEPER_LOOKAHEAD_SECONDS) - now
        latest = latest_lease(now, self.clock.in_seconds(self._configuration.lease_seconds))
        try:
            return await self.store.orphaned(TABLES_PER_BATCH, now=now, ahead=ahead, latest=latest)
        except StoreDamaged as error:
            ORPHANS_NOT_FOUND(reason=str(error))
            return ()

    async def send_heartbeat(self) -> None:
        """Record that this worker is alive; other workers take it for dead if it has not done so for two leases.

        Raises:
            StoreUnavailable: If the database does not answer, or cannot be written.
        """
        await self.store.heartbeat(self.worker, until=self.clock.in_seconds(2 * self._configuration.lease_seconds))

    async def _release_unwatched(self) -> None:
        """Release tables of bots alone that nobody watches here, so that a worker with spectators can claim them."""
        unwatched = [
            table
            for table in self._keepers
            if (session := self._sessions[table]).has_only_bots and not self._needs_keeper(session)
        ]
        for table in unwatched:
            self._keepers.pop(table).stop()
        if unwatched:
            await self.store.release(unwatched, self.worker)

    async def _claim(self, wanted: Sequence[str]) -> None:
        """Claim or renew the leases of these tables, and start or stop their keepers accordingly."""
        tables = [table for table in wanted if table not in self._unreadable]
        if not tables:
            return
        until = self.clock.in_seconds(self._configuration.lease_seconds)
        try:
            kept = await self.store.lease(tables, self.worker, now=self.clock.now(), until=until)
        except StoreDamaged as error:
            if len(tables) > 1:  # claim each alone, so that only the damaged ones fail
                for table in tables:
                    await self._claim([table])
                return
            TABLE_DAMAGED(table=tables[0], reason=str(error))
            self._unreadable.add(tables[0])
            kept = frozenset()
        for table in set(tables) - kept:
            keeper = self._keepers.pop(table, None)
            if keeper is not None:
                keeper.stop()
        for table in kept:
            if table not in self._keepers:
                await self._start_keeper(table)
        self.metrics.kept_tables.set(len(self._keepers))

    async def _start_keeper(self, table: str) -> None:
        try:
            session = await self.session(table)
        except (NoSuchTable, DamagedTable):
            return
        if table not in self._keepers:  # another claim may have started one while this one loaded the table
            keeper = TableKeeper(session, clock=session.clock, bot_pool=self._bot_pool, metrics=self.metrics)
            self._keepers[table] = keeper
            keeper.update()

    async def _reconcile_presence(self) -> None:
        """Make the stored connections agree with the real ones.

        Remove connections of dead workers, and those whose end could not be stored. Add connections to this worker that
        another worker removed because it took this one for dead.
        """
        missing = []
        doubtful = []
        for session in self._sessions.values():
            known = {connection for _, person in session.table.people for connection in person.connections}
            missing += [(session, each) for each in session.connections.values() if each.id not in known]
            doubtful += [
                (session, seat, connection)
                for seat, person in session.table.people
                for connection in person.connections
                if connection not in session.connections
            ]
        for session, each in missing:
            if each.seat is not None and not each.is_closing:
                await self._report(session, Connect(each.seat, each.id))
        alive = await self.store.workers(now=self.clock.now()) if doubtful else frozenset()
        for session, seat, connection in doubtful:
            worker = connection.partition(".")[0]
            if worker not in alive or (worker == self.worker and connection not in session.connections):
                await self._report(session, Disconnect(seat, connection))

    async def _report(self, session: TableSession, news: Connect | Disconnect) -> None:
        try:
            await session.execute(news, KEEPER)
        except Refusal as refusal:
            PRESENCE_REFUSED(table=session.table.id, news=repr(news), reason=str(refusal))

    async def _evict_idle_sessions(self) -> None:
        """Remove idle tables from memory, release their leases, and delete old reports and bans from the database."""
        now = self.clock.now()
        idle = now - (self.clock.in_seconds(IDLE_SESSION_SECONDS) - now)
        unused = [
            table
            for table, session in self._sessions.items()
            if not session.connections and session.last_used_at < idle
        ]
        released = []
        for table in unused:
            keeper = self._keepers.get(table)
            if keeper is not None:
                if keeper.is_busy or self._needs_keeper(self._sessions[table]):
                    continue
                keeper.stop()
                del self._keepers[table]
                released.append(table)
            del self._sessions[table]
        self._claim_again_at = {table: until for table, until in self._claim_again_at.items() if until > now}
        self.metrics.sessions.set(len(self._sessions))
        if released:
            await self.store.release(released, self.worker)
        await self.store.moderation.prune(now=now, reports_before=self.clock.seconds_ago(REPORT_RETENTION_SECONDS))

    async def delete_old_tables(self) -> None:
        """Delete some tables that were kept long enough, and tell those who still look at one from another worker.

        Raises:
            StoreUnavailable: If the database does not answer.
        """
        in_use = {table for table, session in self._sessions.items() if session.connections}
        for table in await self._retention.delete_batch(in_use) & self._sessions.keys():
            await self.forget_deleted(table)

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

    # Background tasks.

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
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
            self.metrics.store_failures.inc()
            STORE_UNAVAILABLE(reason=str(error))
        except Exception as error:
            TASK_FAILED(error)
