"""Token buckets refill with time, and the number of remembered addresses is bounded; the test drives the clock."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from covergames.game import NotationError
from covergames.server.configuration import Limits
from covergames.server.limits import MAX_ADDRESSES, AddressRateLimiter, ConnectionCounter, TokenBucket, limit_key


class DrivenClock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    """Five at once, then two a second; never more than five after a pause."""
    clock = DrivenClock()
    bucket = TokenBucket(2, 5, clock)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    assert bucket.wait_seconds == pytest.approx(0.5)
    clock.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now += 1000
    assert bucket.is_full
    assert sum(bucket.take() for _ in range(20)) == 5


def test_each_address_has_its_own_bucket() -> None:
    """An address that exceeds its limit does not affect others."""
    limiter = AddressRateLimiter(1, 2, DrivenClock())
    assert [limiter.bucket("192.0.2.1").take() for _ in range(3)] == [True, True, False]
    assert limiter.bucket("192.0.2.2").take()


def test_the_number_of_remembered_addresses_is_bounded() -> None:
    """A bucket that is not full is kept longer than a full one."""
    clock = DrivenClock()
    limiter = AddressRateLimiter(1, 2, clock)
    debtor = limiter.bucket("198.51.100.1")
    while debtor.take():
        pass
    for number in range(2 * MAX_ADDRESSES):
        limiter.bucket(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(limiter._buckets) <= MAX_ADDRESSES
    assert limiter.bucket("198.51.100.1") is debtor


def test_connections_are_counted_by_address() -> None:
    """Two may be open; a third when one has closed."""
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
def test_addresses_of_one_ipv6_network_share_a_limit(address: str, shared: str) -> None:
    """An IPv6 subscriber has more addresses than could be counted."""
    assert limit_key(address) == shared


def test_every_limit_is_documented() -> None:
    """By name, in the table of the limits of a server."""
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    rows = page.partition("## Limits")[2].partition("##")[0]
    assert [field.name for field in fields(Limits) if f"`{field.name}`" not in rows] == []


def test_limits_can_be_set_by_name() -> None:
    """One is changed, the others stay."""
    limits = Limits().with_values(["connections=5000"])
    assert limits == Limits(connections=5000)


@pytest.mark.parametrize(
    "text", ["connection=1", "connections", "connections=", "connections=0", "connections=-1", "size=1k"]
)
def test_an_unknown_limit_or_value_is_refused(text: str) -> None:
    """The message contains what was given."""
    with pytest.raises(NotationError, match=text.partition("=")[0]):
        Limits().with_values([text])
