"""Replays over HTTP: only after the game, for any viewer, compressed or not, from a table or from a file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from covergames import coverme
from covergames.game import Result
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
