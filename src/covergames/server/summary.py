"""What lists and keepers need to know of a table without reading its entries."""

from __future__ import annotations

from typing import Final

from covergames.server.store import Stage as Kept
from covergames.server.store import Summary
from covergames.table import Stage, Table

PRESENCE_CHECK_MS: Final = 600_000
"""Milliseconds after which somebody looks whether those who seem present are: their server may have been killed."""
MINUTE_MS: Final = 60_000
"""Looks are due on the minute: a row that is written with every decision then keeps its place in the database's index."""


def summary_of(table: Table) -> Summary:
    """The table in one row."""
    return Summary(
        game=table.game.NAME,
        title=table.title,
        players=table.players,
        seats_taken=sum(occupant is not None for occupant in table.seats),
        stage=_kept(table),
        listed=table.settings.listed,
        due=due_of(table),
    )


def due_of(table: Table) -> int | None:
    """When somebody has to look after the table even if no player asks for anything."""
    if table.bots_to_act():
        return table.at
    duty = table.duty()
    if table.closed is None and any(person.is_present for _, person in table.people):
        check_up = MINUTE_MS * ((table.at + PRESENCE_CHECK_MS) // MINUTE_MS + 1)
        return check_up if duty is None else min(duty.due, check_up)
    return None if duty is None else duty.due


def _kept(table: Table) -> Kept:
    """A game that was begun has a record, so its table is never forgotten."""
    match table.stage:
        case Stage.LOBBY:
            return Kept.OPEN
        case Stage.PLAYING:
            return Kept.RUNNING
        case Stage.OVER:
            return Kept.OVER
        case Stage.CLOSED:
            return Kept.CLOSED if table.state is None else Kept.OVER
