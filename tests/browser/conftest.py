"""A real server with the built client, a real Chromium, and guests with browsers."""

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
    """Fail unless the client is built from the current sources: ``make test`` runs ``make web`` first."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    asked = subprocess.run(["make", "-q", "src/covergames/server/web/index.html"], cwd=ROOT, env=environment)
    assert asked.returncode == 0, "the browser client is not up to date: make web"


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of the server's database."""
    return f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite3'}"


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[ServerProcess]:
    """``covergames serve``, one for each test process; its limits allow many guests from one address."""
    require_client()
    process = ServerProcess(
        database, "--limit", "requests=1000", "--limit", "tables=100000", "--limit", "listed_tables=100000"
    )
    process.start()
    yield process
    process.stop()


@pytest.fixture
async def archive(database: str, server: ServerProcess) -> AsyncIterator[Archive]:
    """The server's store, to add tables and to read them."""
    assert server.is_running  # the server has created the database
    store = await open_store(database)
    yield Archive(store)
    await store.close()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of Chromium."""
    return executable()


@pytest.fixture(scope="module")
async def browser(chromium_path: str) -> AsyncIterator[Browser]:
    """One Chromium for the tests of a module; its guests are isolated from each other."""
    async with chromium(chromium_path) as running:
        yield running


@pytest.fixture
async def guests(browser: Browser, server: ServerProcess) -> AsyncIterator[Guests]:
    """No guests yet."""
    party = Guests(browser, server.url)
    yield party
    await party.leave()


@pytest.fixture
async def killable(tmp_path: Path, browser: Browser) -> AsyncIterator[tuple[ServerProcess, Guests, Archive]]:
    """A server that a test may kill, its guests and its store."""
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
    """A person with a desktop browser in English."""
    return await guests.arrive()
