"""The messages of a table: each step is encoded once for all connections that see the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from covergames import wire
from covergames.game import Seat
from covergames.server.connection import Connection
from covergames.table import Actor, Code, Proposal, Refusal, Table, TableView
from covergames.table.entries import Acted, Started
from covergames.table.table import substitute_in

Part = TypeVar("Part")


class Broadcaster:
    """Encodes the messages of one table, and remembers the last snapshot to reuse its parts."""

    def __init__(self, table: Table) -> None:
        self._set_options(table)
        self._last_snapshot: wire.Snapshot | None = None
        """The latest snapshot of the game that was sent to a connection; None once the game is over, when none follows
        it, and at a resting table."""
        self._table = wire.pre_encoded(table.view())

    def welcome(self, table: Table, who: Actor, *, at: int) -> bytes:
        """Return the welcome message: everything that this actor may see."""
        seat = who if isinstance(who, int) else None
        snapshot = self._snapshot(table)
        return wire.encode(
            wire.Welcome(
                you=you_of(table, who),
                sequence=table.sequence,
                at=at,
                table=self._table,
                arrangement=self._arrangement,
                chat=table.chat,
                public=UNSET if snapshot is None else snapshot.public,
                private=UNSET if snapshot is None else snapshot.private(seat),
                decisions=UNSET if snapshot is None else table.decisions,
                history=wire.NO_EVENTS if snapshot is None else snapshot.history(),
                substitutions=table.substitutions or UNSET,
            )
        )

    def broadcast(
        self, before: Table, proposal: Proposal, after: Table, connections: Iterable[Connection]
    ) -> list[Connection]:
        """Send the step to all connections; return those whose queue is full."""
        entry = proposal.entry
        table: TableView | UnsetType = UNSET
        if not is_game_only(before, proposal, after):
            changed = wire.pre_encoded(after.view())
            table = self._changed(self._table, changed)
            self._table = changed
        arrangement: wire.Arrangement | UnsetType = UNSET
        if before.options is not after.options or isinstance(entry.body, Started):
            self._set_options(after)
            arrangement = self._arrangement
        connections = list(connections)
        if isinstance(entry.body, Started) and after.origin is not None:
            return self._welcome_all(after, connections, at=entry.at)
        snapshot = self._step_snapshot(before, proposal, after) if connections else None
        public_update = wire.Update(
            sequence=entry.sequence,
            at=entry.at,
            table=table,
            arrangement=arrangement,
            public=UNSET if snapshot is None else snapshot.public,
            events=UNSET if snapshot is None else snapshot.events(None),
            decided_by=substitute_in(entry.body) or UNSET,
            said=UNSET if after.chat is before.chat else (after.chat[-1],),
        )
        public_message = wire.encode(public_update)
        messages: dict[Actor, bytes] = {}
        slow = []
        has_new_host = (before.host, before.is_hosted_by_token) != (after.host, after.is_hosted_by_token)
        for connection in connections:
            who = connection.who
            message = messages.get(who)
            if message is None:
                own = {} if snapshot is None else _own_parts(connection.seat, snapshot, public_update)
                if has_new_host and (you := you_of(after, who)) != you_of(before, who):
                    own["you"] = you
                message = messages[who] = wire.encode(replace(public_update, **own)) if own else public_message
            if not connection.send(message):
                slow.append(connection)
        if snapshot is not None:
            snapshot.forget_step()
        return slow

    def forget_snapshot(self) -> None:
        """Free what was encoded for the table; the next message encodes it again."""
        self._last_snapshot = None

    def _welcome_all(self, table: Table, connections: list[Connection], *, at: int) -> list[Connection]:
        """Send all connections a game that continues another one: it has a past, which no update contains."""
        return [
            connection for connection in connections if not connection.send(self.welcome(table, connection.who, at=at))
        ]

    def refusal_message(self, table: Table, who: Actor, command: str | None, refusal: Refusal) -> bytes:
        """Return the message that refuses a command; a stale decision also gets the current game."""
        seat = who if isinstance(who, int) else None
        snapshot = self._snapshot(table) if refusal.code is Code.STALE else None
        return wire.encode(
            wire.Refused(
                id=command,
                code=refusal.code.value,
                reason=refusal.reason,
                rule=refusal.rule_id,
                t=UNSET if refusal.t is None else refusal.t,
                sequence=table.sequence,
                public=UNSET if snapshot is None else snapshot.public,
                private=UNSET if snapshot is None else snapshot.private(seat),
            )
        )

    def _step_snapshot(self, before: Table, proposal: Proposal, after: Table) -> wire.Snapshot | None:
        """Return the snapshot of the game after the step; None if the step did not change the game."""
        if after.state is before.state:
            return None
        if before.state is None:
            snapshot = wire.Snapshot.of_new_game(after.game, after.state)
        else:
            snapshot = wire.Snapshot(after.game, after.state, proposal.events, before=self._last_snapshot)
        self._last_snapshot = None if after.is_over else snapshot
        return snapshot

    def _snapshot(self, table: Table) -> wire.Snapshot | None:
        """Return the snapshot of the game, which reuses the encoded parts of the last one; None before the start."""
        if table.state is None:
            return None
        snapshot = self._last_snapshot
        if snapshot is None or snapshot.state is not table.state:
            snapshot = wire.Snapshot(table.game, table.state, before=snapshot)
            self._last_snapshot = None if table.is_over else snapshot
        return snapshot

    def _set_options(self, table: Table) -> None:
        """Use the table's options for the next messages."""
        options = table.options if table.state is None else table.game.options_of(table.state)
        self._arrangement = wire.pre_encoded(wire.write_arrangement(table.game, table.players, options))

    @staticmethod
    def _changed(before: Part, after: Part) -> Part | UnsetType:
        return UNSET if before == after else after


def _own_parts(seat: Seat | None, snapshot: wire.Snapshot, public: wire.Update) -> dict[str, Any]:
    """Return the fields in which the update for a seat differs from the public one: private part and private events."""
    own: dict[str, Any] = {}
    if (private := snapshot.private_if_changed(seat)) is not UNSET:
        own["private"] = private
    if (events := snapshot.events(seat)) is not public.events:
        own["events"] = events
    return own


def is_game_only(before: Table, proposal: Proposal, after: Table) -> bool:
    """Return whether the step was a decision that changed the game and nothing else of the table, as most do."""
    return (
        isinstance(proposal.entry.body, Acted)
        and after.seats is before.seats
        and after.round_start == before.round_start
        and after.is_over == before.is_over
        and after.settings.decision_time is None
    )


def you_of(table: Table, who: Actor) -> wire.You:
    """Return how a message names its recipient: the seat, and whether it is the host."""
    return wire.You(who if isinstance(who, int) else None, table.is_host(who))
