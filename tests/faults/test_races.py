"""Two servers at one table: of all that is asked at once, one thing happens, and everybody sees the same."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from collections import Counter
from contextlib import ExitStack, closing

import pytest

from covergames.server.configuration import Configuration
from tests.faults.mortal import BUSY, MortalServer
from tests.faults.rivals import Rivals

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TIMEOUT_SECONDS = 120.0
"""Seconds after which something that should happen has not, on a busy machine; each race may take another."""
EACH = 4
"""Connections of every seat to each of the servers: as many as a seat may have."""


def conflicts(server: MortalServer) -> int:
    """How often another server was quicker."""
    with urllib.request.urlopen(f"{server.url}/api/metrics") as answer:
        found = re.search(rb"^covergames_conflicts_total ([\d.]+)", answer.read(), re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


@pytest.mark.prove(sample=15, proof=150)
async def test_of_all_who_decide_at_once_one_is_first(database: str, bus: str | None, quantity: int) -> None:
    """Every decision is wanted eight times, at two servers; each sequence number is won once, and all see the same.

    If a game ends before there were enough of them, there is another one.
    """
    configuration = Configuration(database=database, bus=bus, limits=BUSY, poll_seconds=0.05)
    with ExitStack() as stack:
        servers = [stack.enter_context(closing(MortalServer(configuration))) for _ in range(2)]
        for server in servers:
            server.start()
        outcomes: Counter[str] = Counter()
        async with asyncio.timeout(TIMEOUT_SECONDS + quantity):
            while outcomes["done"] < quantity:
                async with Rivals(database, [server.url for server in servers], each=EACH) as rivals:
                    await rivals.decide(quantity - outcomes["done"])
                    await rivals.check()
                outcomes += rivals.outcomes
        assert outcomes.total() == 2 * EACH * outcomes["done"]
        lost = [await asyncio.to_thread(conflicts, server) for server in servers]
        assert sum(lost) > quantity / 10, "they hardly met"
