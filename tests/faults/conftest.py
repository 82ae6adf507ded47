"""How much the fault tests break."""

from __future__ import annotations

import pytest


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    """How often a server is killed: a few times, or as often as ``--kills`` says."""
    return int(request.config.getoption("--kills"))
