"""Who is present at a table, by its entries and in fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covergames.server.log import PRESENCE_REFUSED
from covergames.table import KEEPER, Connect, Disconnect, Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from covergames.server.session import TableSession


async def reconcile_presence(
    sessions: Iterable[TableSession], worker: str, alive_workers: Callable[[], Awaitable[frozenset[str]]]
) -> None:
    """Make the stored connections of this worker's sessions agree with the real ones.

    Remove connections of dead workers, and those whose end could not be stored. Add connections to this worker that
    another worker removed because it took this one for dead.
    """
    missing = []
    doubtful = []
    for session in sessions:
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
            await _report(session, Connect(each.seat, each.id))
    alive = await alive_workers() if doubtful else frozenset()
    for session, seat, connection in doubtful:
        owner = connection.partition(".")[0]
        if owner not in alive or (owner == worker and connection not in session.connections):
            await _report(session, Disconnect(seat, connection))


async def _report(session: TableSession, news: Connect | Disconnect) -> None:
    try:
        await session.execute(news, KEEPER)
    except Refusal as refusal:
        PRESENCE_REFUSED(table=session.table.id, news=repr(news), reason=str(refusal))
