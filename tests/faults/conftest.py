"""The event loop, databases and buses of the fault tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, Any]]:
    """The event loop of the server."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new, empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    return str(request.getfixturevalue("postgres").empty_database())


@pytest.fixture(params=["nats", "no bus"])
def bus(request: pytest.FixtureRequest) -> str | None:
    """A real bus, and none."""
    return str(request.getfixturevalue("nats").address) if request.param == "nats" else None
