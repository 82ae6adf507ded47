"""A server that is killed at any time: acknowledged entries stay, no entry is partial, and games go on to their end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from covergames.client import Server
from covergames.server.configuration import Configuration
from tests.faults.crashing_server import CrashingServer
from tests.faults.witness import Witness, check_all
from tests.server.kit import UNLIMITED

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def server(database: str) -> Iterator[CrashingServer]:
    """A running server; the lease is short, so that a table soon gets another keeper."""
    crashing = CrashingServer(Configuration(database=database, limits=UNLIMITED, lease_seconds=0.5))
    crashing.start()
    yield crashing
    crashing.close()


@pytest.mark.long
@pytest.mark.prove(sample=3, proof=25)
async def test_games_survive_many_kills(server: CrashingServer, database: str, quantity: int) -> None:
    """Up to twenty tables, and a server that is killed at random times."""
    tables = min(20, 2 * quantity)
    chance = random.Random(1)
    enough = asyncio.Event()
    witnesses = [Witness(Server(server.url), number) for number in range(tables)]
    games = [asyncio.create_task(witness.play_until(enough)) for witness in witnesses]
    for _ in range(quantity):
        if chance.random() < 0.9:  # otherwise it is killed while it starts
            heard = sum(witness.heard for witness in witnesses)
            while sum(witness.heard for witness in witnesses) < heard + tables:
                await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0, 1))  # at a random time
        await asyncio.to_thread(server.kill)
        server.start()
    enough.set()
    played = await asyncio.gather(*games)
    await check_all(database, list(zip(witnesses, played, strict=True)))
