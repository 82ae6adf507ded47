"""The summary of a table, which lists and keepers read instead of its entries."""

from __future__ import annotations

from typing import Final

from covergames.server.store import Stage as StoredStage
from covergames.server.store import Summary
from covergames.table import Stage, Table

PRESENCE_CHECK_MS: Final = 600_000
"""How often a worker checks that people who seem present are connected: their server may have been killed."""
MINUTE_MS: Final = 60_000
"""Checks are due on the minute, so that a decision, which writes the row, rarely moves it in the index on `due`."""


def summary_of(table: Table, opener: str | None = None) -> Summary:
    """Return the summary of the table, which the store keeps in one row; a closed table forgets its opener."""
    return Summary(
        game=table.game.NAME,
        title=table.title,
        players=table.players,
        seats_taken=sum(occupant is not None for occupant in table.seats),
        stage=_stored_stage(table),
        listed=table.settings.listed and not table.is_locked,
        due=due_of(table),
        opener=opener if table.closed is None else None,
    )


def due_of(table: Table) -> int | None:
    """Return when the table needs a keeper even if no player sends a command; None: never.

    A table of bots alone plays only while somebody watches: a worker with a spectator becomes its keeper without this time.
    """
    if table.people and table.bots_to_act():
        return table.at
    duty = table.duty()
    if table.closed is None and any(person.is_present for _, person in table.people):
        check_up = MINUTE_MS * ((table.at + PRESENCE_CHECK_MS) // MINUTE_MS + 1)
        return check_up if duty is None else min(duty.due, check_up)
    return None if duty is None else duty.due


def _stored_stage(table: Table) -> StoredStage:
    """Return the stage for the store, in which a closed table is over, abandoned during its game, or without a game."""
    match table.stage:
        case Stage.LOBBY:
            return StoredStage.OPEN
        case Stage.PLAYING:
            return StoredStage.RUNNING
        case Stage.OVER:
            return StoredStage.OVER
        case Stage.CLOSED:
            if table.state is None:
                return StoredStage.CLOSED
            return StoredStage.OVER if table.is_over else StoredStage.ABANDONED
