"""The server's clock, in milliseconds since 1970, its timers, and the clocks of its tables."""

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

    def __init__(self, rate: float = 1.0, *, boot_seconds: float | None = None) -> None:
        """Start the clock; `boot_seconds` is when the machine's monotonic clock was 0, None: as the machine's clock says now."""
        self._rate = rate
        boot = boot_time() if boot_seconds is None else boot_seconds
        self._offset = EPOCH_SECONDS + (boot - EPOCH_SECONDS) * rate

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return int(1000 * (self._offset + time.monotonic() * self._rate))

    def seconds_ahead_of(self, real: int) -> float:
        """Return by how many real seconds this clock is ahead of another one, with a rate of 1, that shows that time now."""
        return (self.now() / 1000 - self._scaled(real)) / self._rate

    def set(self, real: int) -> None:
        """Set this clock by another one, with a rate of 1, that shows that time now."""
        self._offset = self._scaled(real) - time.monotonic() * self._rate

    def _scaled(self, real: int) -> float:
        return EPOCH_SECONDS + (real / 1000 - EPOCH_SECONDS) * self._rate

    def in_seconds(self, seconds: float) -> int:
        """Return the time that this clock will show after that many real seconds."""
        return self.now() + int(1000 * seconds * self._rate)

    def seconds_ago(self, seconds: float) -> int:
        """Return the time that this clock showed that many real seconds ago."""
        return 2 * self.now() - self.in_seconds(seconds)

    def seconds_until(self, at: int) -> float:
        """Return the real seconds until this clock shows that time; 0 if it has passed."""
        return max(0.0, (at - self.now()) / 1000 / self._rate)

    def call_at(self, at: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Call back at that time of this clock, or immediately if it has passed."""
        return asyncio.get_running_loop().call_later(self.seconds_until(at), callback)


class TableClock(Clock):
    """The clock of one table: the server's clock, or ahead of it if the table has an entry from the future.

    The time of a table never goes back. If its latest entry is from the future, because the clock was set back or because
    another server's clock is ahead, the table's time goes on from that entry. Otherwise the table would stand still until the
    clock has caught up.
    """

    def __init__(self, clock: Clock, at: int) -> None:
        """Start with the server's clock, and with the time of the table's latest entry."""
        self._clock = clock
        self._rate = clock._rate
        self._ahead = 0
        self.pass_entry(at)

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return self._clock.now() + self._ahead

    def pass_entry(self, at: int) -> None:
        """Go on from that time, if it is in the future."""
        self._ahead = max(self._ahead, at - self._clock.now())


def boot_time() -> float:
    """Return the seconds since 1970 at which the machine's monotonic clock was 0, as the machine's clock says now."""
    return time.time() - time.monotonic()
