"""The record of a table's game. It contains all secrets of the table, so it exists only after the game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from covergames.continuing import Beginning
from covergames.game import Seat
from covergames.record import Fair, Record, RecordError, Recording
from covergames.schema import write_options
from covergames.table.entries import Acted, Closed, Entry, Origin, Started
from covergames.table.fair import FairDealer, deal_key
from covergames.table.refusal import Code, Refusal
from covergames.table.table import Table
from covergames.table.view import Stage

ANNOUNCED_OPTIONS = "options"
"""The key in a record's `meta` for the host's options as JSON, if some of them were drawn by lot."""


ORIGIN = "origin"
"""The key in a record's `meta` for its `Origin` as JSON, if the game continues another one."""


def dealt(table: str, entries: Iterable[Entry]) -> tuple[Table, list[Entry]]:
    """Return the table just before the deal, and its entries from the deal on.

    Raises:
        Refusal: the game has not started.
    """
    entries = list(entries)
    begun = next((number for number, entry in enumerate(entries) if isinstance(entry.body, Started)), None)
    if begun is None:
        raise Refusal(Code.NOT_NOW, "no game was played at this table")
    return Table.fold(table, entries[:begun]), entries[begun:]


def origin_of(record: Record) -> Origin | None:
    """Return the game that the record's game continues; None: none.

    Raises:
        RecordError: its `meta` cannot be read, or names more events than the record has.
    """
    if ORIGIN not in record.meta:
        return None
    try:
        origin = msgspec.json.decode(record.meta[ORIGIN], type=Origin)
    except msgspec.DecodeError as error:
        raise RecordError(f"the origin {record.meta[ORIGIN]!r} cannot be read: {error}") from None
    if not 0 <= origin.events <= len(record.events):
        raise RecordError(f"the origin has {origin.events} events, and the record has {len(record.events)}")
    return origin


def origin_at(begun: Beginning, *, table: str | None, seat: Seat, anew: bool) -> Origin:
    """Return the origin of a game that begins there; `table` is where the original was played, if it is known."""
    return Origin(
        table=table, step=begun.step, events=len(begun.record.events), seat=seat, anew=anew, digest=begun.digest
    )


def check_over(table: Table) -> None:
    """Check that the game is over, or that the table is closed.

    Raises:
        Refusal: the game can still be played.
    """
    if table.stage in (Stage.LOBBY, Stage.PLAYING):
        raise Refusal(Code.NOT_NOW, "the game is not over")


def record_of(table: str, entries: Iterable[Entry]) -> Record:
    """Return the record of the game in these entries of the table.

    Raises:
        Refusal: the game has not started, or is not over.
    """
    lobby, played = dealt(table, entries)
    game, nonces = lobby.game, lobby.nonces
    dealer = FairDealer(deal_key(lobby.seed, nonces))
    if lobby.origin is None:
        names = [occupant.name for occupant in lobby.seats if occupant is not None]
        recording = Recording.begin(game, names, lobby.options, dealer)
    else:
        recording = Recording.resume(lobby.begun(), dealer)
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
    if lobby.origin is not None:
        record.meta[ORIGIN] = msgspec.json.encode(lobby.origin).decode()
    if game.options_of(recording.state) != lobby.options:
        record.meta[ANNOUNCED_OPTIONS] = msgspec.json.encode(write_options(game, lobby.options)).decode()
    return record
