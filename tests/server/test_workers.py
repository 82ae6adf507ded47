"""Worker processes that are killed, replaced, and serve one table together."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from covergames import bots, coverme
from covergames.cli import run
from covergames.client import Server
from covergames.game import Seat
from covergames.schema import read_options
from covergames.server.homes import Homes
from covergames.table import prove
from covergames.wire import SeatBot
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[ServerProcess]:
    """Run a server with a database in that folder."""
    process = ServerProcess(f"sqlite:///{folder / 'tables.sqlite3'}", *arguments)
    process.start()
    try:
        yield process
    finally:
        if process.is_running:
            process.stop()


async def test_a_game_survives_a_killed_server(tmp_path: Path) -> None:
    """After the restart every acknowledged decision is there, and clients and bots continue."""
    with running(tmp_path) as process:
        server = Server(process.url)
        opened = await server.open_table(coverme, 3, coverme.Options())
        joined = await server.join(opened.table, "Ada", token=opened.host_token)
        async with server.client(opened.table, joined.token) as client:
            for seat in (1, 2):
                await client.order(SeatBot(client.new_id(), Seat(seat), "random", f"Bot {seat}"))
            await client.start()
            playing = asyncio.create_task(client.play(bots.named(coverme, "random")(random.Random(1))))
            while client.mirror.sequence < 40:
                await client.news()
            acknowledged = client.mirror.sequence
            process.kill()
            process.start()
            result = await playing
            assert client.mirror.sequence > acknowledged
        record = await server.record(opened.table)
        assert record.result is not None
        assert result is not None
        assert record.result.scores == list(result.scores)
        prove(record)


@pytest.mark.long
async def test_any_worker_serves_any_table(tmp_path: Path) -> None:
    """When the home of a table is killed, its players go on at another worker, without a bus."""
    with running(tmp_path, "--workers", "2") as process:
        server = Server(process.url)
        opened = await server.open_table(coverme, 4, read_options(coverme, {"length": "shorter"}, 4))
        tokens = [
            (await server.join(opened.table, f"P{number}", token=None if number else opened.host_token)).token
            for number in range(4)
        ]

        async def attend(number: int) -> object:
            async with server.client(opened.table, tokens[number]) as client:
                if number == 0:
                    while not all(place.ready for place in client.mirror.table.seats[1:]):
                        await client.news()
                    await client.start()
                return await client.play(bots.named(coverme, "random")(random.Random(number)))

        results = [asyncio.create_task(attend(number)) for number in range(4)]
        async with server.client(opened.table) as watcher:
            while watcher.mirror.sequence < 40:
                assert not any(result.done() for result in results), results
                await asyncio.wait([asyncio.create_task(watcher.news()), *results], return_when=asyncio.FIRST_COMPLETED)
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            workers = [
                int(child)
                for child in children
                if b"multiprocessing.spawn" in Path(f"/proc/{child}/cmdline").read_bytes()
            ]
            home = next(each for each in range(2) if Homes(each, ("", "")).is_own(opened.table.encode()))
            victim = workers[home]
            os.kill(victim, signal.SIGKILL)
            first, *others = await asyncio.gather(*results)
        assert first is not None
        assert others == [first] * 3
        prove(await server.record(opened.table))
        assert any(f"worker {victim} ended with -9" in line for line in process.said)


async def test_the_log_contains_no_secrets(tmp_path: Path) -> None:
    """No token of a client is in any line."""
    with running(tmp_path) as process:
        server = Server(process.url)
        opened = await server.open_table(coverme, 3, coverme.Options())
        joined = await server.join(opened.table, "Ada", token=opened.host_token)
        async with server.client(opened.table, joined.token) as client:
            await client.say("hello")
    assert process.said
    said = "".join(process.said)
    assert opened.host_token not in said
    assert joined.token not in said


async def test_a_server_whose_bus_is_unreachable_serves(tmp_path: Path) -> None:
    """Without the bus, workers poll the database for news; the log names the bus once."""
    with running(tmp_path, "--bus", "nats://127.0.0.1:1", "--workers", "2") as process:
        server = Server(process.url)
        opened = await server.open_table(coverme, 3, coverme.Options())
        await server.join(opened.table, "Ada", token=opened.host_token)
        assert process.stop() == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--database", "mysql://somewhere/db"], "mysql"),
        (["--bus", "http://somewhere"], "http"),
        (["--limit", "speed=9"], "speed"),
        (["--origin", "games.example"], "games.example"),
        (["--origin", "https://["], "https://["),
        (["--origin", "https://games.example/club"], "club"),
        (["--proxy", "proxy.example"], "proxy.example"),
        (["--proxy", "10.0.0.0/99"], "10.0.0.0/99"),
        (["--workers", "0"], "0"),
        (["--port", "99999"], "99999"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the value, and the exit code is that of a usage error."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    assert run(["serve", "--database", database, *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert re.match("covergames: ", line)
    assert words in line


def test_a_bot_joins_from_the_command_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """`covergames bot` joins a table by its name, plays to the end and prints the result; an error is one line."""
    with running(tmp_path) as process:
        server = Server(process.url)

        async def evening() -> None:
            opened = await server.open_table(coverme, 2, read_options(coverme, {"length": "shorter"}, 2))
            joined = await server.join(opened.table, "Ada", token=opened.host_token)
            async with server.client(opened.table, joined.token) as client:
                arguments = ["bot", "--server", process.url, "--table", opened.table, "--bot", "trend", "--seed", "1"]
                guest = asyncio.create_task(asyncio.to_thread(run, arguments))
                while not client.mirror.table.seats[1].ready:
                    await client.news()
                await client.start()
                result = await client.play(bots.named(coverme, "random")(random.Random(1)))
                assert await guest == 0
                assert result is not None
                printed = capfd.readouterr().out
                assert printed.startswith("trend has seat 1\n")
                assert f"scores {result.scores[0]} {result.scores[1]}; places" in printed

        asyncio.run(evening())
        assert run(["bot", "--server", process.url, "--table", "nowhere", "--bot", "trend"]) == 1
        assert "there is no table 'nowhere'" in capfd.readouterr().err
