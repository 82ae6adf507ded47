"""A real server with the built client, a real Chromium, and guests in it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from covergames.server.store import open_store
from tests.browser.archive import Archive
from tests.browser.chromium import ROOT, chromium, executable
from tests.browser.guest import TIMEOUT_MILLISECONDS, Guest, Guests
from tests.server.process import ServerProcess

expect.set_options(timeout=TIMEOUT_MILLISECONDS)


def require_client() -> None:
    """As it is in the sources, not as it was: ``make web`` builds it, and ``make test`` does that first."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    asked = subprocess.run(["make", "-q", "src/covergames/server/web/index.html"], cwd=ROOT, env=environment)
    assert asked.returncode == 0, "the browser client is not up to date: make web"


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the server keeps its tables."""
    return f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite3'}"


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[ServerProcess]:
    """``covergames serve``, each test process its own; all guests come from one address, and many at once."""
    require_client()
    process = ServerProcess(database, "--limit", "requests=1000")
    process.start()
    yield process
    process.stop()


@pytest.fixture
async def archive(database: str, server: ServerProcess) -> AsyncIterator[Archive]:
    """What the server keeps, to put a table into and to read what became of it."""
    assert server.is_running  # it has made the database
    store = await open_store(database)
    yield Archive(store)
    await store.close()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where Chromium is."""
    return executable()


@pytest.fixture(scope="module")
async def browser(chromium_path: str) -> AsyncIterator[Browser]:
    """One Chromium for the tests of a module; guests share nothing in it."""
    async with chromium(chromium_path) as running:
        yield running


@pytest.fixture
async def guests(browser: Browser, server: ServerProcess) -> AsyncIterator[Guests]:
    """Nobody yet."""
    party = Guests(browser, server.url)
    yield party
    await party.leave()


@pytest.fixture
async def mortal(tmp_path: Path, browser: Browser) -> AsyncIterator[tuple[ServerProcess, Guests, Archive]]:
    """A server that a test may kill, its guests, and what it keeps."""
    require_client()
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    process = ServerProcess(database)
    process.start()
    store = await open_store(database)
    guests = Guests(browser, process.url)
    yield process, guests, Archive(store)
    await guests.leave()
    await store.close()
    process.stop()


@pytest.fixture
async def guest(guests: Guests) -> Guest:
    """Somebody at a desk, who speaks English."""
    return await guests.arrive()
