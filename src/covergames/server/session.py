"""One table in this worker's memory, with its connections to this worker.

A command is validated, its entry is stored, and only then does it take effect and reach the clients. If another worker has
stored an entry with the same number first, this worker reads that entry, and validates the command again.
"""

from __future__ import annotations

import asyncio
from math import ceil
from typing import TYPE_CHECKING, Final

from covergames import wire
from covergames.game import Seat
from covergames.server.broadcaster import Broadcaster
from covergames.server.clock import TableClock
from covergames.server.limits import limit_key
from covergames.server.log import GAME_OVER, GAME_STARTED, TABLE_CLOSED
from covergames.server.quotas import check_table_quota
from covergames.server.store import NoSuchTable, StoredEntry, StoreUnavailable
from covergames.server.store.vault import SEAL_BYTES
from covergames.server.summary import due_of, summary_of
from covergames.table import Actor, BotTurn, Code, Command, Proposal, Refusal, Repeated, Stage, Table, decode
from covergames.table.entries import Arranged, Closed, Left, Removed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from covergames.server.bus import Bus
    from covergames.server.clock import Clock
    from covergames.server.configuration import Limits
    from covergames.server.connection import Connection
    from covergames.server.metrics import Metrics
    from covergames.server.store import Store, Summary


NO_SPECTATORS: Final = "this table does not allow spectators"
UNKNOWN_TOKEN: Final = "this token belongs to no seat here"
REJOIN_SECONDS: Final = 60.0
"""How long an address whose player the host has removed cannot take a seat at the table."""


class TableSession:
    """A table, and its connections to this worker."""

    def __init__(
        self,
        table: Table,
        *,
        store: Store,
        bus: Bus,
        clock: Clock,
        metrics: Metrics,
        limits: Limits,
        on_change: Callable[[TableSession], None],
        on_deleted: Callable[[TableSession], None],
        opener: str | None = None,
        size: int = 0,
        snapshot_at: int = 0,
    ) -> None:
        self.table = table
        """The table as last stored. A step replaces it; nothing changes it in place."""
        self.due = due_of(table)
        """When the table needs a keeper even if no player sends a command."""
        self.opener = opener
        """The address that opened the table; None: not known."""
        self.size = size
        """The bytes of all entries."""
        self.snapshot_at = snapshot_at
        """The number of the entry after which the latest snapshot was taken; 0: there is none."""
        self.connections: dict[str, Connection] = {}
        self.last_used_at = clock.now()
        """When a command or a connection last used the session."""
        self._rejoin_at: dict[str, int] = {}
        """When addresses whose players the host has removed can take a seat again."""
        self._store = store
        self._bus = bus
        self.clock = TableClock(clock, table.at)
        self._server_clock = clock
        self._metrics = metrics
        self._limits = limits
        self._on_change = on_change
        self._on_deleted = on_deleted
        self._broadcaster = Broadcaster(table)
        self._lock = asyncio.Lock()
        self._started_at: int | None = None
        """When the game started, if it started while this worker had the table in memory."""
        self._is_uncertain = False
        """Whether the database may have stored the last entry without confirming it."""
        self._stored_summary: Summary | None = None
        """The summary that this session stored with the latest entry; None: another worker stored that entry."""

    async def execute(self, command: Command, who: Actor, *, over: Connection | None = None) -> int:
        """Execute the command, and return the sequence number of its entry.

        Raises:
            Refusal: If the table refuses the command, or if the connection that sent it has lost its seat meanwhile.
            StoreUnavailable: If the database does not answer.
        """
        async with self._lock:
            self.last_used_at = self._server_clock.now()
            if self._is_uncertain:
                await self._catch_up()
            while True:
                if over is not None and over.is_closing:
                    raise Refusal(Code.NOT_YOURS, "the server is closing this connection")
                answer = self.table.propose(command, by=who, at=self.clock.now())
                if isinstance(answer, Repeated):
                    return answer.sequence
                data = answer.entry.encode()
                size = self.size + len(data) + SEAL_BYTES
                check_table_quota(command, who, answer.entry, size=size, limits=self._limits)
                after = self.table.after(answer)
                summary = summary_of(after, self.opener)
                if await self._append(StoredEntry(answer.entry.sequence, answer.entry.at, data), summary):
                    break
                self._metrics.conflicts.inc()
                await self._catch_up()
            self._stored_summary = summary
            self.due = summary.due
            self.size = size
            before = self.table
            self._apply(answer, after)
            self._log_stage(before)
            await self._bus.publish(self.table.id, self.table.sequence)
            return answer.entry.sequence

    def _log_stage(self, before: Table) -> None:
        """Log that the game has started or is over, or that the table is closed."""
        table = self.table
        if before.state is None and table.state is not None:
            self._started_at = table.at
            people = len(table.people)
            GAME_STARTED(table=table.id, game=table.game.NAME, players=table.players, people=people)
        if table.is_over and not before.is_over:
            seconds = None if self._started_at is None else round((table.at - self._started_at) / 1000, 1)
            GAME_OVER(table=table.id, game=table.game.NAME, decisions=table.decisions, seconds=seconds)
        if table.closed is not None and before.closed is None:
            TABLE_CLOSED(table=table.id, game=table.game.NAME, reason=table.closed)

    async def actor_of(self, token: str) -> Actor:
        """Return the owner of the token, after reading new entries if it is unknown: another worker may have seated them."""
        who = self.table.actor_of(token)
        if who is None:
            async with self._lock:
                await self._catch_up()
            who = self.table.actor_of(token)
        return who

    async def catch_up(self, sequence: int) -> None:
        """Apply the entries that another worker has stored, at least up to that number."""
        async with self._lock:
            if self.table.sequence < sequence:
                await self._catch_up()

    @property
    def watchers(self) -> int:
        """How many connections to this worker have no seat and are not the host's. They are not stored: anybody may open them."""
        return sum(connection.who is None for connection in self.connections.values())

    def check_may_sit(self, address: str) -> None:
        """Refuse a seat to an address whose player the host has just removed.

        Raises:
            Refusal: If it has to wait.
        """
        wait_seconds = self._server_clock.seconds_until(self._rejoin_at.get(limit_key(address), 0))
        if wait_seconds > 0:
            raise Refusal(Code.REMOVED, f"the host has removed you: take a seat again in {ceil(wait_seconds)} s")

    def add_connection(self, connection: Connection) -> None:
        """Send the connection a welcome, and every step from now on."""
        self.last_used_at = self._server_clock.now()
        self.connections[connection.id] = connection
        connection.send(self._broadcaster.welcome(self.table, connection.who, at=self.clock.now()))
        if self.has_only_bots:
            self._on_change(self)

    def remove_connection(self, connection: Connection) -> None:
        """Stop sending steps to the connection."""
        self.last_used_at = self._server_clock.now()
        self.connections.pop(connection.id, None)
        if self.has_only_bots:
            self._on_change(self)

    @property
    def has_only_bots(self) -> bool:
        """Whether a game is played at the table, and all its seats belong to bots."""
        return self.table.stage is Stage.PLAYING and not self.table.people

    def bots_to_act(self) -> tuple[BotTurn, ...]:
        """Return the decisions that bots have to take now; none at a table of bots alone that nobody watches here."""
        return () if self.has_only_bots and not self.connections else self.table.bots_to_act()

    def rest(self) -> None:
        """Free what was encoded for an idle table; the next step encodes it again."""
        self._broadcaster.forget_snapshot()

    def refusal_message(self, connection: Connection, command: str | None, refusal: Refusal) -> bytes:
        """Return the message that refuses a command of this connection."""
        return self._broadcaster.refusal_message(self.table, connection.who, command, refusal)

    async def _append(self, entry: StoredEntry, summary: Summary) -> bool:
        try:
            changed = None if summary == self._stored_summary else summary
            return await self._store.append(self.table.id, [entry], changed)
        except StoreUnavailable:
            self._is_uncertain = True
            raise
        except NoSuchTable:
            self._on_deleted(self)
            raise Refusal(Code.CLOSED, "the operator of this server has deleted the table") from None
        except asyncio.CancelledError:
            self._is_uncertain = True
            raise

    async def _catch_up(self) -> None:
        self._stored_summary = None
        for stored in await self._store.entries(self.table.id, self.table.sequence):
            proposal = self.table.proposal_of(decode(stored.data))
            after = self.table.after(proposal)
            self.due = due_of(after)
            self.size += len(stored.data) + SEAL_BYTES
            self._apply(proposal, after)
        self._is_uncertain = False

    def _apply(self, proposal: Proposal, after: Table) -> None:
        """Replace the table, close connections that lost their seat, and send the step to the others."""
        before, self.table = self.table, after
        self.clock.pass_entry(after.at)
        body = proposal.entry.body
        match body:
            case Removed(seat):
                self._exclude(Seat(seat))
                self._close_connections(Seat(seat), "removed", f"the host has removed you from seat {seat}")
            case Left(seat):
                self._close_connections(Seat(seat), "left", f"you have left seat {seat}")
            case Arranged(settings=settings) if not settings.spectators:
                self._close_connections(None, "no-spectators", NO_SPECTATORS)
        for connection in self._broadcaster.broadcast(before, proposal, after, self.connections.values()):
            self._metrics.dropped.labels("slow").inc()
            self.connections.pop(connection.id, None)
            connection.abort()
        if isinstance(body, Closed) and body.reason == "operator":
            self.close_connections(self.connections.values(), "operator", body.message)
        self._on_change(self)

    def _exclude(self, seat: Seat) -> None:
        """Let the addresses of a removed player wait, except those that others at the table share: they are of one household."""
        seated = [connection for connection in self.connections.values() if connection.who is not None]
        own = {limit_key(connection.address) for connection in seated if connection.who == seat}
        shared = {limit_key(connection.address) for connection in seated if connection.who != seat}
        until = self._server_clock.in_seconds(REJOIN_SECONDS)
        self._rejoin_at.update(dict.fromkeys(own - shared - {""}, until))

    def close_connections(self, connections: Iterable[Connection], code: str, reason: str) -> None:
        """Close these connections for good, and tell their clients why."""
        goodbye = wire.encode(wire.Goodbye(code=code, reason=reason))
        for connection in list(connections):
            self.connections.pop(connection.id, None)
            connection.close(goodbye)

    def _close_connections(self, who: Actor, code: str, reason: str) -> None:
        """Close all connections of this actor, who has lost the seat or may no longer watch."""
        self.close_connections([each for each in self.connections.values() if each.who == who], code, reason)
