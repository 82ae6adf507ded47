"""One message at a time meets every fault that a network has: the command is carried out once, and the picture is right."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from covergames import coverme, coverup
from covergames.games import AnyGame
from covergames.server.configuration import Limits
from covergames.table.entries import Acted
from tests.cases import by_target
from tests.faults.proxy import Fate, Once, Proxy
from tests.faults.sitting import HEARTBEAT_SECONDS, RATE, TIMEOUT_SECONDS, Sitting
from tests.server.kit import Served, serving

pytestmark = pytest.mark.anyio

MANY = Limits(requests=10**6, request_burst=10**6)
FATES = [fate for fate in Fate if fate is not Fate.PASS]


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """One server for all of these, each with a table of its own."""
    async with serving(
        tmp_path_factory.mktemp("tables"), clock_rate=RATE, heartbeat_seconds=HEARTBEAT_SECONDS, limits=MANY
    ) as running:
        yield running


@pytest.fixture
async def proxy(served: Served) -> AsyncIterator[Proxy]:
    """A network of one's own."""
    async with Proxy(served.url).passing() as passing:
        yield passing


@pytest.mark.parametrize("fate", by_target(FATES))
@pytest.mark.parametrize("kind", by_target(["act", "update", "done", "welcome"]))
@pytest.mark.parametrize("game", [coverme, coverup], ids=["cover-me", "cover-up"])
async def test_a_decision_is_carried_out_once(
    served: Served, proxy: Proxy, game: AnyGame, kind: str, fate: Fate
) -> None:
    """Whichever message between decision and answer is hit, the player's or the server's, and also when coming back."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        sitting = await Sitting.at(served, game, 2, **({"start": 0} if game is coverme else {}))
        async with sitting.begun(proxy.url) as (ada, bo):
            proxy.policy = once = Once(kind, fate)
            if kind == "welcome":
                proxy.links[-1].cut()
            sequence = await sitting.decide(ada)
            assert once.happened
            entries = await sitting.entries()
            assert isinstance(entries[sequence - 1].body, Acted)
            assert [entry.sequence for entry in entries if isinstance(entry.body, Acted)] == [sequence]
            await sitting.until_told(bo)
            await sitting.decide(bo)
            await sitting.until_told(ada)
            await sitting.until_told(bo)
