"""The benchmark of analyses measures what it says; latencies depend on the machine, and are not judged here."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.analyses import measure


@pytest.mark.slow
@pytest.mark.prove
@pytest.mark.anyio
async def test_commands_are_measured_with_and_without_analyses(tmp_path: Path) -> None:
    """The commands are answered in both."""
    measured = await measure(tmp_path, analyses=2, tables=2, blocks=2, seconds=0.3)
    assert measured.calm.waits
    assert measured.busy.waits
    assert measured.ratio > 0
