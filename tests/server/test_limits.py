"""Token buckets refill with time, and the number of remembered addresses is bounded; the test drives the clock."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from covergames.game import NotationError
from covergames.server.configuration import Limits
from covergames.server.limits import (
    AVERAGES,
    CONNECTION_COUNTS,
    MAX_ADDRESSES,
    AddressBudgets,
    ConnectionCounter,
    TokenBucket,
    limit_key,
)


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


def test_a_bucket_can_be_in_debt() -> None:
    """The debt is paid at the bucket's rate; until then nothing can be taken."""
    clock = DrivenClock()
    bucket = TokenBucket(2, 5, clock)
    assert bucket.charge(5) == 0
    assert bucket.charge(4) == pytest.approx(2)
    assert bucket.charge(2) == pytest.approx(3)
    clock.now += 3
    assert bucket.charge(0) == 0
    assert not bucket.take()
    clock.now += 0.5
    assert bucket.take()


def test_a_penalty_leaves_no_debt_above_the_burst() -> None:
    """However often it is given, the debt is paid in reasonable time; a larger debt of another kind stays."""
    clock = DrivenClock()
    bucket = TokenBucket(2, 10, clock)
    bucket.penalise(14)
    debts = [bucket.is_deep_in_debt]
    assert bucket.charge(0) == pytest.approx(2)
    for _ in range(100):
        bucket.penalise(10)
    debts.append(bucket.is_deep_in_debt)
    assert bucket.charge(0) == pytest.approx(5)
    clock.now += 2.6
    assert [*debts, bucket.is_deep_in_debt] == [False, True, False]
    bucket.charge(100)
    debt = bucket.charge(0)
    bucket.penalise(10)
    assert bucket.charge(0) == pytest.approx(debt)


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 32])
def test_workers_share_the_averages_of_an_address(workers: int) -> None:
    """Together they allow what one does, rounded up, with whole bursts; of open connections each at least a quarter."""
    whole, share = Limits(), Limits().of_one_worker(workers)
    budgets = [AddressBudgets(limits, DrivenClock()).of("192.0.2.1") for limits in (whole, share)]
    buckets = [
        {name: value for name, value in vars(each).items() if isinstance(value, TokenBucket)} for each in budgets
    ]
    assert buckets[0].keys() == AVERAGES
    for name, bucket in buckets[0].items():
        assert bucket._rate <= workers * buckets[1][name]._rate < bucket._rate + workers
        assert buckets[1][name]._burst == bucket._burst
    for name in CONNECTION_COUNTS:
        most = getattr(whole, name)
        assert most <= workers * getattr(share, name) <= max(2 * most + workers, workers * most / 4)
    others = {field.name for field in fields(Limits)} - AVERAGES - CONNECTION_COUNTS
    assert all(getattr(share, name) == getattr(whole, name) for name in others)


def test_each_address_has_its_own_budget() -> None:
    """An address that exceeds its limit does not affect others, nor its own other limits."""
    budgets = AddressBudgets(Limits(joins=60, join_burst=2), DrivenClock())
    assert [budgets.of("192.0.2.1").joins.take() for _ in range(3)] == [True, True, False]
    assert budgets.of("192.0.2.2").joins.take()
    assert budgets.of("192.0.2.1").tables.take()


@pytest.mark.slow
def test_the_number_of_remembered_addresses_is_bounded() -> None:
    """A budget of which something was used is kept longer than a full one."""
    budgets = AddressBudgets(Limits(), DrivenClock())
    debtor = budgets.of("198.51.100.1")
    debtor.bytes_out.charge(1)
    for number in range(2 * MAX_ADDRESSES):
        budgets.of(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(budgets._budgets) <= MAX_ADDRESSES
    assert budgets.of("198.51.100.1") is debtor


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


def test_the_page_about_servers_lists_every_limit_with_its_default() -> None:
    """A new limit needs a line in the table."""
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z_]+)` \| ([0-9,]+) \|", page, re.MULTILINE)
    listed = {name: int(value.replace(",", "")) for name, value in rows}
    assert listed == {field.name: getattr(Limits(), field.name) for field in fields(Limits)}


def test_limits_can_be_set_by_name() -> None:
    """One is changed, the others stay."""
    limits = Limits().with_values(["connections=5000"])
    assert limits == Limits(connections=5000)


@pytest.mark.parametrize(
    "text",
    [
        "connection=1",
        "connections",
        "connections=",
        "connections=0",
        "connections=-1",
        "size=1k",
        "connections=9" + 30 * "9",
    ],
)
def test_an_unknown_limit_or_value_is_refused(text: str) -> None:
    """The message contains what was given."""
    with pytest.raises(NotationError, match=text.partition("=")[0]):
        Limits().with_values([text])
