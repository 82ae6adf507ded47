"""The limits of a server: their names and defaults, token buckets for rates, and what each address has used.

Every limit is a field of `Limits`, so that ``--limit NAME=VALUE`` can set it. docs/server.md lists all of them.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from math import ceil
from typing import Final

from covergames.game import NotationError
from covergames.wire import MAX_MESSAGE_BYTES

MAX_ADDRESSES: Final = 10_000
"""Addresses whose budgets a worker remembers."""
CHANGE_BYTES: Final = 4096
"""A change of a table counts once for each of these bytes."""
MAX_DIGITS: Final = 12
"""Digits of a limit; larger numbers would overflow timers."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for a connection, an address, a calculation or a table; the server refuses what exceeds them, or lets it wait.

    The defaults are so high that a club of thirty people who share an address notices nothing.
    """

    # A connection.
    messages: int = 50
    """Messages a second that a connection may send on average."""
    burst: int = 100
    """Messages that a connection may send at once after a pause."""
    size: int = MAX_MESSAGE_BYTES
    """Bytes of one message."""
    backlog: int = 1024 * 1024
    """Bytes that may wait for a client that does not read; the server closes a connection that exceeds it."""

    # A request.
    url: int = 8 * 1024
    """Bytes of the URL of one HTTP request."""
    headers: int = 16 * 1024
    """Bytes of the headers of one HTTP request."""
    head_seconds: int = 10
    """Seconds until a connection has to have sent the URL and the headers of a request."""
    body: int = 256 * 1024
    """Bytes of the body of one HTTP request."""
    body_seconds: int = 60
    """Seconds that the body of one HTTP request may take to arrive."""

    # An address.
    connections: int = 200
    """Sockets that one address may have open."""
    http_connections: int = 300
    """Connections that are not sockets that one address may have open; counted before they send anything."""
    requests: int = 50
    """HTTP requests a second that an address may send on average."""
    request_burst: int = 1000
    """HTTP requests that an address may send at once after a pause."""
    frames: int = 300
    """WebSocket frames of every kind a second that all sockets of an address may send on average; more have to wait."""
    frame_burst: int = 3000
    """WebSocket frames that all sockets of an address may send at once after a pause."""
    bytes_in: int = 1024 * 1024
    """Bytes a second that an address may send on average; more have to wait."""
    bytes_in_burst: int = 8 * 1024 * 1024
    """Bytes that an address may send at once after a pause."""
    bytes_out: int = 4 * 1024 * 1024
    """Bytes a second that the server sends to an address on average; beyond it the address has to wait."""
    bytes_out_burst: int = 64 * 1024 * 1024
    """Bytes that the server sends to an address at once after a pause."""
    unreadable: int = 10
    """How many frames or requests an unreadable one counts for."""
    tables: int = 20
    """Tables a minute that an address may open on average."""
    table_burst: int = 60
    """Tables that an address may open at once after a pause."""
    joins: int = 120
    """Seats a minute that an address may take on average."""
    join_burst: int = 300
    """Seats that an address may take at once after a pause."""
    arrangements: int = 300
    """Changes of settings, seats and readiness a minute that an address may make on average, before games begin.

    A change counts once for each 4 KiB: the largest contain whole decks, and each is stored.
    """
    arrangement_burst: int = 600
    """Changes of settings, seats and readiness that an address may make at once after a pause."""
    open_tables: int = 150
    """Tables that one address may have open at the same time, in the lobby or in play."""
    listed_tables: int = 30
    """Of these, how many may be in the public list."""
    calculations: int = 60
    """Replays, records, puzzles and hints that may wait for one address."""
    analyses: int = 10
    """Analyses of finished games that may wait for one address; one of them is computed at a time."""
    thinking: int = 30
    """Seconds a minute that bots may think at the tables that one address opened; beyond it they think shorter."""
    reports: int = 5
    """Reports about players a minute that an address may send on average."""
    report_burst: int = 20
    """Reports about players that an address may send at once after a pause."""

    # A calculation.
    calculation_seconds: int = 20
    """Seconds that a replay, a record, a puzzle or a hint may take."""
    calculation_memory: int = 256
    """MiB of address space of a process that computes them."""
    analysis_seconds: int = 600
    """Seconds that an analysis may take."""
    analysis_memory: int = 256
    """MiB of address space of a process that analyses games."""
    replay_steps: int = 5000
    """Steps of a replay."""
    replay_size: int = 32 * 1024 * 1024
    """Bytes of a replay before it is compressed."""

    # A table.
    table_entries: int = 20_000
    """Entries of a table: decisions, chat messages, connections and everything else that it stores."""
    table_size: int = 4 * 1024 * 1024
    """Bytes of the entries of a table."""

    def with_values(self, texts: Iterable[str]) -> Limits:
        """Return these limits with some replaced, such as ``connections=5000``.

        Raises:
            NotationError: If a limit does not exist or its value is not a whole number above 0 of at most 12 digits.
        """
        names = {field.name for field in fields(self)}
        changed = {}
        for text in texts:
            name, _, value = text.partition("=")
            if name not in names:
                raise NotationError(f"limit {name!r} is none of {', '.join(sorted(names))}")
            if not (value.isascii() and value.isdecimal() and len(value) <= MAX_DIGITS and int(value) > 0):
                raise NotationError(
                    f"limit {text!r}: the value should be a whole number above 0 of at most {MAX_DIGITS} digits, as in {name}=100"
                )
            changed[name] = int(value)
        return replace(self, **changed)

    def of_one_worker(self, workers: int) -> Limits:
        """Return the limits that one of so many workers enforces, so that they add up to these.

        Of an average each worker has an equal share. Bursts stay whole: the few connections of one person may all be with one
        worker. Of open connections each worker allows twice its share, and at least a quarter of the limit, because all
        connections to a table are with its home.
        """
        of_connections = min(max(1.0, workers / 2), 4.0)
        shares = dict.fromkeys(AVERAGES, workers) | dict.fromkeys(CONNECTION_COUNTS, of_connections)
        return replace(self, **{name: ceil(getattr(self, name) / share) for name, share in shares.items()})


AVERAGES: Final = frozenset(
    {"requests", "frames", "bytes_in", "bytes_out", "tables", "joins", "arrangements", "reports"}
)
"""The limits that are averages of an address; each has a burst."""
CONNECTION_COUNTS: Final = frozenset({"connections", "http_connections"})
"""The limits of open connections of an address."""


class TokenBucket:
    """A rate limit that allows bursts: it holds up to `burst` tokens, and gains `rate` tokens a second."""

    __slots__ = ("_burst", "_clock", "_rate", "_refilled_at", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._refilled_at = clock()

    def take(self, tokens: int = 1) -> bool:
        """Take tokens; return False if there are not so many."""
        self._refill()
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def charge(self, tokens: float) -> float:
        """Take that many tokens, even if this leaves a debt; return the seconds until the debt is paid."""
        self._refill()
        self._tokens -= tokens
        return max(0.0, -self._tokens / self._rate)

    def penalise(self, tokens: float) -> None:
        """Take that many tokens; the debt never exceeds the burst, so that it can be paid in reasonable time."""
        self._refill()
        self._tokens = max(self._tokens - tokens, min(self._tokens, -self._burst))

    @property
    def is_deep_in_debt(self) -> bool:
        """Whether the debt is larger than half of the burst."""
        self._refill()
        return self._tokens < -self._burst / 2

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


class AddressBudget:
    """What the clients of one address may still use, all together."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.requests = TokenBucket(limits.requests, limits.request_burst, clock)
        self.frames = TokenBucket(limits.frames, limits.frame_burst, clock)
        self.bytes_in = TokenBucket(limits.bytes_in, limits.bytes_in_burst, clock)
        self.bytes_out = TokenBucket(limits.bytes_out, limits.bytes_out_burst, clock)
        self.tables = TokenBucket(limits.tables / 60, limits.table_burst, clock)
        self.joins = TokenBucket(limits.joins / 60, limits.join_burst, clock)
        self.arrangements = TokenBucket(limits.arrangements / 60, limits.arrangement_burst, clock)
        self.reports = TokenBucket(limits.reports / 60, limits.report_burst, clock)
        self.unreadable = limits.unreadable

    @property
    def is_deep_in_debt(self) -> bool:
        """Whether the address has sent so many requests or bytes that its new connections are closed at once."""
        return self.requests.is_deep_in_debt or self.bytes_in.is_deep_in_debt

    @property
    def is_full(self) -> bool:
        """Whether nothing has been used of late."""
        return all(value.is_full for value in vars(self).values() if isinstance(value, TokenBucket))


class AddressBudgets:
    """The budget of each address."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._budgets: dict[str, AddressBudget] = {}

    def of(self, address: str) -> AddressBudget:
        """Return the budget of the address; a new address gets a full one."""
        key = limit_key(address)
        found = self._budgets.get(key)
        if found is None:
            if len(self._budgets) >= MAX_ADDRESSES:
                self._evict()
            found = self._budgets[key] = AddressBudget(self._limits, self._clock)
        return found

    def _evict(self) -> None:
        """Remove full budgets, which say nothing, and then the oldest ones if more than half of the limit remain."""
        self._budgets = {key: budget for key, budget in self._budgets.items() if not budget.is_full}
        for key in list(self._budgets)[: max(0, len(self._budgets) - MAX_ADDRESSES // 2)]:
            del self._budgets[key]


class TooFast(Exception):
    """An address has used up one of its budgets; the message names the limit."""

    def __init__(self, reason: str, *, wait_seconds: float) -> None:
        self.wait_seconds = max(1, round(wait_seconds))
        self.reason = f"{reason}: try again in {self.wait_seconds} s"
        super().__init__(self.reason)


def spend(bucket: TokenBucket, what: str, *, tokens: int = 1) -> None:
    """Take tokens from a budget.

    Raises:
        TooFast: If there are not so many.
    """
    if not bucket.take(tokens):
        raise TooFast(f"too many {what} from your address", wait_seconds=bucket.wait_seconds)


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


@lru_cache(maxsize=MAX_ADDRESSES)
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
