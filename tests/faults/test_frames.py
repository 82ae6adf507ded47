"""Each fault of a network hits one message: the command is executed once, and every mirror is right."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import pytest

from covergames import coverme, coverup
from covergames.games import AnyGame
from covergames.table.entries import Acted
from tests.cases import by_target
from tests.faults.live_table import CLOCK_RATE, HEARTBEAT_SECONDS, TIMEOUT_SECONDS, LiveTable
from tests.faults.proxy import Fault, OneFault, Proxy
from tests.server.kit import UNLIMITED, Served, serving

pytestmark = pytest.mark.anyio

FAULTS: Final = [fault for fault in Fault if fault is not Fault.PASS]
GAMES: Final[dict[str, tuple[AnyGame, dict[str, Any]]]] = {
    "cover-me": (coverme, {"start": 0}),
    "cover-up": (coverup, {"round_limit": None}),
}
"""The games, with options that make seat 0 decide first, and that let a round last however slow the machine is."""


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """One server for all of these tests, each of which opens a table."""
    async with serving(
        tmp_path_factory.mktemp("tables"), clock_rate=CLOCK_RATE, heartbeat_seconds=HEARTBEAT_SECONDS, limits=UNLIMITED
    ) as running:
        yield running


@pytest.fixture
async def proxy(served: Served) -> AsyncIterator[Proxy]:
    """A proxy for one test."""
    async with Proxy(served.url).running() as running:
        yield running


@pytest.mark.parametrize("fault", by_target(FAULTS))
@pytest.mark.parametrize("kind", by_target(["act", "update", "done", "welcome"]))
@pytest.mark.parametrize("name", GAMES)
async def test_a_decision_is_executed_once(served: Served, proxy: Proxy, name: str, kind: str, fault: Fault) -> None:
    """Whichever message between decision and answer the fault hits, also during a reconnect."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        game, options = GAMES[name]
        live = await LiveTable.opened(served, game, 2, **options)
        async with live.begun(proxy.url) as (ada, bo):
            proxy.policy = once = OneFault(kind, fault)
            if kind == "welcome":
                proxy.links[-1].cut()
            sequence = await live.decide(ada)
            assert once.happened
            entries = await live.entries()
            assert isinstance(entries[sequence - 1].body, Acted)
            assert [entry.sequence for entry in entries if isinstance(entry.body, Acted)] == [sequence]
            await live.until_synced(bo)
            await live.decide(bo)
            await live.until_synced(ada)
            await live.until_synced(bo)
