"""The examples of the page about views as JSON run unchanged."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_examples_run() -> None:
    """They print what the page shows."""
    page = Path(__file__).parents[1] / "docs" / "views-as-json.md"
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.attempted > 10
    assert results.failed == 0
