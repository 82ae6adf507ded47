"""The server's time, in milliseconds since 1970, and what is to be done when."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class Clock:
    """Time passes at a rate of 1, or faster, so that an hour at a table can be watched in a minute.

    It starts with the machine's clock and then never goes back, whatever is done to that one.
    """

    def __init__(self, rate: float = 1.0) -> None:
        self._rate = rate
        self._begin = time.time() - time.monotonic() * rate

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(1000 * (self._begin + time.monotonic() * self._rate))

    def call_at(self, at: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Have something done at that time, or at once if it has passed."""
        return asyncio.get_running_loop().call_later(self.seconds_until(at), callback)

    def seconds_until(self, at: int) -> float:
        """Seconds to wait for that time, by the machine's clock."""
        return max(0.0, (at - self.now()) / 1000 / self._rate)
