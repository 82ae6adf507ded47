"""These tests run over all games, and over one that only the tests register."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="module", autouse=True)
def all_games(third_game: Path) -> None:
    """Register the third game."""
