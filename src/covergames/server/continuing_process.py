"""The beginnings of continued games as the calculator's processes compute them, from bytes to bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from covergames.continuing import beginning
from covergames.game import Data, Seat
from covergames.record import Record, RecordError, read
from covergames.server.replay_process import Refused, tried
from covergames.table import Code, Origin, Refusal, anew_dealer, decode, origin_at, record_of

MAX_PREFIX_BYTES: Final = 128 * 1024
"""The longest beginning of a game, as JSON: some 1,500 events, which a server replays in 40 ms."""


class Where(NamedTuple):
    """Where a game continues, and how."""

    step: int
    seat: int
    anew: bool
    seed: str
    """The seed of the new table, from which the cards follow that are dealt anew."""


class Begun(msgspec.Struct, frozen=True):
    """The beginning of a continued game."""

    game: str
    players: int
    options: Data
    title: str
    origin: Origin
    prefix: msgspec.Raw


def begun_at_table(table: str, entries: Sequence[bytes], where: Where) -> bytes | Refused:
    """Return, as JSON, the beginning of a game that continues the game in these entries of the table."""
    return tried(lambda: _begun(record_of(table, [decode(entry) for entry in entries]), table, where))


def begun_by_record(record: bytes, where: Where) -> bytes | Refused:
    """Return, as JSON, the beginning of a game that continues the game of a record."""
    return tried(lambda: _begun(read(record), None, where))


def _begun(record: Record, table: str | None, where: Where) -> bytes:
    if record.result is None:
        raise RecordError("only a game that was played to its end can be continued")
    dealer = anew_dealer(where.seed) if where.anew else None
    found = beginning(record, step=where.step, seat=Seat(where.seat), dealer=dealer)
    prefix = msgspec.json.encode(found.record.events)
    if len(prefix) > MAX_PREFIX_BYTES:
        raise Refusal(Code.TOO_LONG, f"the game up to there has more than {MAX_PREFIX_BYTES} bytes, the limit here")
    begun = Begun(
        game=record.game,
        players=len(record.players),
        options=record.options if record.start is None else {**record.options, "start": record.start},
        title="" if table is None else record.meta.get("title", ""),
        origin=origin_at(found, table=table, seat=Seat(where.seat), anew=where.anew),
        prefix=msgspec.Raw(prefix),
    )
    return msgspec.json.encode(begun)
