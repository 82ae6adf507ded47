"""The server's clock, in milliseconds since 1970, and its timers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

EPOCH_SECONDS: Final = 1_700_000_000
"""Seconds since 1970 at which clocks of all rates agree, so that a faster clock does not go back when the server restarts."""


class Clock:
    """A clock that runs at a rate of 1, or faster, so that a test can pass an hour at a table in a minute.

    It starts with the machine's clock and is monotonic from then on, even if the machine's clock is set back.
    """

    def __init__(self, rate: float = 1.0) -> None:
        self._rate = rate
        self._offset = EPOCH_SECONDS + (time.time() - EPOCH_SECONDS - time.monotonic()) * rate

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return int(1000 * (self._offset + time.monotonic() * self._rate))

    def in_seconds(self, seconds: float) -> int:
        """Return the time that this clock will show after that many real seconds."""
        return self.now() + int(1000 * seconds * self._rate)

    def seconds_until(self, at: int) -> float:
        """Return the real seconds until this clock shows that time; 0 if it has passed."""
        return max(0.0, (at - self.now()) / 1000 / self._rate)

    def call_at(self, at: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Call back at that time of this clock, or immediately if it has passed."""
        return asyncio.get_running_loop().call_later(self.seconds_until(at), callback)
