"""Who is told what: a table's steps as messages, each written once for all who see the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from covergames import wire
from covergames.game import Seat
from covergames.server.connection import Connection
from covergames.table import Actor, Code, Proposal, Refusal, Table, TableView
from covergames.table.entries import Acted, Spoke, Started

Part = TypeVar("Part")


class Broadcaster:
    """The words for one table, and what everybody around it was told last."""

    def __init__(self, table: Table) -> None:
        self._set_options(table)
        self._last_snapshot: wire.Snapshot | None = None
        """The game, as it was last shown to anybody."""
        self._table = wire.once(table.view())

    def welcome(self, table: Table, who: Actor, *, at: int) -> bytes:
        """Everything that somebody may know."""
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
                history=wire.NO_EVENTS if snapshot is None else snapshot.history(),
            )
        )

    def broadcast(
        self, before: Table, proposal: Proposal, after: Table, told: Iterable[Connection]
    ) -> list[Connection]:
        """Tell everybody what has changed; those who did not read what they were told before are in the answer."""
        entry = proposal.entry
        table: TableView | UnsetType = UNSET
        if not is_game_only(before, proposal, after):
            changed = wire.once(after.view())
            table = self._changed(self._table, changed)
            self._table = changed
        arrangement: wire.Arrangement | UnsetType = UNSET
        if before.options is not after.options or isinstance(entry.body, Started):
            self._set_options(after)
            arrangement = self._arrangement
        told = list(told)
        earlier = self._last_snapshot
        snapshot = self._step_snapshot(before, proposal, after, told)
        news = wire.Update(
            sequence=entry.sequence,
            at=entry.at,
            table=table,
            arrangement=arrangement,
            public=UNSET if snapshot is None else snapshot.public,
            events=UNSET if snapshot is None else snapshot.events(None),
            said=(after.chat[-1],) if isinstance(entry.body, Spoke) else UNSET,
        )
        for_all = wire.encode(news)
        written: dict[Actor, bytes] = {}
        slow = []
        is_hosted_anew = (before.host, before.is_hosted_by_token) != (after.host, after.is_hosted_by_token)
        for connection in told:
            who = connection.who
            message = written.get(who)
            if message is None:
                own = {} if snapshot is None else _own_parts(connection.seat, snapshot, earlier)
                if is_hosted_anew and (you := you_of(after, who)) != you_of(before, who):
                    own["you"] = you
                message = written[who] = wire.encode(replace(news, **own)) if own else for_all
            if not connection.send(message):
                slow.append(connection)
        return slow

    def refusal_message(self, table: Table, who: Actor, command: str | None, refusal: Refusal) -> bytes:
        """No, and why; to whoever decided about an earlier game, with the game as it is now."""
        seat = who if isinstance(who, int) else None
        snapshot = self._snapshot(table) if refusal.code is Code.STALE else None
        return wire.encode(
            wire.Refused(
                id=command,
                code=refusal.code.value,
                reason=refusal.reason,
                rule=refusal.rule_id,
                sequence=table.sequence,
                public=UNSET if snapshot is None else snapshot.public,
                private=UNSET if snapshot is None else snapshot.private(seat),
            )
        )

    def _step_snapshot(
        self, before: Table, proposal: Proposal, after: Table, told: list[Connection]
    ) -> wire.Snapshot | None:
        """The game after the step, if it went on and anybody watches."""
        if after.state is before.state or not told:
            return None
        if before.state is None:
            self._last_snapshot = wire.Snapshot.of_new_game(after.game, after.state)
        else:
            self._last_snapshot = wire.Snapshot(after.game, after.state, proposal.events, before=self._last_snapshot)
        return self._last_snapshot

    def _snapshot(self, table: Table) -> wire.Snapshot | None:
        """The game as it is, of which most is written already."""
        if table.state is None:
            return None
        if self._last_snapshot is None or self._last_snapshot.state is not table.state:
            self._last_snapshot = wire.Snapshot(table.game, table.state, before=self._last_snapshot)
        return self._last_snapshot

    def _set_options(self, table: Table) -> None:
        """From now on, these are the options."""
        options = table.options if table.state is None else table.game.options_of(table.state)
        self._arrangement = wire.once(wire.write_arrangement(table.game, table.players, options))

    @staticmethod
    def _changed(before: Part, after: Part) -> Part | UnsetType:
        return UNSET if before == after else after


def _own_parts(seat: Seat | None, snapshot: wire.Snapshot, earlier: wire.Snapshot | None) -> dict[str, Any]:
    """What a seat is told otherwise than everybody: its own part, if that has changed, and what it saw more of what happened."""
    own: dict[str, Any] = {}
    if (private := snapshot.news(seat)) is not UNSET:
        own["private"] = private
    if (events := snapshot.events(seat)) is not snapshot.events(None):
        own["events"] = events
    return own


def is_game_only(before: Table, proposal: Proposal, after: Table) -> bool:
    """Whether it was a decision that changes nothing around the game, as most are: no seat, no clock, not the end."""
    return (
        isinstance(proposal.entry.body, Acted)
        and after.seats is before.seats
        and after.round_start == before.round_start
        and after.is_over == before.is_over
        and after.settings.decision_time is None
    )


def you_of(table: Table, who: Actor) -> wire.You:
    """Who that is to the table."""
    return wire.You(who if isinstance(who, int) else None, table.is_host(who))
