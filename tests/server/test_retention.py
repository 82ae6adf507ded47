"""Old tables are deleted when the operator wants it, and only then; the test drives the clock."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from covergames.server.registry import EXPIRED, TableRegistry
from covergames.server.store import Stage, StoredEntry, Summary
from tests.server.kit import Served, serving

pytestmark = pytest.mark.anyio

DAY_SECONDS = 86_400


async def filled(registry: TableRegistry) -> None:
    """Store a table in each stage, as old as now."""
    for stage in Stage:
        summary = Summary(
            game="cover-me", title="", players=2, seats_taken=0, stage=stage, listed=False, due=None, opener=None
        )
        first = StoredEntry(1, registry.clock.now(), b"{}")
        assert await registry.store.create(stage.value, first, summary)


async def left_after(served: Served, days: float) -> set[str]:
    """Let that many days pass, let old tables be deleted, and return those that are left."""
    registry = served.server.application.registry
    registry.clock.set(registry.clock.now() + int(1000 * days * DAY_SECONDS))
    await registry.delete_old_tables()
    return set(await registry.store.heads([stage.value for stage in Stage]))


@pytest.mark.parametrize(
    ("settings", "gone"),
    [
        ({}, {8: {"closed"}, 9000: {"closed"}}),
        ({"keep_finished_seconds": 30 * DAY_SECONDS}, {8: {"closed"}, 29: {"closed"}, 31: {"closed", "over"}}),
        ({"keep_abandoned_seconds": DAY_SECONDS}, {0.9: set(), 1.1: {"abandoned"}, 9000: {"abandoned", "closed"}}),
    ],
)
async def test_each_kind_of_table_is_kept_as_long_as_its_setting_says(
    settings: dict[str, Any], gone: dict[float, set[str]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """By default for ever; games in the lobby and in play always. The metric counts them, and the log has a line."""
    caplog.set_level(logging.INFO)
    async with serving(tmp_path, **settings) as served:
        registry = served.server.application.registry
        await filled(registry)
        passed = 0.0
        for days, expected in gone.items():
            left = await left_after(served, days - passed)
            passed = days
            assert left == {stage.value for stage in Stage} - expected, f"after {days} days"
        names = {"over": "finished", "abandoned": "abandoned", "closed": "closed"}
        metrics = registry.metrics.render().decode()
        for stage, reason in names.items():
            line = f'covergames_tables_deleted_total{{reason="{reason}"}} 1.0'
            assert (line in metrics) == (stage in expected)
            assert (f"deleted 1 {reason} tables" in caplog.messages) == (stage in expected)


@pytest.mark.slow
async def test_a_table_that_somebody_looks_at_is_in_use(tmp_path: Path) -> None:
    """Its own worker does not delete it. If another worker does, those who look at it hear why."""
    async with serving(tmp_path, poll_seconds=0.05) as one, serving(tmp_path, poll_seconds=0.05) as two:
        host = await one.open("cover-up", 2)
        (ada,) = await host.seated("Ada")
        looking = await one.socket(host.table)
        await looking.heard("welcome")
        assert (await ada.order("close"))["type"] == "done"
        later = one.server.application.registry.clock.now() + 8000 * DAY_SECONDS
        for served in (one, two):
            registry = served.server.application.registry
            registry.clock.set(later)
            await registry.delete_old_tables()
            is_left = bool(await registry.store.heads([host.table]))
            assert is_left == (served is one)
        goodbye = (await looking.end())[-1]
        assert (goodbye["type"], goodbye["code"], goodbye["reason"]) == ("goodbye", "deleted", EXPIRED)
