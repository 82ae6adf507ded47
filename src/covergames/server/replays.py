"""Replays and records of finished games, computed by the calculator's processes; the latest replays are cached."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final

from litestar import Response

from covergames.server import continuing_process, replay_process
from covergames.server.calculator import CalculationFailed
from covergames.server.compression import gzip_response
from covergames.server.replay_process import SPECTATOR, Refused
from covergames.table import Code, Refusal
from covergames.wire.replay import FACE_UP, ReplayLimits

if TYPE_CHECKING:
    from covergames.server.calculator import Calculator
    from covergames.server.configuration import Limits
    from covergames.server.continuing_process import Where

VIEWERS: Final = rf"^({SPECTATOR}|{FACE_UP.value}|[0-9])$"
"""Pattern of a viewer: a spectator, every card face up, or the number of a seat."""
REPLAY_CACHE_CONTROL: Final = "private, max-age=3600"
"""A finished game does not change: a browser may reuse its replay for an hour."""
MAX_CACHED_REPLAYS: Final = 64
"""Replays that the cache holds, compressed: one of Cover Me takes some 25 kB."""
MAX_CACHED_REPLAY_BYTES: Final = 1 << 20
"""A longer replay is not cached."""

ReadEntries = Callable[[], Awaitable[Sequence[bytes]]]
"""Reads the entries of a table, encoded as they are stored."""


class Replays:
    """Computes replays and records, and caches the latest replays: often everybody who played opens the same link."""

    def __init__(self, calculator: Calculator, limits: Limits) -> None:
        self._calculator = calculator
        self._limits = ReplayLimits(limits.replay_steps, limits.replay_size)
        self._longest = f"{limits.calculation_seconds} s or {limits.calculation_memory} MiB"
        self._cache: dict[tuple[str, str], bytes] = {}

    async def of_table(
        self, table: str, read_entries: ReadEntries, viewer: str, *, client: str, accept_encoding: str
    ) -> Response[bytes]:
        """Return the replay of a table's game; `client` is the address of who asks for it.

        Raises:
            Refusal: If the game is not over, or if its replay exceeds the limits.
            QueueFull: If too many requests of the client wait.
        """
        known = self._cache.pop((table, viewer), None)
        if known is None:
            async with self._calculator.turn(client) as process:
                known = self._cache.pop((table, viewer), None)  # another client may have asked for it meanwhile
                if known is None:
                    entries = await read_entries()
                    computed = process.run(replay_process.replay_of_table, table, entries, viewer, self._limits)
                    known = await self._checked(computed)
        if len(known) <= MAX_CACHED_REPLAY_BYTES:
            self._cache[table, viewer] = known
        if len(self._cache) > MAX_CACHED_REPLAYS:
            del self._cache[next(iter(self._cache))]
        headers = {"Cache-Control": REPLAY_CACHE_CONTROL}
        return gzip_response(known, accept_encoding, media_type="application/json", headers=headers)

    async def record_of_table(self, table: str, read_entries: ReadEntries, *, client: str) -> Response[bytes]:
        """Return the record of a table's game; `client` is the address of who asks for it.

        Raises:
            Refusal: If the game is not over.
            QueueFull: If too many requests of the client wait.
        """
        async with self._calculator.turn(client) as process:
            computed = process.run(replay_process.record_of_table, table, await read_entries())
            record = await self._checked(computed)
        return Response(record, media_type="application/json")

    async def of_record(self, record: bytes, viewer: str, *, client: str, accept_encoding: str) -> Response[bytes]:
        """Return the replay of a record; `client` is the address of who sent it.

        Raises:
            Refusal: If the record breaks the rules, or if its replay exceeds the limits.
            QueueFull: If too many requests of the client wait.
        """
        computed = self._calculator.run(replay_process.replay_of_record, record, viewer, self._limits, client=client)
        compressed = await self._checked(computed)
        return gzip_response(compressed, accept_encoding, media_type="application/json")

    async def begun_at_table(self, table: str, read_entries: ReadEntries, where: Where, *, client: str) -> bytes:
        """Return the `Begun`, as JSON, of a game that continues a table's game; `client` is the address of who asks for it.

        Raises:
            Refusal: If the game is not over, or cannot be continued there.
            QueueFull: If too many requests of the client wait.
        """
        async with self._calculator.turn(client) as process:
            computed = process.run(continuing_process.begun_at_table, table, await read_entries(), where)
            return await self._checked(computed)

    async def begun_by_record(self, record: bytes, where: Where, *, client: str) -> bytes:
        """Return the `Begun`, as JSON, of a game that continues the game of a record.

        Raises:
            Refusal: If the record breaks the rules, is not of a finished game, or cannot be continued there.
            QueueFull: If too many requests of the client wait.
        """
        return await self._checked(
            self._calculator.run(continuing_process.begun_by_record, record, where, client=client)
        )

    async def _checked(self, computed: Awaitable[bytes | Refused]) -> bytes:
        """Return what was computed.

        Raises:
            Refusal: If it was refused, or took too much time or memory.
        """
        try:
            result = await computed
        except CalculationFailed:
            reason = f"this game could not be replayed within {self._longest}, the limit here"
            raise Refusal(Code.TOO_LONG, reason) from None
        if isinstance(result, Refused):
            raise result.refusal()
        return result
