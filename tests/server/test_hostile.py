"""Hostile messages: the server does not crash, leak or change anything, and serves others as before."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from covergames import __version__
from covergames.wire import PROTOCOL
from tests.server.hostile import hostile
from tests.server.hostile_frames import hostile_frames
from tests.server.kit import UNLIMITED, Guest, Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

MESSAGES_PER_ROUND = 500
"""Messages between two checks of the table."""


async def begun(served: Served) -> tuple[Guest, Guest]:
    """Two people in the middle of a game; the first one is to act."""
    host = await served.open(players=2, options={"start": 0})
    ada, bo = await host.seated("Ada", "Bo")
    await bo.order("ready", ready=True, seen=1)
    await ada.send(type="start", id="start")
    await bo.until(stage="playing")
    return ada, bo


async def attack(served: Served, attacker: Guest, table: str, messages: int) -> None:
    """Send that many messages, each of which is answered, and check from time to time that nothing has changed."""
    throwing = hostile(random.Random(1))
    session = await served.server.application.registry.session(table)
    before, entries = session.table, await served.server.application.registry.store.entries(table)
    for start in range(0, messages, MESSAGES_PER_ROUND):
        for _ in range(MESSAGES_PER_ROUND):
            await attacker.connection.send(next(throwing))
        await attacker.send(type="ping", n=start)
        refused = 0
        while (message := await attacker.next())["type"] != "pong":
            assert message["type"] == "refused", message
            refused += 1
        assert refused == MESSAGES_PER_ROUND
        attacker.frames.clear()
        attacker.heard_so_far.clear()
        assert session.table is before
    assert await served.server.application.registry.store.entries(table) == entries


@pytest.mark.prove(sample=1000, proof=20_000)
async def test_malformed_and_out_of_turn_messages_change_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, quantity: int
) -> None:
    """Each is refused; the table stays as it was, and nothing in the server fails."""
    async with serving(tmp_path, limits=UNLIMITED) as served:
        ada, bo = await begun(served)
        await attack(served, bo, ada.heard_so_far[0]["table"]["id"], quantity)
        await ada.send(type="ping", n=-1)
        assert (await ada.heard("pong"))["n"] == -1
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


@pytest.mark.prove(sample=1000, proof=20_000)
async def test_frames_that_no_client_sends_change_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, quantity: int
) -> None:
    """The server closes a connection at a forbidden frame, and only then; the others are answered or ignored."""
    async with serving(tmp_path, limits=UNLIMITED) as served:
        ada, _ = await begun(served)
        table = ada.heard_so_far[0]["table"]["id"]
        session = await served.server.application.registry.session(table)
        before, entries = session.table, await served.server.application.registry.store.entries(table)
        throwing, sent = hostile_frames(random.Random(1)), 0
        while sent < quantity:
            attacker = await served.socket(table)
            await attacker.heard("welcome")
            while not (frames := next(throwing)).is_fatal:
                attacker.connection.transport.write(frames.data)
                sent += frames.count
            await attacker.send(type="ping", n=sent)
            while (message := await attacker.next())["type"] != "pong":
                assert (message["type"], message["code"]) == ("refused", "unreadable")
            attacker.connection.transport.write(frames.data)
            sent += frames.count
            assert await attacker.end() == []
            await attacker.cut()
            served.guests.remove(attacker)
            assert session.table is before
        assert await served.server.application.registry.store.entries(table) == entries
        await ada.send(type="ping", n=-1)
        assert (await ada.heard("pong"))["n"] == -1
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


async def test_any_first_frame_but_a_hello_is_refused(tmp_path: Path) -> None:
    """The answer is a goodbye with the reason."""
    async with serving(tmp_path, limits=UNLIMITED) as served:
        host = await served.open()
        address = f"{served.url.replace('http', 'ws', 1)}/api/tables/{host.table}/socket"
        for frame in ("", "{}", "null", "[]", b"\xff\xfe", '{"type": "hello"}', '{"type": "start", "id": "1"}'):
            guest = Guest(await connect(address, compression=None))
            await guest.connection.send(frame)
            (goodbye,) = await guest.end()
            await guest.cut()
            assert goodbye["code"] in ("unreadable", "no-hello")
            assert goodbye["reason"]


async def test_a_client_of_another_version_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """The goodbye names both versions of the protocol and the version of the server; the current version is welcome."""
    async with serving(tmp_path, limits=UNLIMITED) as served:
        host = await served.open()
        address = f"{served.url.replace('http', 'ws', 1)}/api/tables/{host.table}/socket"
        guest = Guest(await connect(address, compression=None))
        await guest.send(type="hello", token=None, protocol=PROTOCOL + 1)
        (goodbye,) = await guest.end()
        await guest.cut()
        assert (goodbye["code"], goodbye["again_after"]) == ("other-version", None)
        assert f"version {PROTOCOL + 1} of the protocol, and the server version {PROTOCOL}" in goodbye["reason"]
        assert f"covergames {__version__}" in goodbye["reason"]
        guest = Guest(await connect(address, compression=None))
        await guest.send(type="hello", token=None, protocol=PROTOCOL)
        assert await guest.heard("welcome")
        await guest.cut()
