"""Allowances refill with time, and nobody can make the server remember too much; the clock is driven."""

from __future__ import annotations

import pytest

from covergames.game import NotationError
from covergames.server.configuration import Limits
from covergames.server.limits import MAX_ADDRESSES, AddressRateLimiter, ConnectionCounter, TokenBucket, limit_key


class Hands:
    """A clock that stands until somebody moves it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_so_many_a_second() -> None:
    """Five at once; after that two a second, however long one waits no more than five."""
    clock = Hands()
    bucket = TokenBucket(2, 5, clock)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    assert bucket.wait_seconds == pytest.approx(0.5)
    clock.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now += 1000
    assert bucket.is_full
    assert sum(bucket.take() for _ in range(20)) == 5


def test_each_address_has_its_own_allowance() -> None:
    """One that asks too much does not cost the others anything."""
    limiter = AddressRateLimiter(1, 2, Hands())
    assert [limiter.bucket("192.0.2.1").take() for _ in range(3)] == [True, True, False]
    assert limiter.bucket("192.0.2.2").take()


def test_callers_from_everywhere_are_not_all_remembered() -> None:
    """More addresses than are remembered; who is in debt is remembered longer than who is not."""
    clock = Hands()
    limiter = AddressRateLimiter(1, 2, clock)
    debtor = limiter.bucket("198.51.100.1")
    while debtor.take():
        pass
    for number in range(2 * MAX_ADDRESSES):
        limiter.bucket(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(limiter._buckets) <= MAX_ADDRESSES
    assert limiter.bucket("198.51.100.1") is debtor


def test_connections_are_counted_by_address() -> None:
    """Two may come in, a third when one has left."""
    connection_counter = ConnectionCounter(2)
    assert [connection_counter.acquire("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert connection_counter.acquire("192.0.2.2")
    connection_counter.release("192.0.2.1")
    assert connection_counter.acquire("192.0.2.1")


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_who_shares_a_limit(address: str, shared: str) -> None:
    """An IPv6 subscriber has more addresses than could be counted."""
    assert limit_key(address) == shared


def test_limits_are_named_on_the_command_line() -> None:
    """One is changed, the others stay."""
    limits = Limits().with_values(["connections=5000"])
    assert limits == Limits(connections=5000)


@pytest.mark.parametrize(
    "text", ["connection=1", "connections", "connections=", "connections=0", "connections=-1", "size=1k"]
)
def test_a_limit_that_is_none(text: str) -> None:
    """The message shows what was given."""
    with pytest.raises(NotationError, match=text.partition("=")[0]):
        Limits().with_values([text])
