"""All tables that this worker serves, and what it does for them by itself.

Any worker serves any table. A table that needs something done without being asked is kept by one worker at a time, which
says so in the database every few moments; if it dies, another one takes over.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Final

from covergames import wire
from covergames.server.attendance import Attendance
from covergames.server.bus import open_bus
from covergames.server.clock import Clock
from covergames.server.garbage import SWEEP, sweep
from covergames.server.room import Room
from covergames.server.store import NoSuchTable, Stored, StoreGone, open_store
from covergames.server.summary import summary_of
from covergames.server.thinkers import Thinkers
from covergames.server.tokens import new_secret, new_table
from covergames.table import KEEPER, Come, Entry, Go, Refusal, Rematch, Repeated, Table, decode, rematch

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from typing import Any

    from covergames.server.configuration import Configuration
    from covergames.server.connection import Connection
    from covergames.server.metrics import Metrics

AHEAD: Final = 30.0
"""Seconds before something is due that a table gets a keeper."""
IDLE: Final = 60.0
"""Seconds for which a table is remembered that nobody is connected to."""
LONG: Final = 500
"""Entries up to which a table is read at once; the others need not wait while a longer one is."""
TAKEN_ON: Final = 200
"""How many tables a worker takes on at a time."""
FORGOTTEN: Final = 7 * 24 * 3600.0
"""Seconds after which a table that was closed without a game is forgotten."""

_log = logging.getLogger("covergames.server")


class Hall:
    """The tables in memory, the database, the bus, and the loops that keep things going."""

    def __init__(self, configuration: Configuration, metrics: Metrics) -> None:
        self.worker = secrets.token_hex(4)
        """This worker's name, which no other one has or had."""
        self.clock = Clock(configuration.rate)
        self.metrics = metrics
        self._configuration = configuration
        self._thinkers = Thinkers(configuration.thinkers, patience=configuration.patience)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._attended: dict[str, Attendance] = {}
        self._denied: dict[str, int] = {}
        """Tables that another worker keeps, and until when not to ask again."""
        self._broken: set[str] = set()
        """Tables that cannot be read."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = 0
        self.is_closing = False

    async def open(self) -> None:
        """Connect to the database and the bus, and begin to keep tables."""
        self.store = await open_store(self._configuration.database)
        self.bus = await open_bus(self._configuration.bus)
        self.bus.subscribe(self._hear)
        await self._keep()
        self._start(self._repeat(self._configuration.lease / 3, self._keep))
        self._start(self._repeat(self._configuration.poll, self._poll))
        self._start(self._repeat(IDLE, self._tidy))
        self._start(self._repeat(SWEEP, self._sweep))

    async def close(self) -> None:
        """Hand everything over: nothing is lost, others go on."""
        self.is_closing = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for attendance in self._attended.values():
            attendance.stop()
        try:
            await self.store.release(self._attended, self.worker)
            await self.store.take_leave(self.worker)
        except StoreGone as error:
            _log.warning("leaving without saying so: %s", error)
        await self._thinkers.close()
        await self.bus.close()
        await self.store.close()

    # Tables.

    async def room(self, table: str) -> Room:
        """The table's room, read from the database if need be, or `NoSuchTable`."""
        found = self._rooms.get(table)
        if found is not None:
            return found
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def create(self, entries: Sequence[Entry]) -> Room:
        """A new table with these first entries."""
        while True:
            table = Table.fold(new_table(), entries)
            stored = [Stored(entry.sequence, entry.at, entry.encode()) for entry in entries]
            if await self.store.create(table.id, stored[0], summary_of(table), more=stored[1:]):
                return self._add(table)

    async def rematch(self, room: Room, over: Connection, command: str) -> int:
        """Another table for the same people, as somebody asks over that connection."""
        known = room.table.propose(Rematch("?", command), by=over.who, at=self.clock.now())  # may they?
        if isinstance(known, Repeated):
            return known.sequence
        other = await self.create(rematch(room.table, seed=new_secret(), at=self.clock.now()))
        return await room.ask(Rematch(other.table.id, command), over.who, over=over)

    def new_connection(self) -> str:
        """The name of another connection."""
        self._numbers += 1
        return f"{self.worker}.{self._numbers}"

    async def _load(self, table: str) -> Room:
        entries = await self.store.entries(table)
        if not entries:
            raise NoSuchTable(table)

        def folded() -> Table:
            return Table.fold(table, (decode(entry.data) for entry in entries))

        return self._add(folded() if len(entries) <= LONG else await asyncio.to_thread(folded))

    def _add(self, table: Table) -> Room:
        room = Room(
            table, store=self.store, bus=self.bus, clock=self.clock, metrics=self.metrics, changed=self._room_changed
        )
        self._rooms[table.id] = room
        self.metrics.rooms.set(len(self._rooms))
        return room

    # News from other workers.

    def _hear(self, table: str, sequence: int) -> None:
        room = self._rooms.get(table)
        if room is not None and room.table.sequence < sequence:
            self._start(self._surviving(room.catch_up(sequence)))

    async def _poll(self) -> None:
        """What the bus has lost."""
        for table, sequence in (await self.store.heads(tuple(self._rooms))).items():
            self._hear(table, sequence)

    # Keeping tables.

    def _room_changed(self, room: Room) -> None:
        """Something happened at a table."""
        attendance = self._attended.get(room.table.id)
        if attendance is not None:
            attendance.look()
        elif self._needs_keeper(room) and self._denied.get(room.table.id, 0) <= self.clock.now():
            self._denied[room.table.id] = self.clock.in_seconds(self._configuration.lease)
            self._start(self._surviving(self._take_on([room.table.id])))

    def _needs_keeper(self, room: Room) -> bool:
        return room.due is not None and room.due <= self.clock.in_seconds(AHEAD)

    async def _keep(self) -> None:
        """Say that this worker is alive, keep on keeping, and take on what nobody keeps."""
        now, lease = self.clock.now(), self._configuration.lease
        await self.store.beat(self.worker, until=self.clock.in_seconds(2 * lease))
        ahead = self.clock.in_seconds(AHEAD) - now
        unkept = await self.store.unkept(TAKEN_ON, now=now, ahead=ahead)
        await self._take_on([*self._attended, *unkept])
        await self._settle_presence()

    async def _take_on(self, wanted: Sequence[str]) -> None:
        tables = [table for table in wanted if table not in self._broken]
        if not tables:
            return
        until = self.clock.in_seconds(self._configuration.lease)
        kept = await self.store.lease(tables, self.worker, now=self.clock.now(), until=until)
        for table in set(tables) - kept:
            attendance = self._attended.pop(table, None)
            if attendance is not None:
                attendance.stop()
        for table in kept:
            if table not in self._attended:
                try:
                    room = await self.room(table)
                except NoSuchTable:
                    continue
                except StoreGone:
                    raise
                except Exception:  # written by another version, or damaged: the other tables need not suffer
                    _log.exception("table %s cannot be read", table)
                    self._broken.add(table)
                    continue
                self._attended[table] = attendance = Attendance(
                    room, clock=self.clock, thinkers=self._thinkers, metrics=self.metrics
                )
                attendance.look()
        self.metrics.kept.set(len(self._attended))

    async def _settle_presence(self) -> None:
        """Connections of workers that died are gone, and so are those whose end could not be kept.

        Who is connected here is present, even if another worker took this one for dead meanwhile.
        """
        lost = []
        doubtful = []
        for room in self._rooms.values():
            known = {connection for _, person in room.table.people for connection in person.connections}
            lost += [(room, each) for each in room.connections.values() if each.id not in known]
            doubtful += [
                (room, seat, connection)
                for seat, person in room.table.people
                for connection in person.connections
                if connection not in room.connections
            ]
        for room, each in lost:
            if each.seat is not None and not each.is_ending:
                await self._report(room, Come(each.seat, each.id))
        alive = await self.store.workers(now=self.clock.now()) if doubtful else frozenset()
        for room, seat, connection in doubtful:
            worker = connection.partition(".")[0]
            if worker not in alive or (worker == self.worker and connection not in room.connections):
                await self._report(room, Go(seat, connection))

    async def _report(self, room: Room, news: Come | Go) -> None:
        try:
            await room.ask(news, KEEPER)
        except Refusal as refusal:
            _log.info("table %s: %s: %s", room.table.id, news, refusal)

    async def _tidy(self) -> None:
        """Forget what nobody uses: the database remembers."""
        now = self.clock.now()
        idle = now - (self.clock.in_seconds(IDLE) - now)
        unused = [table for table, room in self._rooms.items() if not room.connections and room.used_at < idle]
        released = []
        for table in unused:
            attendance = self._attended.get(table)
            if attendance is not None:
                if attendance.is_busy or self._needs_keeper(self._rooms[table]):
                    continue
                attendance.stop()
                del self._attended[table]
                released.append(table)
            del self._rooms[table]
        self._denied = {table: until for table, until in self._denied.items() if until > now}
        self.metrics.rooms.set(len(self._rooms))
        if released:
            await self.store.release(released, self.worker)
        await self.store.prune(TAKEN_ON, before=now - (self.clock.in_seconds(FORGOTTEN) - now))

    async def _sweep(self) -> None:
        """Sockets that have ended leave garbage behind that is not found otherwise."""
        sweep()

    # Connections.

    async def say_goodbye(self, code: str, reason: str, again_after: float) -> None:
        """Tell everybody when to come back, and wait until they have heard it."""
        self.is_closing = True
        goodbye = wire.encode(wire.Goodbye(code=code, reason=reason, again_after=again_after))
        connections = [connection for room in self._rooms.values() for connection in room.connections.values()]
        for connection in connections:
            connection.dismiss(goodbye)
        if connections:
            await asyncio.wait([asyncio.create_task(connection.finished()) for connection in connections], timeout=2)

    # Work in the background.

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._surviving(work())

    async def _surviving(self, work: Coroutine[Any, Any, None]) -> None:
        """A database that is gone for a while, or one broken table, must not end the work for all others."""
        try:
            await work
        except StoreGone as error:
            self.metrics.store_failures.inc()
            _log.warning("%s", error)
        except Exception:
            _log.exception("work in the background failed")
