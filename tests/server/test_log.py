"""The log: every event is one line, documented, and contains nothing secret; JSON is one object in each line."""

from __future__ import annotations

import ast
import io
import json
import logging
import random
import re
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import anyio
import pytest

from covergames import bots, coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.server import log
from covergames.server.log import EVENTS, Event, JsonFormatter
from covergames.server.store import open_store
from covergames.table import decode
from covergames.wire import SeatBot
from tests.server.process import ServerProcess

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ROOT / "src" / "covergames" / "server"
NAME: Final = 'Ada\n{"event": "forged"}'
"""A name that would add a line to the log."""


def logged(event: Event, *, error: BaseException | None = None, **fields: Any) -> tuple[str, dict[str, Any]]:
    """Return the line of an event, and what a program reads in it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    log.LOGGER.addHandler(handler)
    level = log.LOGGER.level
    log.LOGGER.setLevel(logging.INFO)
    try:
        event(error, **fields)
    finally:
        log.LOGGER.removeHandler(handler)
        log.LOGGER.setLevel(level)
    line = stream.getvalue()
    return line, json.loads(line)


def test_an_event_is_one_object_with_its_fields() -> None:
    """Time with its zone, level, name, message and fields."""
    _, found = logged(log.TABLE_OPENED, table="k7m2", game="cover-me", players=3)
    assert datetime.fromisoformat(found.pop("time")).utcoffset() is not None
    assert found.pop("process") > 0
    assert found == {
        "level": "info",
        "event": "table-opened",
        "message": "table k7m2: opened",
        "table": "k7m2",
        "game": "cover-me",
        "players": 3,
    }


def test_a_value_cannot_write_a_line_and_is_not_endless() -> None:
    """Control characters are escaped, before JSON escapes them again."""
    line, found = logged(log.REQUEST_FAILED, method="GET", path=f"{NAME}\x1b[2J{'x' * 10_000}")
    assert line.count("\n") == 1
    assert "\n" not in found["path"]
    assert "\x1b" not in found["message"]
    assert len(line) < 3000


def test_an_error_has_its_traceback_in_one_line() -> None:
    """Also in JSON."""
    line, found = logged(log.TASK_FAILED, error=ValueError("odd"))
    assert line.count("\n") == 1
    assert found["traceback"] == "ValueError: odd"


def test_every_call_of_an_event_gives_exactly_its_fields() -> None:
    """Otherwise the log would fail when something else has failed."""
    events = {name: value for name, value in vars(log).items() if isinstance(value, Event)}
    called = set()
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in events:
                event = events[node.func.id]
                assert {keyword.arg for keyword in node.keywords} == set(event.fields), f"{path.name}: {event.name}"
                called.add(event)
    assert called | {log.SERVER_STARTED, log.ADMIN_STARTED} == set(EVENTS)


def test_nothing_else_is_logged() -> None:
    """No module of the server has a logger: what it logs is an event of the list."""
    others = [path for path in SOURCES.rglob("*.py") if path.name not in ("log.py", "env.py")]
    assert not [
        path.name for path in others if "logging" in re.findall(r"^\s*import (\w+)", path.read_text("utf-8"), re.M)
    ]


def test_the_page_lists_every_event() -> None:
    """With its level and its fields."""
    page = (ROOT / "docs" / "server.md").read_text("utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:4]] for line in page.splitlines() if line.startswith("| `")]
    for event in EVENTS:
        fields = ", ".join(f"`{name}`" for name in event.fields)
        assert [f"`{event.name}`", logging.getLevelName(event.level).lower(), fields] in rows, event.name


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_log_of_a_whole_game_has_nothing_secret(tmp_path: Path) -> None:
    """Every line is JSON; no token, hash, seed, nonce, name, title or chat is in it, and the game's events are."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    server = ServerProcess(database, "--log-format", "json", "--admin", "127.0.0.1:0")
    await anyio.to_thread.run_sync(server.start)
    try:
        there = Server(server.url)
        opened = await there.open_table(coverme, 2, coverme.Options(), title="Friday title")
        joined = await there.join(opened.table, NAME.replace("\n", " "), token=opened.host_token)
        async with there.client(opened.table, joined.token) as ada:
            await ada.order(SeatBot(ada.new_id(), Seat(1), "random", "Robbie"))
            await ada.say("meet me at noon")
            await ada.start()
            assert await ada.play(bots.named(coverme, "random")(random.Random(1))) is not None
    finally:
        await anyio.to_thread.run_sync(server.stop)
    lines = [json.loads(line) for line in server.said]
    events = [line["event"] for line in lines]
    for name in ("server-started", "admin-started", "table-opened", "game-started", "game-over", "worker-stopped"):
        assert events.count(name) == 1, name
    over = lines[events.index("game-over")]
    assert (over["table"], over["game"], over["decisions"] > 0, over["seconds"] >= 0) == (
        opened.table,
        "cover-me",
        True,
        True,
    )
    store = await open_store(database)
    entries = [decode(entry.data) for entry in await store.entries(opened.table)]
    await store.close()
    text = "".join(server.said)
    secrets = [opened.host_token, joined.token, "forged", "Friday title", "Robbie", "meet me at noon"]
    secrets += re.findall(r'"([A-Za-z0-9_-]{20,})"', "".join(entry.encode().decode() for entry in entries))
    assert len(secrets) > 8
    assert not [secret for secret in secrets if secret in text]
