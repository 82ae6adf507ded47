"""Limits for clients: token buckets for rates, and a counter of open connections, both per address."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Final

MAX_ADDRESSES: Final = 10_000
"""Addresses for which a rate limiter keeps a bucket."""


class TokenBucket:
    """A rate limit that allows bursts: it holds up to `burst` tokens, and gains `rate` tokens a second."""

    __slots__ = ("_burst", "_clock", "_rate", "_refilled_at", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._refilled_at = clock()

    def take(self) -> bool:
        """Take one token; return False if there is none."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether the bucket holds as many tokens as it can."""
        self._refill()
        return self._tokens >= self._burst

    @property
    def wait_seconds(self) -> float:
        """Seconds until the bucket holds a token."""
        self._refill()
        return max(0.0, (1 - self._tokens) / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._refilled_at) * self._rate)
        self._refilled_at = now


class AddressRateLimiter:
    """One token bucket for each address."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}

    def bucket(self, address: str) -> TokenBucket:
        """Return the bucket of the address; a new address gets a full one."""
        key = limit_key(address)
        found = self._buckets.get(key)
        if found is None:
            if len(self._buckets) >= MAX_ADDRESSES:
                self._evict()
            found = self._buckets[key] = TokenBucket(self._rate, self._burst, self._clock)
        return found

    def _evict(self) -> None:
        """Remove full buckets, which say nothing, and then the oldest ones if more than half of the limit remain."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full}
        for key in list(self._buckets)[: max(0, len(self._buckets) - MAX_ADDRESSES // 2)]:
            del self._buckets[key]


class AddressLog:
    """Remembers which addresses have done something, in memory only. If there are too many, it forgets the oldest."""

    def __init__(self) -> None:
        self._done: dict[tuple[str, str], None] = {}

    def add(self, what: str, address: str) -> bool:
        """Note that the address does this; return False if it has done so before."""
        key = (what, limit_key(address))
        if key in self._done:
            return False
        if len(self._done) >= MAX_ADDRESSES:
            del self._done[next(iter(self._done))]
        self._done[key] = None
        return True

    def remove(self, what: str, address: str) -> None:
        """Note that the address has not done this, because it failed."""
        self._done.pop((what, limit_key(address)), None)


class ConnectionCounter:
    """Counts the open connections of each address, up to a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def acquire(self, address: str) -> bool:
        """Count one more connection; return False if the address has reached the limit."""
        key = limit_key(address)
        if self._open[key] >= self._limit:
            return False
        self._open[key] += 1
        return True

    def release(self, address: str) -> None:
        """Count one connection less."""
        key = limit_key(address)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


def limit_key(address: str) -> str:
    """Return what shares a limit: an IPv4 address, or the /64 network that one IPv6 subscriber usually has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
