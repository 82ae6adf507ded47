"""A third game needs no edit of the package: it is played live, watched, interrupted, recorded, replayed and verified."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from covergames import bots, record
from covergames.client import Client, Server
from covergames.game import Result, Seat
from covergames.record import Record
from covergames.table import Settings
from covergames.wire import SeatBot, ServerMessage, encode
from tests.contract import third_game
from tests.contract.third_game import Options
from tests.faults.proxy import Fault, OneFault, Proxy
from tests.server.process import PROGRAM, ServerProcess

ROOT: Final = Path(__file__).parents[2]
GAME: Final = third_game.REGISTRATION.rules
TIMEOUT_SECONDS: Final = 600
"""How long the whole game may take on a busy machine."""
LINES: Final = 120
ADA, BO, CY = map(Seat, range(3))
TURNS: Final = 5

CAT: Final = re.compile(rb'"\d+kg"')
CAT_THAT_SAT: Final = re.compile(rb'"event":"sat","seat":\d,"cat":("\d+kg")')


@pytest.fixture(autouse=True)
def path_of_processes(third_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process that a test starts finds the game, as if it were installed."""
    path = [str(third_game), str(ROOT), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))


def test_the_game_is_short() -> None:
    """Types, rules and registration have at most 120 lines."""
    assert third_game.__file__ is not None
    assert len(Path(third_game.__file__).read_text("utf-8").splitlines()) <= LINES


class LiveTable:
    """A table of Cat Tower at a server, for Ada, Bo and a bot called Cy."""

    def __init__(self, url: str, table: str, tokens: Sequence[str]) -> None:
        self.table = table
        self.tokens = tokens
        self._url = url
        self.frames: dict[Seat | None, list[bytes]] = {ADA: [], BO: [], None: []}
        """Everything that each of them was sent, in order."""

    @classmethod
    async def opened(cls, url: str) -> LiveTable:
        """Open the table, and seat Ada, who is the host, and Bo."""
        server = Server(url)
        settings = Settings(away_after=None)  # nobody stands in for a client that is slow to come back
        opened = await server.open_table(GAME, 3, Options(turns=TURNS), settings=settings)
        ada = await server.join(opened.table, "Ada", seat=ADA, nonce="ada-4", token=opened.host_token)
        bo = await server.join(opened.table, "Bo", seat=BO, nonce="bo-2")
        return cls(url, opened.table, (ada.token, bo.token))

    def client(self, seat: Seat | None, url: str | None = None) -> Client:
        """A client of that seat, or a spectator, which notes what it is sent."""

        def note(message: ServerMessage) -> None:
            self.frames[seat].append(encode(message))

        address = (url or self._url).replace("http", "ws", 1)
        return Client(
            f"{address}/api/tables/{self.table}/socket",
            None if seat is None else self.tokens[seat],
            listener=note,
            reconnect_timeout=TIMEOUT_SECONDS,
        )


@asynccontextmanager
async def serving(database: Path) -> AsyncIterator[ServerProcess]:
    """``covergames serve`` on that database."""
    process = ServerProcess(f"sqlite:///{database}")
    await asyncio.to_thread(process.start)
    try:
        yield process
    finally:
        if process.is_running:
            await asyncio.to_thread(process.stop)


async def decide(client: Client) -> None:
    """Let the first cat of the hand sit down, once it is the client's turn."""
    while (view := client.view()) is None or client.seat not in view.to_act:
        await client.news()
    await client.act(view.legal[0])


async def until(client: Client, decisions: int) -> Any:
    """Wait until so many cats have sat down, and return the client's view then."""
    while (view := client.view()) is None or sum(
        isinstance(event, third_game.Sat) for event in view.history
    ) < decisions:
        await client.news()
    return view


async def play_with_interruptions(process: ServerProcess, live: LiveTable) -> dict[Seat | None, Any]:
    """Play the game, and return what everybody sees at its end."""
    async with live.client(ADA) as ada, live.client(None) as spectator:
        async with Proxy(process.url).running() as proxy, live.client(BO, proxy.url) as bo:
            await ada.order(SeatBot(ada.new_id(), CY, "random", "Cy"))
            await bo.ready()
            await ada.start()
            await decide(ada)
            await decide(bo)
            await until(spectator, 3)  # the bot has decided too

            await decide(ada)
            proxy.policy = cut = OneFault("act", Fault.CUT_AFTER)
            await decide(bo)
            assert cut.happened
            assert len(proxy.links) > 1  # Bo is back on another connection
            await until(bo, 6)

        await decide(ada)
        before = {client: (client.mirror, await until(client, 7)) for client in (ada, spectator)}
        await asyncio.to_thread(process.kill)
        await asyncio.to_thread(process.start)
        for client, (mirror, view) in before.items():
            while client.mirror is mirror:
                await client.news()
            assert client.view() == view

        async with live.client(BO) as bo:
            results = await asyncio.gather(*(client.play(chance_bot(client)) for client in (ada, bo)))
            views = {client.seat: await until(client, 3 * TURNS) for client in (ada, bo, spectator)}
    assert results == [views[None].result] * 2
    return views


def chance_bot(client: Client) -> bots.AnyBot:
    """The bot that every game has."""
    return bots.named(GAME, "random")(random.Random(client.seat))


@pytest.mark.anyio
@pytest.mark.slow
async def test_it_is_played_at_a_live_table(tmp_path: Path) -> None:
    """By two clients and a bot, watched; a socket is cut, the server is killed; the record tells the same game, and is proven."""
    async with asyncio.timeout(TIMEOUT_SECONDS), serving(tmp_path / "tables.sqlite3") as process:
        live = await LiveTable.opened(process.url)
        views = await play_with_interruptions(process, live)
        kept = await Server(process.url).record(live.table)
        replays = {viewer: await replay(process.url, live.table, viewer) for viewer in ("spectator", "0", "face-up")}
    check_frames(live.frames)
    check_record(kept, views)
    check_replays(replays, views[None].result)
    check_proof(kept, tmp_path / "cat-tower.json")


async def replay(url: str, table: str, viewer: str) -> bytes:
    """The game as that viewer can look back at it."""
    address = f"{url}/api/tables/{table}/replay?viewer={viewer}"
    with await asyncio.to_thread(urllib.request.urlopen, address) as answer:
        data: bytes = answer.read()
        return data


def check_frames(frames: dict[Seat | None, list[bytes]]) -> None:
    """A spectator is sent no cat that does not sit on the tower by then; players are: their own."""
    for seat, sent in frames.items():
        sat: set[bytes] = set()
        has_seen_hidden = False
        for frame in sent:
            sat.update(CAT_THAT_SAT.findall(frame))
            has_seen_hidden |= not sat.issuperset(CAT.findall(frame))
        assert len(sat) == 3 * TURNS
        assert has_seen_hidden == (seat is not None)


def check_record(kept: Record, views: dict[Seat | None, Any]) -> None:
    """Replayed, the game ends as everybody has seen it end."""
    *_, last = record.replay(record.read(kept.encode()))
    assert {seat: GAME.view(last.state, seat) for seat in views} == views


def check_replays(replays: dict[str, bytes], result: Result) -> None:
    """They have all decisions and the result; a spectator's has no hidden cat, a seat's has its own, and face up has all."""
    cats = {}
    for viewer, data in replays.items():
        steps = msgspec.json.decode(data)["steps"]
        assert len(steps) == 1 + 3 * TURNS
        assert msgspec.convert(steps[-1]["public"]["result"], Result) == result
        cats[viewer] = {*CAT.findall(data)}
    assert cats["spectator"] == {*CAT_THAT_SAT.findall(replays["spectator"])}
    assert cats["spectator"] < cats["0"] < cats["face-up"]
    assert len(cats["face-up"]) == len(GAME.card_texts(Options(turns=TURNS)))


def covergames(*arguments: str) -> str:
    """What the program prints, in another process."""
    ran = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def check_proof(kept: Record, file: Path) -> None:
    """``covergames verify`` proves the first shuffle, and one for each decision."""
    file.write_bytes(kept.encode())
    said = covergames("verify", str(file), "--language", "en")
    assert f"{1 + 3 * TURNS} shuffles" in said
    assert "ada-4" in said
    assert "bo-2" in said


@pytest.mark.slow
def test_it_is_simulated() -> None:
    """The lab plays and counts it."""
    said = covergames("simulate", GAME.NAME, "--players", "3", "--games", "3", "--seed", "1", "--json")
    assert msgspec.json.decode(said)["decisions_per_game"] == 3 * TURNS
