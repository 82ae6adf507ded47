"""Games that are over, to be looked back at: worked out in a thread, one at a time, so that no table waits for it."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
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


class Replays:
    """Works replays out."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Semaphore(1)

    async def of_table(self, table: str, entries: list[Entry], viewer: str, *, accepted: str) -> Response[bytes]:
        """The game of a table, or `Refusal` while it is being played."""
        seen_by = _viewer(viewer)
        answer = await self._work_out(lambda: replay_of_table(table, entries, seen_by), accepted)
        answer.headers["Cache-Control"] = KEPT_FOR
        return answer

    async def of_record(self, record: Record, viewer: str, *, accepted: str) -> Response[bytes]:
        """The game of a record, or `Refusal` if there is something wrong with it."""
        seen_by = _viewer(viewer)
        try:
            return await self._work_out(lambda: replay_of_record(record, seen_by), accepted)
        except RecordError as error:
            raise Refusal(Code.UNREADABLE, str(error)) from None

    async def _work_out(self, replay: Callable[[], Replay], accepted: str) -> Response[bytes]:
        async with self._one_at_a_time:
            return await asyncio.to_thread(lambda: _answer(replay(), accepted))


def _answer(replay: Replay, accepted: str) -> Response[bytes]:
    """The replay as JSON, a fortieth of its size where the client can unpack it: most of a step is as it was before."""
    content = wire.encode(replay)
    headers = {"Vary": "Accept-Encoding"}
    if _takes_gzip(accepted):
        content = gzip.compress(content, compresslevel=6, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type="application/json", headers=headers)


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
