"""A server that is killed at any moment: what was acknowledged is there, nothing is half there, and games go on to their end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from covergames.client import Server
from covergames.server.configuration import Configuration
from tests.faults.mortal import BUSY, MortalServer
from tests.faults.witness import Witness, check_all

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TABLES = 20


@pytest.fixture
def server(database: str) -> Iterator[MortalServer]:
    """Running, and easily killed; a table is without a keeper for a moment only."""
    mortal = MortalServer(Configuration(database=database, limits=BUSY, lease_seconds=0.5))
    mortal.start()
    yield mortal
    mortal.close()


@pytest.mark.prove(sample=3, proof=25)
async def test_killed_again_and_again(server: MortalServer, database: str, quantity: int) -> None:
    """Twenty tables, and a server that dies at random moments."""
    chance = random.Random(1)
    enough = asyncio.Event()
    witnesses = [Witness(Server(server.url), number) for number in range(TABLES)]

    async def evening(witness: Witness) -> list[str]:
        tables = [await witness.play()]
        while not enough.is_set():
            tables.append(await witness.play())
        return tables

    evenings = [asyncio.create_task(evening(witness)) for witness in witnesses]
    for _ in range(quantity):
        if chance.random() < 0.9:  # else it is killed while it starts
            heard = sum(witness.heard for witness in witnesses)
            while sum(witness.heard for witness in witnesses) < heard + TABLES:
                await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0, 1))  # at any moment of whatever the server does
        await asyncio.to_thread(server.kill)
        server.start()
    enough.set()
    played = await asyncio.gather(*evenings)
    await check_all(database, list(zip(witnesses, played, strict=True)))
