"""Games that are over, to be looked back at: worked out in a thread, one at a time, so that no table waits for it."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import Final

from litestar import Response

from covergames import wire
from covergames.game import Seat
from covergames.record import Record, RecordError
from covergames.table import Code, Entry, Refusal
from covergames.wire.replay import FACE_UP, Replay, Viewer, replay_of_record, replay_of_table

SPECTATOR: Final = "spectator"
VIEWERS: Final = rf"^({SPECTATOR}|{FACE_UP.value}|[0-9])$"
"""As whom one can look back: a spectator, with every card face up, or the number of a seat."""
KEPT_FOR: Final = "private, max-age=3600"
"""A game that is over stays as it is; whoever reads the link again within the hour need not ask."""
KEPT: Final = 64
"""How many replays are kept, compressed: those of Cover Me have some 25 kB each."""


class Replays:
    """Works replays out, and keeps the latest, for a link is often followed by everybody who was there."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._kept: dict[tuple[str, str], bytes] = {}

    async def of_table(
        self, table: str, stored: Callable[[], Awaitable[list[Entry]]], viewer: str, *, accepted: str
    ) -> Response[bytes]:
        """The game of a table, whose entries are `stored`, or `Refusal` while it is being played."""
        async with self._one_at_a_time:
            known = self._kept.pop((table, viewer), None)
            if known is None:
                entries, seen_by = await stored(), _viewer(viewer)
                known = await asyncio.to_thread(lambda: _packed(replay_of_table(table, entries, seen_by)))
            self._kept[table, viewer] = known
            if len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        answer = _answer(known, accepted)
        answer.headers["Cache-Control"] = KEPT_FOR
        return answer

    async def of_record(self, record: Record, viewer: str, *, accepted: str) -> Response[bytes]:
        """The game of a record, or `Refusal` if there is something wrong with it."""
        seen_by = _viewer(viewer)
        try:
            async with self._one_at_a_time:
                packed = await asyncio.to_thread(lambda: _packed(replay_of_record(record, seen_by)))
        except RecordError as error:
            raise Refusal(Code.UNREADABLE, str(error), rule_id=error.rule_id) from None
        return _answer(packed, accepted)


def _packed(replay: Replay) -> bytes:
    """The replay compressed, to a fortieth: most of a step is as it was before."""
    return gzip.compress(wire.encode(replay), compresslevel=6, mtime=0)


def _answer(packed: bytes, accepted: str) -> Response[bytes]:
    """The replay as the client takes it."""
    headers = {"Vary": "Accept-Encoding"}
    if not _takes_gzip(accepted):
        return Response(gzip.decompress(packed), media_type="application/json", headers=headers)
    return Response(packed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})


def _takes_gzip(accepted: str) -> bool:
    """Whether a header says so: ``gzip, br;q=0.5``."""
    codings = {
        coding.strip(): weight.strip() for coding, _, weight in (one.partition(";") for one in accepted.split(","))
    }
    return codings.get("gzip", "q=0") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")


def _viewer(text: str) -> Viewer:
    if text == FACE_UP.value:
        return FACE_UP
    return None if text == SPECTATOR else Seat(int(text))
