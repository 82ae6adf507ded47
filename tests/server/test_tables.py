"""Tables over HTTP and WebSocket: opened, joined, played, left."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from covergames import record
from covergames.table import prove
from tests.server.kit import Guest, Served, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with nobody at it."""
    async with serving(tmp_path) as running:
        yield running


async def play(guest: Guest, chance: random.Random) -> dict[str, Any]:
    """Decide by lot whenever asked, until the game is over; the last update."""
    legal: list[Any] = []
    waits = False
    while True:
        message = await guest.next()
        if message["type"] == "update" and "private" in message:
            legal = message["private"]["legal"]
        if message["type"] in ("done", "refused"):
            assert message["type"] == "done", message
            waits = False
        if message.get("table", {}).get("stage") == "over":
            return message
        if legal and not waits:
            waits = True
            guest.numbers += 1
            seen = max(each.get("sequence", 0) for each in guest.heard_so_far)
            await guest.send(type="act", id=str(guest.numbers), seen=seen, action=chance.choice(legal))


async def test_a_game_with_bots_to_its_end(served: Served) -> None:
    """A person and two bots play to the end; the record is complete, and proves that the deal was fair."""
    host = await served.open(players=3, title="An evening")
    (ada,) = await host.seated("Ada")
    for seat in (1, 2):
        assert (await ada.order("seat_bot", seat=seat, bot="random", name=f"Bot {seat}"))["type"] == "done"
    await ada.send(type="start", id="start")
    last = await play(ada, random.Random(1))
    assert last["public"]["result"] is not None
    answer = await served.http.get(f"/api/tables/{host.table}/record")
    kept = record.read(answer.content)
    assert kept.players == ["Ada", "Bot 1", "Bot 2"]
    assert kept.meta["title"] == "An evening"
    prove(kept)
