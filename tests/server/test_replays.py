"""Replays over HTTP: only after the game, for any viewer, compressed or not, from a table or from a file."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from covergames import coverme, coverup
from covergames.coverup.deck import write_deck
from covergames.dealer import RandomDealer
from covergames.game import Result, Seat
from covergames.record import Recording
from covergames.server.calculator import Calculator
from covergames.server.configuration import Limits
from covergames.wire.replay import Replay
from tests.server.kit import serving
from tests.server.test_games import OnlineGame

pytestmark = pytest.mark.anyio

SHORT = {"same_value": "G", "years": 1}


def result_of(replay: Replay) -> Result:
    """The result in the last step."""
    return msgspec.convert(msgspec.json.decode(replay.steps[-1].public)["result"], Result)


@pytest.mark.slow
async def test_a_finished_game_has_a_replay_for_every_viewer(tmp_path: Path) -> None:
    """A spectator, a seat and "face up" each have one; a repeated request gets the same answer."""
    async with serving(tmp_path) as served:
        game = OnlineGame(served, coverme, 3, SHORT)
        result = await game.play(people=1, bot="random")
        address = f"/api/tables/{game.table}/replay"
        found = {}
        for viewer in ("spectator", "0", "2", "face-up"):
            answer = await served.http.get(address, params={"viewer": viewer})
            assert answer.status_code == 200, answer.text
            assert answer.headers["cache-control"] == "private, max-age=3600"
            found[viewer] = msgspec.json.decode(answer.content, type=Replay)
            again = await served.http.get(address, params={"viewer": viewer}, headers={"accept-encoding": "gzip;q=0"})
            assert "content-encoding" not in again.headers
            assert again.content == answer.content
            assert len(again.content) > 10 * int(answer.headers["content-length"])
        assert found["spectator"] == msgspec.json.decode((await served.http.get(address)).content, type=Replay)
        assert all(result_of(replay) == result for replay in found.values())
        assert len({msgspec.json.encode(replay.steps[5]) for replay in found.values()}) == len(found)
        for viewer, words in (("3", "seat 3"), ("host", "viewer")):
            refused = await served.http.get(address, params={"viewer": viewer})
            assert (refused.status_code, refused.json()["code"]) == (400, "unreadable")
            assert words in refused.json()["reason"]

        kept = (await served.http.get(f"/api/tables/{game.table}/record")).content
        own = await served.http.post("/api/replay?viewer=1", content=kept, headers={"content-type": "application/json"})
        assert own.status_code == 200, own.text
        assert len(msgspec.json.decode(own.content, type=Replay).steps) == len(found["0"].steps)
        record = msgspec.json.decode(kept)
        record["events"][-1]["seat"] = 9
        refused = await served.http.post("/api/replay", json=record)
        assert (refused.status_code, refused.json()["code"]) == (400, "unreadable")
        assert "there is no seat 9" in refused.json()["reason"]


@pytest.mark.slow
async def test_a_running_game_has_no_replay(tmp_path: Path) -> None:
    """It would reveal every card; nor has a lobby, or a table that does not exist."""
    async with serving(tmp_path) as served:
        host = await served.open(players=2, options={"start": 0})
        lobby = await served.http.get(f"/api/tables/{host.table}/replay")
        assert (lobby.status_code, lobby.json()["code"]) == (409, "not-now")
        ada, bo = await host.seated("Ada", "Bo")
        await bo.order("ready", ready=True, seen=1)
        await ada.order("start")
        for viewer in ("spectator", "0", "face-up"):
            playing = await served.http.get(f"/api/tables/{host.table}/replay", params={"viewer": viewer})
            assert (playing.status_code, playing.json()["code"]) == (409, "not-now")
        assert (await served.http.get("/api/tables/nowhere/replay")).status_code == 404


def fidgety(steps: int) -> dict[str, Any]:
    """Return a record of a round of Cover Up in which a player lays the same card again and again."""
    recording = Recording.begin(coverup, ["Ada", "Bo"], coverup.Options(), RandomDealer(random.Random(1)))
    lays = [action for action in coverup.legal(recording.state, Seat(0)) if isinstance(action, coverup.Lay)]
    for step in range(steps):
        recording.act(Seat(0), lays[step % 2])
    data: dict[str, Any] = msgspec.json.decode(recording.record.encode())
    return data


@pytest.mark.slow
async def test_a_small_record_cannot_become_a_large_replay(tmp_path: Path) -> None:
    """Long names in a deck, too many steps and too many bytes are refused; each refusal names the limit."""
    limits = Limits(replay_steps=50, replay_size=10_000, calculation_seconds=600)
    async with serving(tmp_path, limits=limits) as served:
        deck = write_deck(coverup.house_deck())
        deck["cards"][0]["id"] = "x" * 2000
        long_ids = fidgety(1)
        long_ids["options"] = {"deck": deck}
        for record, words in (
            (long_ids, "a text of 1 to 40 characters"),
            (fidgety(60), "more than 50 steps"),
            (fidgety(40), "more than 10000 bytes"),
            ({"format": "covergames/1"}, "not a record"),
        ):
            refused = await served.http.post("/api/replay", json=record)
            assert refused.status_code == 400, refused.text[:300]
            assert words in refused.json()["reason"]
            assert len(refused.content) < 1000
        deep = "[" * 100_000 + "]" * 100_000
        refused = await served.http.post("/api/replay", content=deep)
        assert (refused.status_code, refused.json()["code"]) == (400, "unreadable")
        assert (await served.http.post("/api/replay", json=fidgety(5))).status_code == 200


@pytest.mark.slow
async def test_the_replay_of_a_client_that_hangs_up_is_not_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves the queue, and if it is under way its process is killed; a client may have a limited number in the queue."""
    under_way: list[asyncio.Event] = []
    cancelled = 0

    async def endless(*_arguments: object, **_keywords: object) -> bytes:
        nonlocal cancelled
        under_way[0].set()
        try:
            return await asyncio.Future()
        except asyncio.CancelledError:
            cancelled += 1
            under_way[0].set()
            raise

    monkeypatch.setattr(Calculator, "run", endless)
    async with serving(tmp_path) as served:
        body = json.dumps(fidgety(2)).encode()
        head = f"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        under_way.append(asyncio.Event())
        _, writer = await asyncio.open_connection(*served.url.removeprefix("http://").split(":"))
        writer.write(head.encode() + body)
        await asyncio.wait_for(under_way[0].wait(), 60)
        under_way[0] = asyncio.Event()
        writer.close()
        await asyncio.wait_for(under_way[0].wait(), 60)
        assert cancelled == 1


@pytest.mark.slow
async def test_an_address_may_have_a_limited_number_of_replays_in_the_queue(tmp_path: Path) -> None:
    """More are refused with 429, and are computed later."""
    async with serving(tmp_path, limits=Limits(calculations=1, calculation_seconds=600)) as served:
        record = fidgety(2)
        answers = await asyncio.gather(*[served.http.post("/api/replay", json=record) for _ in range(8)])
        refused = [answer for answer in answers if answer.status_code != 200]
        assert {answer.status_code for answer in refused} == {429}
        assert "1 of your requests wait already" in refused[0].json()["reason"]
        assert int(refused[0].headers["retry-after"]) >= 1
        assert (await served.http.post("/api/replay", json=record)).status_code == 200
