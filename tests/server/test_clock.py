"""Clocks that are set back or disagree: a table's time goes on, and servers go by the clock of the database they share."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from covergames.server.clock import Clock, TableClock, boot_time
from tests.live.postgres import Postgres
from tests.server.kit import serving

HOUR_MS = 3_600_000


class DrivenClock(Clock):
    """A clock that the test sets."""

    time = 1_000_000

    def now(self) -> int:
        """The time that the test has set."""
        return self.time


def test_the_time_of_a_table_goes_on_from_an_entry_of_the_future() -> None:
    """It neither stands still nor goes back, whether the entry was there before or another server has just written it."""
    clock = DrivenClock()
    table = TableClock(clock, clock.time + HOUR_MS)
    assert table.now() == clock.time + HOUR_MS
    clock.time += 500
    assert table.now() == clock.time + HOUR_MS
    table.pass_entry(table.now() + 30_000)
    clock.time += 500
    assert table.now() == clock.time + HOUR_MS + 30_000
    table.pass_entry(clock.time)
    assert table.now() == clock.time + HOUR_MS + 30_000
    assert table.seconds_until(table.now() + 5000) == 5


def test_a_table_without_entries_of_the_future_has_the_time_of_the_server() -> None:
    """Its own entries are never later than that."""
    clock = DrivenClock()
    table = TableClock(clock, clock.time - HOUR_MS)
    assert table.now() == clock.time


@pytest.mark.parametrize("rate", [1.0, 30.0])
def test_a_clock_can_be_set_by_another(rate: float) -> None:
    """It says by how much it was ahead, in real seconds, whatever its rate."""
    right, wrong = Clock(rate), Clock(rate, boot_seconds=boot_time() + 3600)
    real = Clock().now()
    assert wrong.seconds_ahead_of(real) == pytest.approx(3600, abs=1)
    wrong.set(Clock().now())
    assert abs(wrong.now() - right.now()) < 1000 * rate


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_round_goes_on_after_the_clock_was_set_back_by_an_hour(tmp_path: Path) -> None:
    """The server restarts with the wrong time; the round ends when its own time is over, not an hour later."""
    async with serving(tmp_path, clock_rate=30.0) as served:
        host = await served.open("cover-up", 2, options={"round_limit": 120})
        ada, bo = await host.seated("Ada", "Bo")
        await bo.order("ready", ready=True, seen=1)
        assert (await ada.order("start"))["type"] == "done"
    async with serving(tmp_path, clock_rate=30.0, boot_seconds=boot_time() - 3600) as served:
        guests = [await served.socket(host.table, guest.token) for guest in (ada, bo)]
        while (await guests[0].heard("welcome", "update")).get("public", {}).get("phase") != "give-back":
            pass


@pytest.mark.slow
@pytest.mark.anyio
async def test_servers_go_by_the_clock_of_their_database(
    postgres: Postgres, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One whose own clock is a minute ahead says so, and its tables have the right time."""
    caplog.set_level(logging.WARNING)
    database = postgres.empty_database()
    async with serving(tmp_path, database=database, boot_seconds=boot_time() + 60) as served:
        assert abs(served.server.application.registry.clock.now() - Clock().now()) < 5000
    assert "clock is 60.0 s ahead" in caplog.text or "clock is 59.9 s ahead" in caplog.text
