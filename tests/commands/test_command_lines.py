"""Every option of every command is typed in a command line here that works, so that no option can stop working unnoticed.

A command line is text, as a user types it. `{name}` stands for a file, an address or a table that the test prepares.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Final

import anyio
import pytest
from typer.main import get_command

from covergames import coverme
from covergames.cli import all_commands, run
from covergames.client import Server
from covergames.coverup import house_deck, write_deck
from covergames.game import Seat
from covergames.schema import read_options
from covergames.server.store import open_store
from covergames.table import record_of
from covergames.wire import SeatBot
from covergames.wire.http import Reporting, ReportReason
from tests.cases import by_target
from tests.commands.test_verify import witnessed
from tests.live.nats import Nats
from tests.live.terminal import Terminal
from tests.server.process import ServerProcess
from tests.table.frames import messages
from tests.table.kit import ADA, BO, Live, play_out

TIMEOUT_SECONDS: Final = 60.0

ENDING: Final = (
    "analyse {record} {record} --seat 0 --budget 40p --html page.html --language nl",
    "analyse {record} --budget 0.5s --json",
    "daily --date 2026-11-16 --best --language en",
    "place --date 2026-11-16 --best --language da",
    "deck check {deck}",
    "deck show house --svg cards.svg --language nl",
    "serve --check --config {config}",
    "doctor --config {config} --host 127.0.0.1 --port 0 --database {tables} --key-file {key} --workers 1 --admin 127.0.0.1:0 "
    "--limit tables=5 --analysis-processes 0 --log-format json --keep-finished 7d --keep-abandoned 7d --json --language nb",
    "backup tables.backup --config {config} --database {tables} --key-file {key} --with-key --overwrite --language sv",
    "restore {backup} --config {config} --database sqlite:///new.sqlite3 --key-file new.key --language da",
    "dataset cover-me decisions.parquet --players 2 --games 1 --seed 1 --option length=shorter --bot random --bot trend "
    "--language fi",
    "dataset cover-up decisions.parquet --players 2 --games 1 --deck {deck} --bot quick",
    "replay --check {record} {record}",
    "replay {record} --at 12 --from 1 --language fi",
    "rules cover-me cm-t3 --language sv",
    "simulate cover-me --players 3 --games 2 --seed 1 --option length=shorter --bot random --bot trend --bot random "
    "--rotate --records records --results seats.csv --out kept --processes 1 --language da",
    "simulate cover-up --players 2 --games 1 --deck {deck} --bot random --no-rotate --traceback --json",
    "solve g01 g02 g03 r01 r02 --deck {deck} --seconds 0 --language nb",
    "solve --round 2 --seed 7 --seconds 0 --json",
    "solve --hands {hands} --seconds 0",
    "tournament cover-me --bots random,trend --players 2 --games 2 --seed 1 --traceback --correct-luck 8 --option length=shorter "
    "--results seats.csv --out kept --processes 1 --json --language en",
    "report {kept} --to page.html --pictures pictures --language nl",
    "verify {record} --seen {seen} --original {record} --language en",
)
"""Command lines that end by themselves, with exit code 0."""
CLUSTER: Final = (
    "simulate cover-me --players 2 --games 2 --option length=shorter --bot random --cluster {cluster}",
    "tournament cover-me --bots random,trend --players 2 --games 2 --option length=shorter --cluster {cluster}",
)
"""Command lines that end by themselves, and that need a Dask scheduler."""
SERVING: Final = (
    "serve --host 127.0.0.1 --port 0 --database {database} --bus {bus} --workers 2 --origin https://example.org "
    "--proxy 127.0.0.1 --limit connections=50 --key-file {key} --admin 127.0.0.1:0 --word-list {words} --log-format text "
    "--analysis-processes 2",
    "serve --port 0 --database {postgresql} --bus {bus} --workers 2 --origin https://example.org --origin http://club.example:8080 "
    "--proxy 127.0.0.1 --proxy 10.0.0.0/8 --limit connections=50 --limit requests=90 --key-file {key}",
    "serve --config {config} --database {database} --log-format json --keep-finished 365d --keep-abandoned 4w",
    "serve --port 0 --database {postgresql}",
    "serve --port 0 --database {database} --bus {bus}",
    "serve --port 0 --database {database} --bus nats://127.0.0.1:1",
    "serve --port 0 --database {database} --workers 2",
    "serve --port 0 --database {database} --origin https://example.org",
    "serve --port 0 --database {database} --proxy *",
    "serve --port 0 --database {database} --limit url=100 --limit tables=1",
    "serve --port 0 --database {database} --admin localhost:0",
    "serve --port 0 --database {database} --word-list {words}",
    "play --host 127.0.0.1 --port 0 --database {database} --no-browser --language en",
    "play --port 0 --database {database} --browser",
)
"""Command lines that serve over HTTP until SIGINT."""
TERMINAL: Final = (
    "play cover-me --players 3 --seat 1 --bot random --bot trend --option length=shorter --name Zoë --save game.json",
    "play cover-me --resume game.json --language en",
    "play cover-me --from {record} --at 12 --seat 1 --same-cards --save continued.json",
    "play cover-up --players 2 --bot beginner --deck {deck}",
    "play cover-me --server {server} --players 2 --bot random",
)
"""Command lines that start a game in a terminal, in this order."""
LOBBY: Final = ("play cover-me --server {server} --table {table} --name Bo",)
"""Command lines that wait in a terminal for others to join."""
KEY: Final = "--address {admin} --key-file {key}"
ADMIN: Final = (
    f"admin tables --finished --limit 5 --json {KEY}",
    f"admin show {{table}} --json {KEY}",
    f"admin lock {{table}} --reason spam {KEY}",
    f"admin unlock {{table}} --reason calm {KEY}",
    f"admin close {{table}} --reason 'insults in the chat' {KEY}",
    f"admin delete {{table}} --yes --reason spam {KEY}",
    f"admin ban 192.0.2.0/24 --for 12h --reason spam --json {KEY}",
    f"admin bans --json {KEY}",
    f"admin unban 192.0.2.0/24 --reason calm {KEY}",
    f"admin reports --handled --limit 5 --json {KEY}",
    f"admin handle 1 --reason muted {KEY}",
    f"admin log --limit 5 --json {KEY}",
)
"""Command lines that ask a running server for something or tell it to do something, in this order."""
DOCTOR: Final = (
    "doctor --port 0 --database {database} --bus {bus} --origin {server} --proxy 10.0.0.2 --word-list {words} --url {server}",
)
"""Command lines that look at a running server and end with exit code 0."""
BOT: Final = ("bot --server {server} --table {table} --bot random --name Robot --seat 1 --seed 1",)
"""Command lines that take a seat at a table of a server."""


@cache
def parts_of(command: str) -> tuple[str, ...]:
    """Return the commands of a group, such as ``admin ban``; any other command alone."""
    group = getattr(import_module(all_commands()[command]), "group", None)
    if group is None:
        return (command,)
    return tuple(f"{command} {name}" for name in sorted(get_command(group).commands))  # type: ignore[attr-defined]


@cache
def options_of(command: str) -> frozenset[str]:
    """Return every option that the help of the command, or of all commands of the group, lists."""
    if command in all_commands() and parts_of(command) != (command,):
        return frozenset(option for part in parts_of(command) for option in options_of(part))
    with redirect_stdout(StringIO()) as shown:
        assert run([*command.split(), "--help"]) == 0
    lines = [line for line in shown.getvalue().splitlines() if line.startswith("  --")]
    return frozenset(
        re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join(re.split(r"\s{2,}", line.strip())[0] for line in lines))
    )


@pytest.mark.parametrize("command", [part for command in all_commands() for part in parts_of(command)])
def test_every_option_is_typed_in_a_command_line(command: str) -> None:
    """A new option needs a command line above that uses it."""
    lines = [*ENDING, *CLUSTER, *SERVING, *DOCTOR, *TERMINAL, *LOBBY, *BOT, *ADMIN]
    own = [line.split() for line in lines if line.startswith(f"{command} ")]
    typed = {word for words in own for word in words if word.startswith("--")}
    assert typed == options_of(command) - {"--help"}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """Write the files that command lines name."""
    folder = tmp_path_factory.mktemp("prepared")
    deck, hands, record, kept = (folder / name for name in ("deck.json", "hands.jsonl", "record.json", "kept"))
    deck.write_text(json.dumps(write_deck(house_deck())), encoding="utf-8")
    hands.write_text('["g01", "g02", "g03", "r01", "r02"]\n', encoding="utf-8")
    live = Live(players=2, options={"length": "shorter"})
    live.sit(ADA)
    live.seat_bots(BO)
    live.start()
    play_out(live)
    record.write_bytes(record_of("friday", live.entries).encode())
    seen = folder / "record.seen.json"
    seen.write_bytes(witnessed(messages(live.entries, ADA)).encode())
    options = ("--players", "2", "--games", "1", "--bot", "random", "--option", "length=shorter", "--processes", "1")
    assert run(["simulate", "cover-me", *options, "--out", str(kept)]) == 0
    key, backup, config = (folder / name for name in ("server.key", "tables.backup", "server.toml"))
    tables = f"sqlite:///{folder / 'tables.sqlite3'}"
    config.write_text("port = 0\n[limit]\nconnections = 50\n", encoding="utf-8")
    anyio.run(_make_database, tables, key)
    assert run(["backup", str(backup), "--database", tables, "--key-file", str(key), "--with-key"]) == 0
    return {
        "deck": deck,
        "hands": hands,
        "record": record,
        "seen": seen,
        "kept": kept,
        "key": key,
        "backup": backup,
        "config": config,
        "tables": tables,
    }


async def _make_database(address: str, key: Path) -> None:
    """Make a database as a server does at its first start."""
    store = await open_store(address, key)
    await store.close()


def typed(line: str, **values: object) -> list[str]:
    """Return the words of a command line, with its placeholders replaced."""
    return [word.format(**values) for word in shlex.split(line)]


@pytest.mark.slow
@pytest.mark.parametrize("line", ENDING)
def test_a_command_line_works(
    line: str, prepared: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends with exit code 0."""
    monkeypatch.chdir(tmp_path)
    assert run(typed(line, **prepared)) == 0


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask's own
@pytest.mark.parametrize("line", CLUSTER)
def test_a_command_line_works_on_a_cluster(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends with exit code 0, with a real scheduler and a real worker."""
    from distributed import LocalCluster

    monkeypatch.chdir(tmp_path)
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        assert run(typed(line, cluster=cluster.scheduler_address)) == 0


@pytest.fixture
def web_client(tmp_path: Path) -> Path:
    """Write a folder with a small browser client, as `make web` would build it."""
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>covers</title>", encoding="utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("line", by_target(SERVING, every=3))
def test_a_command_line_serves(
    line: str, nats: Nats, web_client: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The server answers and can write, and an interrupt ends it quietly."""
    postgresql = request.getfixturevalue("postgres").empty_database() if "{postgresql}" in line else None
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    listed = tmp_path / "words.txt"
    listed.write_text("darn\n", encoding="utf-8")
    config = tmp_path / "server.toml"
    config.write_text("port = 0\n", encoding="utf-8")
    files = {"key": tmp_path / "server.key", "words": listed, "config": config}
    words = typed(line, database=database, bus=nats.address, postgresql=postgresql, **files)
    program = (
        "import sys; from pathlib import Path; from covergames.server import pages; from covergames.cli import main; "
        "pages.FOLDER = Path(sys.argv.pop(1)); main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, web_client, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "BROWSER": "true", "LANG": "C.UTF-8"},
    )
    try:
        assert process.stdout is not None
        output = ""
        while (found := re.search(r"http://127\.0\.0\.1:\d+", output)) is None:
            output += (read := process.stdout.readline())
            assert read, f"the server did not start: {output}"
        with urllib.request.urlopen(f"{found[0]}/api/ready", timeout=TIMEOUT_SECONDS) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=TIMEOUT_SECONDS)
        assert (process.returncode, "Traceback" in rest) == (0, False), rest
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Run a server."""
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    process.start()
    yield process
    process.stop()


@pytest.mark.slow
def test_command_lines_start_a_game_in_a_terminal(
    server: ServerProcess, prepared: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each draws the game, and ends with exit code 0 when the player leaves."""
    monkeypatch.chdir(tmp_path)
    for line in TERMINAL:
        with closing(Terminal(typed(line, **prepared, server=server.url), tmp_path)) as terminal:
            terminal.until("q leave")
            terminal.type("q\n")
            assert terminal.ended() == 0, terminal.shown


@pytest.mark.slow
@pytest.mark.parametrize("line", DOCTOR)
def test_a_command_line_examines_a_server(
    line: str, server: ServerProcess, nats: Nats, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It asks the running server, and finds no problem but the browser client, which need not be built here."""
    listed = tmp_path / "words.txt"
    listed.write_text("darn\n", encoding="utf-8")
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    run(typed(line, server=server.url, database=database, bus=nats.address, words=listed))
    lines = capsys.readouterr().out.splitlines()
    assert not [line for line in lines if line.startswith("problem") and " client: " not in line]
    assert [line.split()[:2] for line in lines[-2:]] == [["ok", "proxy:"], ["ok", "socket:"]]


@pytest.mark.slow
@pytest.mark.parametrize("line", LOBBY)
def test_a_command_line_joins_a_table(line: str, server: ServerProcess, tmp_path: Path) -> None:
    """It shows who is there, and an interrupt ends it with exit code 0."""
    opened = anyio.run(Server(server.url).open_table, coverme, 2, coverme.Options())
    with closing(Terminal(typed(line, server=server.url, table=opened.table), tmp_path)) as terminal:
        terminal.until("At the table: Bo")
        terminal.interrupt()
        assert terminal.ended() == 0, terminal.shown


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize("line", BOT)
async def test_a_command_line_seats_a_bot(line: str, server: ServerProcess) -> None:
    """The bot takes the wanted seat, and plays to the end."""
    there = Server(server.url)
    opened = await there.open_table(coverme, 2, read_options(coverme, {"length": "shorter"}, 2))
    async with there.client(opened.table, opened.host_token) as host, anyio.create_task_group() as group:
        await host.order(SeatBot(host.new_id(), Seat(0), "random", "Rival"))
        codes: list[int] = []
        group.start_soon(_run_in_thread, typed(line, server=server.url, table=opened.table), codes)
        while host.mirror.table.seats[1].name != "Robot" or not host.mirror.table.seats[1].ready:
            await host.news()
        await host.start()
    assert codes == [0]


@pytest.mark.slow
@pytest.mark.anyio
async def test_command_lines_administrate_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ends with exit code 0, with two workers, one of which keeps the table."""
    monkeypatch.chdir(tmp_path)
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}", "--admin", "127.0.0.1:0", "--workers", "2")
    await anyio.to_thread.run_sync(server.start)
    try:
        while (found := re.search(r"administration on http://(\S+)", "".join(server.said))) is None:
            await anyio.sleep(0.01)
        there = Server(server.url)
        opened = await there.open_table(coverme, 2, coverme.Options())
        await there.join(opened.table, "Bo")
        ada = await there.join(opened.table, "Ada")
        await there.report(opened.table, ada.token, Reporting(seat=Seat(0), reason=ReportReason.SPAM))
        for line in ADMIN:
            codes: list[int] = []
            files = {"admin": found[1], "key": tmp_path / "tables.key", "table": opened.table}
            await _run_in_thread(typed(line, **files), codes)
            assert codes == [0], line
    finally:
        await anyio.to_thread.run_sync(server.stop)


async def _run_in_thread(words: list[str], codes: list[int]) -> None:
    codes.append(await anyio.to_thread.run_sync(run, words))
