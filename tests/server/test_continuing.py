"""A finished game continues at a new table: from a table or a record, with other cards or the same, and only within limits."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from covergames import bots, coverme
from covergames.game import Seat
from covergames.record import Record
from covergames.server.configuration import Limits
from covergames.table import prove
from covergames.wire import compare
from covergames.wire.commands import SeatBot
from tests.analysis.games import cover_me
from tests.server.kit import Served, serving
from tests.server.test_games import OnlineGame

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHORT = {"same_value": "G", "years": 1}


async def continued(served: Served, path: str, *, content: bytes | None = None, **where: Any) -> dict[str, Any]:
    """Open a table that continues a game, and return the answer."""
    headers = {} if content is None else {"content-type": "application/json"}
    answer = await served.http.post(path, params=where, content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


async def played_on(online: OnlineGame, opened: dict[str, Any], seat: Seat) -> Record:
    """Take the seat, let bots take the others, play to the end, and check that the record is what the client saw."""
    table = opened["table"]
    joined = await online.server.join(table, "Ada", seat=seat, nonce="dice", token=opened["host_token"])
    async with online.client(table, joined.token) as client:
        for other in range(online.players):
            if other != seat:
                await client.order(SeatBot(client.new_id(), Seat(other), "random", f"Bot {other}"))
        await client.start()
        await client.play(bots.named(online.game, "random")(random.Random(1)))
        seen = client.witness.seen
    record = await online.server.record(table)
    assert seen is not None
    compared = compare(record, seen)
    assert compared.is_same
    assert (compared.commitment, compared.unseen) == (True, ())
    return record


@pytest.mark.parametrize("anew", [True, pytest.param(False, marks=pytest.mark.prove)])
async def test_a_table_continues(tmp_path: Path, *, anew: bool) -> None:
    """The client sees the game from the step on; the record is proven, with the original up to there."""
    async with serving(tmp_path) as served:
        online = OnlineGame(served, coverme, 3, SHORT)
        await online.play(people=1, bot="random")
        original = await online.server.record(online.table)
        path = f"/api/tables/{online.table}/continuations"
        opened = await continued(served, path, step=20, seat=1, anew=anew)
        found = (await served.http.get(f"/api/tables/{opened['table']}")).json()
        assert found["table"]["origin"]["table"] == online.table
        assert not found["table"]["settings"]["listed"]
        record = await played_on(online, opened, Seat(1))
        proof = prove(record, original)
        assert proof.origin is not None
        assert (proof.origin.table, proof.origin.anew) == (online.table, anew)
        replay = (await served.http.get(f"/api/tables/{opened['table']}/replay")).json()
        assert replay["origin"]["digest"] == proof.origin.digest


async def test_a_record_continues_and_others_are_refused(tmp_path: Path) -> None:
    """A record from a file; what is not over, does not exist or is damaged is refused, and opens no table."""
    async with serving(tmp_path) as served:
        record = cover_me(3).encode()
        online = OnlineGame(served, coverme, 3, SHORT)
        opened = await continued(served, "/api/continuations", content=record, step=30, seat=2)
        await played_on(online, opened, Seat(2))
        host = await served.open(players=3)
        unfinished = cover_me(3)
        unfinished = Record(
            format="covergames/1",
            game=unfinished.game,
            players=unfinished.players,
            options=unfinished.options,
            start=unfinished.start,
            events=unfinished.events[:30],
        )
        for path, content, where, status, words in (
            (f"/api/tables/{host.table}/continuations", None, {"step": 0, "seat": 0}, 409, "not over"),
            ("/api/tables/nowhere/continuations", None, {"step": 0, "seat": 0}, 404, "nowhere"),
            ("/api/continuations", record, {"step": 999, "seat": 0}, 400, "no step 999"),
            ("/api/continuations", record, {"step": 9, "seat": 5}, 400, "no seat 5"),
            ("/api/continuations", record, {"step": -1, "seat": 0}, 400, "step"),
            ("/api/continuations", b"[]", {"step": 9, "seat": 0}, 400, "not a record"),
            ("/api/continuations", unfinished.encode(), {"step": 9, "seat": 0}, 400, "played to its end"),
        ):
            answer = await served.http.post(
                path, params=where, content=content, headers={"content-type": "application/json"}
            )
            assert answer.status_code == status, answer.text
            assert words in answer.json()["reason"]


async def test_continuing_costs_as_much_as_opening_a_table(tmp_path: Path) -> None:
    """An address that opens too many tables is refused, whichever way it opens them."""
    async with serving(tmp_path, limits=Limits(table_burst=2)) as served:
        record = cover_me(3).encode()
        where = {"step": 5, "seat": 0}
        headers = {"content-type": "application/json"}
        answers = await asyncio.gather(
            *(served.http.post("/api/continuations", params=where, content=record, headers=headers) for _ in range(4))
        )
        assert sorted(answer.status_code for answer in answers) == [201, 201, 429, 429]
