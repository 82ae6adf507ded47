"""The README's example runs unchanged."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_example_in_the_readme_runs() -> None:
    """It prints what the page shows."""
    results = doctest.testfile(str(Path(__file__).parents[1] / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0
