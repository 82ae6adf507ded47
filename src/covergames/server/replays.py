"""Games that are over, to be looked back at: worked out in a thread, one at a time, so that no table waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from litestar import Response

from covergames import wire
from covergames.game import Seat
from covergames.record import Record, RecordError
from covergames.server.packing import answer, pack
from covergames.table import Code, Entry, Refusal, record_of
from covergames.wire.replay import FACE_UP, Replay, Viewer, replay_of_record, replay_of_table

SPECTATOR: Final = "spectator"
VIEWERS: Final = rf"^({SPECTATOR}|{FACE_UP.value}|[0-9])$"
"""As whom one can look back: a spectator, with every card face up, or the number of a seat."""
REPLAY_CACHE_CONTROL: Final = "private, max-age=3600"
"""A game that is over stays as it is; whoever reads the link again within the hour need not ask."""
MAX_CACHED_REPLAYS: Final = 64
"""How many replays are kept, compressed: those of Cover Me have some 25 kB each."""


class Replays:
    """Works replays out, and keeps the latest, for a link is often followed by everybody who was there."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._cache: dict[tuple[str, str], bytes] = {}

    async def of_table(
        self, table: str, stored: Callable[[], Awaitable[list[Entry]]], viewer: str, *, accepted: str
    ) -> Response[bytes]:
        """The game of a table, whose entries are `stored`, or `Refusal` while it is being played."""
        async with self._lock:
            known = self._cache.pop((table, viewer), None)
            if known is None:
                entries, seen_by = await stored(), _viewer(viewer)
                known = await asyncio.to_thread(lambda: _packed(replay_of_table(table, entries, seen_by)))
            self._cache[table, viewer] = known
            if len(self._cache) > MAX_CACHED_REPLAYS:
                del self._cache[next(iter(self._cache))]
        return answer(known, accepted, media_type="application/json", headers={"Cache-Control": REPLAY_CACHE_CONTROL})

    async def record_of_table(self, table: str, stored: Callable[[], Awaitable[list[Entry]]]) -> Response[bytes]:
        """The record of a table's game."""
        async with self._lock:
            entries = await stored()
            record = await asyncio.to_thread(lambda: record_of(table, entries).encode())
        return Response(record, media_type="application/json")

    async def of_record(self, record: Record, viewer: str, *, accepted: str) -> Response[bytes]:
        """The game of a record, or `Refusal` if there is something wrong with it."""
        seen_by = _viewer(viewer)
        try:
            async with self._lock:
                packed = await asyncio.to_thread(lambda: _packed(replay_of_record(record, seen_by)))
        except RecordError as error:
            raise Refusal(Code.UNREADABLE, str(error), rule_id=error.rule_id) from None
        return answer(packed, accepted, media_type="application/json")


def _packed(replay: Replay) -> bytes:
    """The replay compressed, to a fortieth: most of a step is as it was before."""
    return pack(wire.encode(replay))


def _viewer(text: str) -> Viewer:
    if text == FACE_UP.value:
        return FACE_UP
    return None if text == SPECTATOR else Seat(int(text))
