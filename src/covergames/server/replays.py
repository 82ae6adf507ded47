"""Replays and records of finished games, computed in a thread, one at a time, so that no table waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from litestar import Response

from covergames import wire
from covergames.game import Seat
from covergames.record import Record, RecordError
from covergames.server.compression import compress, gzip_response
from covergames.table import Code, Entry, Refusal, record_of
from covergames.wire.replay import FACE_UP, Replay, Viewer, replay_of_record, replay_of_table

SPECTATOR: Final = "spectator"
VIEWERS: Final = rf"^({SPECTATOR}|{FACE_UP.value}|[0-9])$"
"""Pattern of a viewer: a spectator, every card face up, or the number of a seat."""
REPLAY_CACHE_CONTROL: Final = "private, max-age=3600"
"""A finished game does not change: a browser may reuse its replay for an hour."""
MAX_CACHED_REPLAYS: Final = 64
"""Replays that the cache holds, compressed: one of Cover Me takes some 25 kB."""


class Replays:
    """Computes replays and caches the latest: often everybody who played opens the same link."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._cache: dict[tuple[str, str], bytes] = {}

    async def of_table(
        self, table: str, read_entries: Callable[[], Awaitable[list[Entry]]], viewer: str, *, accept_encoding: str
    ) -> Response[bytes]:
        """Return the replay of a table's game.

        Raises:
            Refusal: If the game is not over.
        """
        async with self._lock:
            known = self._cache.pop((table, viewer), None)
            if known is None:
                entries, seen_by = await read_entries(), _viewer(viewer)
                known = await asyncio.to_thread(lambda: _compressed(replay_of_table(table, entries, seen_by)))
            self._cache[table, viewer] = known
            if len(self._cache) > MAX_CACHED_REPLAYS:
                del self._cache[next(iter(self._cache))]
        headers = {"Cache-Control": REPLAY_CACHE_CONTROL}
        return gzip_response(known, accept_encoding, media_type="application/json", headers=headers)

    async def record_of_table(self, table: str, read_entries: Callable[[], Awaitable[list[Entry]]]) -> Response[bytes]:
        """Return the record of a table's game.

        Raises:
            Refusal: If the game is not over.
        """
        async with self._lock:
            entries = await read_entries()
            record = await asyncio.to_thread(lambda: record_of(table, entries).encode())
        return Response(record, media_type="application/json")

    async def of_record(self, record: Record, viewer: str, *, accept_encoding: str) -> Response[bytes]:
        """Return the replay of a record.

        Raises:
            Refusal: If the record breaks the rules.
        """
        seen_by = _viewer(viewer)
        try:
            async with self._lock:
                compressed = await asyncio.to_thread(lambda: _compressed(replay_of_record(record, seen_by)))
        except RecordError as error:
            raise Refusal(Code.UNREADABLE, str(error), rule_id=error.rule_id) from None
        return gzip_response(compressed, accept_encoding, media_type="application/json")


def _compressed(replay: Replay) -> bytes:
    """Return the replay compressed, to a fortieth: most of a step repeats the one before."""
    return compress(wire.encode(replay))


def _viewer(text: str) -> Viewer:
    if text == FACE_UP.value:
        return FACE_UP
    return None if text == SPECTATOR else Seat(int(text))
