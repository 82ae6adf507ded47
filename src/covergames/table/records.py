"""The record of a table's game, once nobody can play on: it holds every secret that the table had."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from covergames.record import Fair, Record, Recording
from covergames.schema import write_options
from covergames.table.entries import Acted, Closed, Entry, Started
from covergames.table.fair import FairDealer, deal_key
from covergames.table.refusal import Code, Refusal
from covergames.table.table import Table
from covergames.table.view import Stage

ANNOUNCED_OPTIONS = "options"
"""In a record's `meta`, as JSON: the options as they were announced, if they left anything to be drawn by lot."""


def dealt(table: str, entries: Iterable[Entry]) -> tuple[Table, list[Entry]]:
    """The table as it was when the cards were dealt, and its entries from the deal on."""
    entries = list(entries)
    begun = next((number for number, entry in enumerate(entries) if isinstance(entry.body, Started)), None)
    if begun is None:
        raise Refusal(Code.NOT_NOW, "no game was played at this table")
    return Table.fold(table, entries[:begun]), entries[begun:]


def check_over(table: Table) -> None:
    """Refuse to tell of a game that is being played."""
    if table.stage in (Stage.LOBBY, Stage.PLAYING):
        raise Refusal(Code.NOT_NOW, "the game is not over")


def record_of(table: str, entries: Iterable[Entry]) -> Record:
    """The game that these entries of the table tell, or `Refusal` while it is being played."""
    lobby, played = dealt(table, entries)
    game, nonces = lobby.game, lobby.nonces
    recording = Recording.begin(
        game,
        [occupant.name for occupant in lobby.seats if occupant is not None],
        lobby.options,
        FairDealer(deal_key(lobby.seed, nonces)),
    )
    for entry in played:
        if isinstance(entry.body, Acted):
            recording.act(*lobby.codec.decode_decision(entry.body.action))
    record = recording.record
    if record.result is None and not isinstance(played[-1].body, Closed):
        raise Refusal(Code.NOT_NOW, "the game is not over")
    record.fair = Fair(lobby.commitment, lobby.seed, list(nonces))
    record.meta = {"date": datetime.fromtimestamp(played[0].at / 1000, UTC).date().isoformat()}
    if lobby.title:
        record.meta["title"] = lobby.title
    if game.options_of(recording.state) != lobby.options:
        record.meta[ANNOUNCED_OPTIONS] = msgspec.json.encode(write_options(game, lobby.options)).decode()
    return record
