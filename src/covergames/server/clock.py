"""The server's time, in milliseconds since 1970, and what is to be done when."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

EPOCH_SECONDS: Final = 1_700_000_000
"""Seconds since 1970: when clocks of all rates showed the same time, so that a server's next start goes on from its last."""


class Clock:
    """Time passes at a rate of 1, or faster, so that an hour at a table can be watched in a minute.

    It starts with the machine's clock and then never goes back, whatever is done to that one.
    """

    def __init__(self, rate: float = 1.0) -> None:
        self._rate = rate
        self._offset = EPOCH_SECONDS + (time.time() - EPOCH_SECONDS - time.monotonic()) * rate

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(1000 * (self._offset + time.monotonic() * self._rate))

    def in_seconds(self, seconds: float) -> int:
        """What the time will be after so many real seconds."""
        return self.now() + int(1000 * seconds * self._rate)

    def seconds_until(self, at: int) -> float:
        """Real seconds until that time; 0 if it has passed."""
        return max(0.0, (at - self.now()) / 1000 / self._rate)

    def call_at(self, at: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Have something done at that time, or at once if it has passed."""
        return asyncio.get_running_loop().call_later(self.seconds_until(at), callback)
