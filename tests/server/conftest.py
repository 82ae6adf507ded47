"""The event loop and the servers that many tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from covergames.server.configuration import Limits
from tests.server.kit import Served, serving

LAX = Limits(
    messages=10**6,
    burst=10**6,
    connections=10**6,
    requests=10**6,
    request_burst=10**6,
    tables=10**6,
    arrangements=10**6,
    arrangement_burst=10**6,
)


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, Any]]:
    """The event loop of the server."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(scope="module")
async def two_servers(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Served, Served]]:
    """Two independent servers, each with its own tables."""
    one, two = (tmp_path_factory.mktemp("tables") for _ in range(2))
    async with serving(one, limits=LAX) as first, serving(two, limits=LAX) as second:
        yield first, second
