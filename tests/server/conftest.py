"""The event loop and the servers that many tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.server.kit import UNLIMITED, Served, serving


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, Any]]:
    """The event loop of the server."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(scope="module")
async def two_servers(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Served, Served]]:
    """Two independent servers, each with its own tables."""
    one, two = (tmp_path_factory.mktemp("tables") for _ in range(2))
    async with serving(one, limits=UNLIMITED) as first, serving(two, limits=UNLIMITED) as second:
        yield first, second
