"""One decision without network and disk."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks import step


@pytest.mark.slow
def test_a_recorded_game_is_played_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The benchmark plays a whole game at a session of the server, and prints what a decision costs."""
    monkeypatch.setattr(step, "collect_rarely", lambda: None)  # the other tests keep their garbage collector
    asyncio.run(step.measure(1, 1, None))
    assert "µs of processor time" in capsys.readouterr().out
