"""Judging measurements by the goals."""

from __future__ import annotations

import pytest

from benchmarks.load.goals import judge
from benchmarks.load.measure import ECHO_NAME, Figures, Memory, Pace
from benchmarks.load.report import print_report
from benchmarks.peers.boardgame_io import NAME as PEER_NAME


def pace(*, rate: float = 3000.0, p99: float = 50.0, cost: float = 400.0) -> Pace:
    return Pace(actions=100, rate=rate, median=10.0, p99=p99, longest=90.0, server_cost=cost, driver_cost=100.0)


def figures(
    tables: int, *, server: str = "sqlite", calm: Pace | None = None, fast: Pace | None = None, table: float = 60.0
) -> Figures:
    memory = Memory(socket=20.0, table=table, decisions=50.0) if tables >= 100 else None
    return Figures(server=server, tables=tables, calm=calm or pace(), fast=fast or pace(), memory=memory)


def missed(found: list[Figures]) -> list[str]:
    """Return the goals that are not reached."""
    return [goal.goal for goal in judge(found, think=5.0) if not goal.holds]


def test_all_goals_are_judged_with_few_tables_and_with_many() -> None:
    """There are five for each of our servers, and none for the echo server and the peer."""
    servers = (ECHO_NAME, PEER_NAME, "sqlite", "postgresql")
    found = [figures(tables, server=server) for server in servers for tables in (10, 1000)]
    goals = judge(found, think=5.0)
    assert [goal.server for goal in goals] == ["sqlite"] * 5 + ["postgresql"] * 5
    assert all(goal.holds for goal in goals)


def test_a_goal_beyond_its_limit_is_missed() -> None:
    """Each goal is judged independently."""
    few = figures(10)
    assert missed([few, figures(1000, calm=pace(p99=50.1))]) == ["p99 with 1,000 tables and a decision every 5 s, ms"]
    assert missed([few, figures(1000, fast=pace(rate=2999.0))]) == [
        "durable decisions per second with 1,000 tables, at least"
    ]
    assert missed([few, figures(1000, table=80.1)]) == ["memory of an idle table, kB"]
    (ratio,) = missed([few, figures(1000, fast=pace(cost=501.0))])
    assert ratio.startswith("cost of a decision with 1,000 tables")


def test_the_rate_depends_on_the_database() -> None:
    """PostgreSQL's own processes share the cores."""
    few, many = (figures(tables, server="postgresql", fast=pace(rate=2400.0)) for tables in (10, 1000))
    assert missed([few, many]) == []


def test_a_goal_without_enough_tables_is_not_judged() -> None:
    """The same holds for too long a think time."""
    assert judge([figures(10)], think=5.0) == []
    kinds = {goal.goal.split()[0] for goal in judge([figures(1000)], think=6.0)}
    assert kinds == {"memory", "durable"}


def test_the_report_says_which_goals_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """It also says which goals do not hold."""
    print_report([figures(10), figures(1000, calm=pace(p99=50.1))], think=5.0, workers=2)
    printed = capsys.readouterr().out
    assert "2 worker processes" in printed
    assert printed.count("holds") == 4
    assert printed.count("missed") == 1
