"""Dishonest servers: what they hand out after the game is proven, and every honest client finds them out."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from covergames import coverme
from covergames.bots import named
from covergames.cli import run
from covergames.client import Server
from covergames.client.client import Listener
from covergames.commands.play_online import OnlineGame
from covergames.commands.play_request import PlayRequest
from covergames.commands.seat_token import SeatToken
from covergames.game import AnyCard, Seat
from covergames.record import Fair, Record, Recording
from covergames.schema import read_options
from covergames.server.connection import Connection
from covergames.table import FairDealer, commitment, prove, validation
from covergames.table import table as table_module
from covergames.table.fair import deal_key
from covergames.text import text
from covergames.wire import Seen, ServerMessage, Witness, compare
from tests.server.kit import Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NAMES: Final = ("Ada", "Bo", "Cy")
OPTIONS: Final = {"same_value": "G", "years": 1, "length": "shorter", "start": 0}


class SortedDealer:
    """A dealer that takes the cards as they are in the box."""

    def __init__(self, _key: bytes, *, count: int = 0) -> None:
        self.count = count

    def shuffle(self, _pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        self.count += 1
        return list(cards)


async def play(served: Served, *, listener: Listener = lambda _message: None) -> tuple[str, list[Seen]]:
    """Let three clients play a short game to the end; return the table, and what each of them saw."""
    house = Server(served.url)
    opened = await house.open_table(coverme, len(NAMES), read_options(coverme, OPTIONS, len(NAMES)))
    async with AsyncExitStack() as stack:
        clients = []
        for seat, name in enumerate(NAMES):
            joined = await house.join(
                opened.table, name, nonce=f"dice-{seat}", token=opened.host_token if seat == 0 else None
            )
            client = house.client(opened.table, joined.token, witness=Witness(nonce=f"dice-{seat}"), listener=listener)
            clients.append(await stack.enter_async_context(client))
        for client in clients:
            await client.ready()
        await clients[0].start()
        await asyncio.gather(*(client.play(named(coverme, "random")(random.Random(1))) for client in clients))
        seen = [client.witness.seen for client in clients]
    return opened.table, [each for each in seen if each is not None]


def invented(seed: str) -> Record:
    """Return another game of the same people, dealt as the seed says."""
    nonces = [f"dice-{seat}" for seat in range(len(NAMES))]
    options = read_options(coverme, OPTIONS, len(NAMES))
    recording = Recording.begin(coverme, NAMES, options, FairDealer(deal_key(seed, nonces)))
    chance = random.Random(7)
    while seats := coverme.to_act(recording.state):
        recording.act(seats[0], chance.choice(coverme.legal(recording.state, seats[0])))
    recording.record.fair = Fair(commitment(seed), seed, nonces)
    return recording.record


async def test_an_invented_game_after_a_sorted_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record is proven; every client, the terminal and ``verify --seen`` say that the deal was another one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for module in (table_module, validation):
        monkeypatch.setattr(module, "FairDealer", SortedDealer)
    async with serving(tmp_path) as served:
        table, seen = await play(served)
        view = (await Server(served.url).find(table)).table
    assert view.seed is not None
    record = invented(view.seed)
    prove(record)
    for each in seen:
        compared = compare(record, each)
        assert (compared.commitment, compared.nonce, compared.differs) == (True, True, 0)

    async def hand_out(_self: Server, _table: str) -> Record:
        return record

    monkeypatch.setattr(Server, "record", hand_out)
    path = tmp_path / "game.json"
    request = PlayRequest(
        game=coverme, players=3, language="en", seat=None, bots=[], options=(), deck=None, name="Ada", save=path
    )
    terminal = OnlineGame(request, Server(served.url))
    token = SeatToken(served.url, table, "Ada", "secret")
    capsys.readouterr()
    await asyncio.to_thread(terminal.print_ending, token, seen[0], is_over=True)
    shown = " ".join(capsys.readouterr().out.split())
    for line in (
        text("verify.seen.failed", "en", file="game.json"),
        text("verify.seen.commitment", "en"),
        text("verify.seen.nonce", "en"),
        text("verify.seen.differs", "en", step=0),
    ):
        assert line in shown
    verify = ["verify", str(path), "--language", "en"]
    assert await asyncio.to_thread(run, verify) == 0
    assert await asyncio.to_thread(run, [*verify, "--seen", str(tmp_path / "game.seen.json")]) == 1
    assert text("verify.seen.differs", "en", step=0) in capsys.readouterr().out


def another_card(update: dict[str, Any]) -> dict[str, Any]:
    """Show another card in the hand."""
    update["private"]["hand"][0] = "Wbsq" if update["private"]["hand"][0] != "Wbsq" else "Wbsd"
    return update


def another_event(update: dict[str, Any]) -> dict[str, Any]:
    """Tell something that the others are not told."""
    update["events"].append({"event": "stayed", "seat": 1})
    return update


def nothing(_update: dict[str, Any]) -> None:
    """Drop the message."""


LIES: Final[dict[Seat, Callable[[dict[str, Any]], dict[str, Any] | None]]] = {
    Seat(0): another_card,
    Seat(1): another_event,
    Seat(2): nothing,
}
AFTER: Final = 12
"""How many decisions are shown honestly before each lie."""


async def test_one_lie_to_each_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One gets a changed card, one an extra event, one misses a message: each client names the step of the lie."""
    steps: dict[Seat, int] = {}
    lied: dict[Seat, int] = {}
    honest = Connection.send

    def send(self: Connection, frame: bytes) -> bool:
        message, seat = msgspec.json.decode(frame), self.seat
        if seat is None or message["type"] != "update" or "public" not in message:
            return honest(self, frame)
        steps[seat] = steps.get(seat, -1) + 1
        if steps[seat] < AFTER or seat in lied or not message.get("private", {}).get("hand"):
            return honest(self, frame)
        lied[seat] = steps[seat]
        rigged = LIES[seat](message)
        return True if rigged is None else honest(self, msgspec.json.encode(rigged))

    monkeypatch.setattr(Connection, "send", send)
    async with serving(tmp_path) as served:
        table, seen = await play(served)
        record = await Server(served.url).record(table)
    prove(record)
    assert lied.keys() == LIES.keys()
    for each in seen:
        assert each.seat is not None
        assert compare(record, each).differs == lied[each.seat]


async def test_an_honest_server_is_not_accused(tmp_path: Path) -> None:
    """Though every socket breaks several times, so that steps are shown again or not seen."""
    received = 0
    async with serving(tmp_path) as served:

        def break_sockets(_message: ServerMessage) -> None:
            nonlocal received
            received += 1
            if received % 50 == 0:
                for session in served.server.application.registry._sessions.values():
                    for connection in list(session.connections.values()):
                        connection.abort()

        table, seen = await play(served, listener=break_sockets)
        record = await Server(served.url).record(table)
    for each in seen:
        compared = compare(record, each)
        assert (compared.is_same, compared.commitment, compared.nonce, compared.first) == (True, True, True, 0)
        assert any(observation.kind == "shown" for observation in each.observations)
