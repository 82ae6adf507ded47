"""What a server sends to one viewer of a table, from the first entry to the last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from covergames.server.broadcaster import Broadcaster
from covergames.server.connection import Connection
from covergames.table import Actor, Entry, Table
from covergames.wire import ServerMessage, read_server_message


class _Receiver:
    """Stands for a connection, and keeps the latest message."""

    def __init__(self, who: Actor) -> None:
        self.who = who
        self.seat = who if isinstance(who, int) else None
        self.latest = b""

    def send(self, message: bytes) -> bool:
        self.latest = message
        return True


def messages(
    entries: Sequence[Entry], who: Actor, *, since: int = 2, away: Iterable[tuple[int, int]] = ()
) -> Iterator[ServerMessage]:
    """Yield the messages to a viewer who connects after entry `since`; `away` has ranges of entries that the viewer misses."""
    receiver = _Receiver(who)
    table = Table.fold("friday", entries[:1])
    broadcaster = Broadcaster(table)
    missed = {sequence for first, last in away for sequence in range(first, last + 1)}
    for entry in entries[1:]:
        before, proposal = table, table.proposal_of(entry)
        table = before.after(proposal)
        broadcaster.broadcast(before, proposal, table, [cast("Connection", receiver)])
        if entry.sequence == since or (entry.sequence not in missed and entry.sequence - 1 in missed):
            yield read_server_message(broadcaster.welcome(table, who, at=entry.at))
        elif entry.sequence > since and entry.sequence not in missed:
            yield read_server_message(receiver.latest)
