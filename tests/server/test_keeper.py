"""The keeper of a table: stand-ins, decision times, abandoned tables; the clock runs at sixty times the speed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.kit import Guest, Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

CLOCK_RATE = 60.0


async def begun(served: Served, *names: str, **settings: object) -> list[Guest]:
    """A game of Cover Me; seat 0 starts."""
    host = await served.open(players=len(names), options={"start": 0}, settings=settings)
    guests = await host.seated(*names)
    for guest in guests[1:]:
        await guest.order("ready", ready=True, seen=1)
    await guests[0].send(type="start", id="start")
    for guest in guests:
        await guest.until(stage="playing")
    return guests


def table_of(guest: Guest) -> str:
    return str(guest.heard_so_far[0]["table"]["id"])


async def test_a_bot_stands_in_until_the_player_is_back(tmp_path: Path) -> None:
    """It decides for the player, who then takes the seat back and decides again."""
    async with serving(tmp_path, clock_rate=CLOCK_RATE) as served:
        ada, bo = await begun(served, "Ada", "Bo", away_after=30)
        await ada.close()
        while True:
            update = await bo.heard("update")
            if "table" in update and update["table"]["seats"][0]["stood_in_for"] == "away":
                break
        while "public" not in (update := await bo.heard("update")):
            pass
        assert update["public"]["to_act"] == [1]
        ada = await served.socket(table_of(bo), ada.token)
        assert (await ada.heard("welcome"))["table"]["seats"][0]["stood_in_for"] == "away"
        assert (await ada.order("take_back"))["type"] == "done"
        await bo.order("act", seen=update["sequence"], action={"event": "take", "from": "blonde"})
        seen = (await ada.heard("update"))["sequence"]
        done = await ada.order("act", seen=seen + 1, action={"event": "take", "from": "black"})
        assert done["type"] == "done"


async def test_after_the_decision_time_a_bot_takes_one_decision(tmp_path: Path) -> None:
    """The player makes the next one."""
    async with serving(tmp_path, clock_rate=CLOCK_RATE) as served:
        ada, bo = await begun(served, "Ada", "Bo", decision_time=30)
        while "public" not in (update := await bo.heard("update")):
            pass
        assert update["public"]["to_act"] == [1]
        assert update["table"]["seats"][0]["stood_in_for"] is None
        assert ada.connection.state.name == "OPEN"


async def test_an_abandoned_table_closes(tmp_path: Path) -> None:
    """After the time that its host chose; its game has a record."""
    async with serving(tmp_path, clock_rate=CLOCK_RATE, lease_seconds=0.3) as served:
        ada, bo = await begun(served, "Ada", "Bo", abandoned_after=60)
        watcher = await served.socket(table_of(ada))
        await ada.close()
        await bo.close()
        closed = await watcher.until(stage="closed")
        assert closed["table"]["closed"] == "abandoned"
        answer = await served.http.get(f"/api/tables/{table_of(ada)}/record")
        assert answer.status_code == 200


async def test_the_round_limit_ends_a_round_without_any_decision(tmp_path: Path) -> None:
    """Cover Up's round limit needs no player."""
    async with serving(tmp_path, clock_rate=CLOCK_RATE) as served:
        host = await served.open("cover-up", 2, options={"round_limit": 60})
        ada, bo = await host.seated("Ada", "Bo")
        await bo.order("ready", ready=True, seen=1)
        await ada.send(type="start", id="start")
        while (update := await bo.heard("update")).get("public", {}).get("phase") != "give-back":
            pass
        assert update["events"][0]["event"] == "time_ran_out"


async def test_a_table_of_bots_alone_plays_only_while_somebody_watches(tmp_path: Path) -> None:
    """It pauses when the last spectator leaves, is released, and goes on when somebody watches again."""
    async with serving(tmp_path, lease_seconds=0.3) as served:
        registry = served.server.application.registry
        opened = await served.open(players=2, options={"start": 0, "same_value": "G", "years": 10})
        host = await served.socket(opened.table, opened.token)
        for seat in (0, 1):
            assert (await host.order("seat_bot", seat=seat, bot="random", name=f"Bot {seat}"))["type"] == "done"
        assert (await host.order("start"))["type"] == "done"
        while "public" not in await host.heard("update"):
            pass
        await host.close()
        session = await registry.session(opened.table)
        while session.connections or opened.table in registry.leases.tables:
            await asyncio.sleep(0.01)
        reached = session.table.sequence
        assert not session.table.is_over
        assert session.due is not None
        assert session.due > registry.clock.now()
        await registry.leases.maintain()
        assert opened.table not in registry.leases.tables
        assert session.table.sequence == reached
        watcher = await served.socket(opened.table)
        assert (await watcher.heard("welcome"))["sequence"] == reached
        assert (await watcher.heard("update"))["sequence"] == reached + 1
