"""Who asks for too much: allowances that refill with time, and connections counted by address."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Final

MAX_ADDRESSES: Final = 10_000
"""How many addresses are remembered at a time."""


class TokenBucket:
    """So many at once, and so many a second in the long run."""

    __slots__ = ("_burst", "_clock", "_rate", "_refilled_at", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._refilled_at = clock()

    def take(self) -> bool:
        """Use one up, if there is one left."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing has been used lately."""
        self._refill()
        return self._tokens >= self._burst

    @property
    def wait_seconds(self) -> float:
        """Seconds until there is one again."""
        self._refill()
        return max(0.0, (1 - self._tokens) / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._refilled_at) * self._rate)
        self._refilled_at = now


class AddressRateLimiter:
    """An allowance for every address; whoever has not been heard of for a while is forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}

    def bucket(self, address: str) -> TokenBucket:
        """The allowance of whoever calls from there."""
        caller = limit_key(address)
        found = self._buckets.get(caller)
        if found is None:
            if len(self._buckets) >= MAX_ADDRESSES:
                self._forget()
            found = self._buckets[caller] = TokenBucket(self._rate, self._burst, self._clock)
        return found

    def _forget(self) -> None:
        """Those whose allowance is full lose nothing; if all are busy, those who came first begin anew."""
        self._buckets = {caller: kept for caller, kept in self._buckets.items() if not kept.is_full}
        for caller in list(self._buckets)[: max(0, len(self._buckets) - MAX_ADDRESSES // 2)]:
            del self._buckets[caller]


class ConnectionCounter:
    """How many connections every address has open."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def acquire(self, address: str) -> bool:
        """Count one more, if it may come in."""
        caller = limit_key(address)
        if self._open[caller] >= self._limit:
            return False
        self._open[caller] += 1
        return True

    def release(self, address: str) -> None:
        """Count one less."""
        caller = limit_key(address)
        self._open[caller] -= 1
        if not self._open[caller]:
            del self._open[caller]


def limit_key(address: str) -> str:
    """Who shares a limit: an IPv4 address, or the /64 that one subscriber of IPv6 usually has to themselves."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
