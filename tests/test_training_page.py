"""The code of the page about training runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "training.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("source", BLOCKS, ids=range(len(BLOCKS)))
def test_the_code_of_the_page_runs(source: str) -> None:
    """As it is, with fewer games and steps."""
    assert len(BLOCKS) == 3
    exec(source.replace("1024", "16").replace("range(1000)", "range(10)"), {})
