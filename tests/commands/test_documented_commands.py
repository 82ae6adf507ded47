"""Every command line in the README and the pages works, with fewer games than the pages play."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

import anyio
import pytest

from covergames import coverme
from covergames.cli import all_commands, run
from covergames.client import Server
from covergames.table import record_of
from tests.cases import by_target
from tests.commands.test_command_lines import options_of, parts_of
from tests.live.terminal import Terminal
from tests.server.process import ServerProcess
from tests.table.kit import ADA, BO, Live, play_out

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
KEY: Final = "puzzle 1"
"""The end of the key of daily puzzles, which is no command."""
SERVER: Final = "http://127.0.0.1:8765"
"""The address of a server in the pages."""


@cache
def blocks(page: Path) -> tuple[str, ...]:
    """Return the command lines in the page's shell blocks, without comments."""
    found = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = "".join(found).replace("\\\n", " ").splitlines()
    words = [shlex.split(line, comments=True) for line in lines]
    return tuple(shlex.join(line[1:]) for line in words if line and Path(line[0]).name == "covergames")


@cache
def mentions(page: Path) -> tuple[str, ...]:
    """Return the commands that the page mentions in its sentences."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = [" ".join(mention.split()) for mention in re.findall(r"`covergames ([^`]+)`", text)]
    return tuple(mention for mention in found if mention != KEY)


WITH_BLOCKS: Final = [page for page in PAGES if blocks(page) and page.stem != "writing-a-bot"]
"""tests/test_writing_a_bot.py runs the commands of that page."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_and_option_in_a_page_exists(page: Path) -> None:
    """In shell blocks and in sentences."""
    for line in (*blocks(page), *mentions(page)):
        command, *words = line.split()
        assert command in all_commands(), line
        if words and parts_of(command) != (command,):
            assert f"{command} {words[0]}" in parts_of(command), line
            command = f"{command} {words[0]}"
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert options <= options_of(command), line


def test_the_page_about_servers_explains_every_option_of_serve() -> None:
    """A new option needs a line in the table."""
    page = (ROOT / "docs" / "server.md").read_text("utf-8")
    table = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `--")]
    assert set(re.findall(r"--[a-z-]+", " ".join(table))) == options_of("serve") - {"--help"}


def smaller(line: str) -> list[str]:
    """Return the words of a command line that takes seconds instead of hours, and is the same otherwise."""
    line = re.sub(r"--games \d+", "--games 2", line)
    budgets = count(1)  # each bot of a tournament has another name
    line = re.sub(r"editor:\d+(p|ms|s)\b", lambda _: f"editor:{next(budgets)}p", line)
    return shlex.split(line.replace("docs/examples", str(ROOT / "docs" / "examples")))


@contextmanager
def server_at(folder: Path) -> Iterator[ServerProcess]:
    """Run a server."""
    process = ServerProcess(f"sqlite:///{folder / 'tables.sqlite3'}")
    process.start()
    try:
        yield process
    finally:
        process.stop()


@pytest.mark.slow
@pytest.mark.parametrize("page", by_target(WITH_BLOCKS, every=len(WITH_BLOCKS)), ids=lambda page: page.stem)
def test_the_command_lines_of_a_page_work(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, in one folder: later lines use what earlier ones have written."""
    monkeypatch.chdir(tmp_path)
    for line in blocks(page):
        match smaller(line):
            case ["serve", *words]:
                assert words == []  # the next lines use a server on another port
                with server_at(tmp_path):
                    pass
            case ["backup", *_] as words:
                assert run([*words, "--database", f"sqlite:///{tmp_path / 'tables.sqlite3'}"]) == 0, line
            case ["play" | "bot", *_] as words:
                type_at_a_server(words, tmp_path)
            case words:
                assert run([*words, "--processes", "1"] if words[0] in ("simulate", "tournament") else words) == 0, line


def type_at_a_server(words: list[str], folder: Path) -> None:
    """Type a command that plays, and leave as soon as it shows something; ``ID`` is a table of a new server."""
    with server_at(folder) as server:
        opened = anyio.run(Server(server.url).open_table, coverme, 2, coverme.Options())
        typed = [server.url if word == SERVER else opened.table if word == "ID" else word for word in words]
        with closing(Terminal(typed, folder)) as terminal:
            terminal.until("has seat|At the table|q leave|leave")
            terminal.interrupt()
            terminal.ended()
            assert "Traceback" not in terminal.shown


DEEP: Final = b"[" * 100_000
"""JSON that is nested deeper than any reader goes."""
ESCAPE: Final = "Ada\x1b[2J\nproven: all is well\u202e"
"""A name that would clear the screen, write a line and turn the text around."""


@pytest.fixture(scope="module")
def record() -> dict[str, object]:
    """The record of a finished game at a live table."""
    live = Live(players=2, options={"length": "shorter"})
    live.sit(ADA)
    live.seat_bots(BO)
    live.start()
    play_out(live)
    data: dict[str, object] = json.loads(record_of("friday", live.entries).encode())
    return data


def damaged(how: str, record: dict[str, object]) -> bytes:
    """Return the contents of a file that is no record, no deck, no list of hands."""
    match how:
        case "empty":
            return b""
        case "deep":
            return DEEP
        case "deep object":
            return b'{"a":' * 100_000
        case "deep options":
            deep = "[" * 5000 + "]" * 5000
            return json.dumps({**record, "options": {"deck": "DEEP"}}).replace('"DEEP"', deep).encode()
        case "binary":
            return bytes(range(256))
        case "surrogate":
            return b'["\\ud800\\udfff\\ud800"]'
        case "number":
            return b"1" * 10_000
        case "escape":
            return json.dumps({**record, "players": [ESCAPE, "Bo"], "game": ESCAPE}).encode()
        case _:
            return json.dumps({**record, "events": [{"event": ESCAPE}]}).encode()


MAX_SENTENCE: Final = 2000
"""Characters of a sentence that somebody would still read."""
HOW: Final = ("empty", "deep", "deep object", "deep options", "binary", "surrogate", "number", "escape", "event")
READING: Final = (
    "verify {file}",
    "replay {file} --at 0",
    "replay --check {file}",
    "deck check {file}",
    "deck show {file}",
    "solve --hands {file} --seconds 0",
    "solve --round 1 --seconds 0 --deck {file}",
    "simulate cover-up --players 2 --games 1 --bot random --deck {file}",
    "simulate cover-me --players 2 --games 1 --bot {file}:Bot",
    "report {folder}",
    "simulate cover-me --players 2 --games 1 --bot random --processes 1 --out {folder}",
    "play --port 0 --no-browser --database sqlite:///{file}",
    "serve --port 0 --database sqlite:///{file}",
    "serve --check --config {file}",
    "serve --check --word-list {file}",
    "backup {folder}/backup --database sqlite:///{file}",
    "restore {file} --database sqlite:///{folder}/new.sqlite3",
)
"""Command lines that read a file, or a folder with ``setup.json``."""


@pytest.mark.slow
@pytest.mark.parametrize("line", READING)
def test_what_cannot_be_read_gets_a_sentence(
    line: str, record: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the file contains: no traceback, no control characters, and the exit code of a failure."""
    for number, how in enumerate((*HOW, "folder", "missing")):
        if how in ("empty", "missing") and any(word in line for word in ("sqlite", "{folder}", "--hands")):
            continue  # a new database, a new run, no hands
        folder = tmp_path / f"{number}"
        folder.mkdir()
        for name in ("file.json", "setup.json"):
            if how == "folder":
                (folder / name).mkdir()
            elif how != "missing":
                (folder / name).write_bytes(damaged(how, record))
        code = run([word.format(file=folder / "file.json", folder=folder) for word in line.split()])
        out, err = capsys.readouterr()
        assert code in (1, 2), f"{how}: {code} {out} {err}"
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\x80-\x9f\u202e]", out + err), f"{how}: {(out + err)!r}"
        assert len((out + err).splitlines()) == 1, f"{how}: {out} {err}"
        assert len(out + err) < MAX_SENTENCE, f"{how}: {out} {err}"
