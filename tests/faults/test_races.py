"""Two servers at one table: of commands at the same time one wins, and all clients see the same."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from collections import Counter
from contextlib import ExitStack, closing

import pytest

from covergames.server.configuration import Configuration
from tests.faults.crashing_server import CrashingServer
from tests.faults.racing_clients import RacingClients
from tests.server.kit import UNLIMITED

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TIMEOUT_SECONDS = 120.0
"""How long the test may take on a busy machine, and 1 s more for every race."""
CONNECTIONS_PER_SEAT = 4
"""To each of the two servers: together as many as a seat may have."""


def conflicts(server: CrashingServer) -> int:
    """How many conflicts the server counted."""
    with urllib.request.urlopen(f"{server.admin_url}/metrics") as answer:
        found = re.search(rb"^covergames_conflicts_total ([\d.]+)", answer.read(), re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


@pytest.mark.prove(sample=15, proof=150)
async def test_one_of_many_decisions_at_the_same_time_wins(database: str, bus: str | None, quantity: int) -> None:
    """Eight connections at two servers send each decision; each sequence number is written once, and all see the same.

    If a game ends too soon, another one follows.
    """
    configuration = Configuration(database=database, bus=bus, limits=UNLIMITED, poll_seconds=0.05)
    with ExitStack() as stack:
        servers = [stack.enter_context(closing(CrashingServer(configuration))) for _ in range(2)]
        for server in servers:
            server.start()
        outcomes: Counter[str] = Counter()
        async with asyncio.timeout(TIMEOUT_SECONDS + quantity):
            while outcomes["done"] < quantity:
                async with RacingClients(
                    database, [server.url for server in servers], each=CONNECTIONS_PER_SEAT
                ) as racing:
                    await racing.decide(quantity - outcomes["done"])
                    await racing.check()
                outcomes += racing.outcomes
        assert outcomes.total() == 2 * CONNECTIONS_PER_SEAT * outcomes["done"]
        lost = [await asyncio.to_thread(conflicts, server) for server in servers]
        assert sum(lost) > quantity / 10, "the servers had too few conflicts"
