"""The README's example is run as it stands."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_example_in_the_readme_runs() -> None:
    """What a reader copies works, and prints what the page says."""
    results = doctest.testfile(str(Path(__file__).parents[1] / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0
