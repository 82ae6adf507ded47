"""`benchmarks.envs` with contestants that take no time."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from benchmarks import envs


def idle() -> envs.Steps:
    return lambda: (100, 0.5)


def missing() -> envs.Steps:
    raise ModuleNotFoundError("No module named 'pgx'", name="pgx")


@pytest.fixture
def _contestants(monkeypatch: pytest.MonkeyPatch) -> None:
    contestants: dict[str, Callable[[], envs.Steps]] = {"ours": idle, "theirs": missing}
    monkeypatch.setattr(envs, "CONTESTANTS", contestants)


@pytest.mark.usefixtures("_contestants")
def test_json_has_every_contestant(capsys: pytest.CaptureFixture[str]) -> None:
    """With median, lowest and highest, and the reason for each that is missing."""
    envs.main(["--seconds", "1", "--rounds", "2", "--json"])
    assert json.loads(capsys.readouterr().out) == {
        "speeds": [{"name": "ours", "median": 200, "lowest": 200, "highest": 200}],
        "missing": ["theirs: No module named 'pgx'"],
    }


@pytest.mark.usefixtures("_contestants")
def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """The same as a table."""
    envs.main(["--seconds", "1", "--rounds", "1"])
    printed = capsys.readouterr()
    assert "ours" in printed.out
    assert "left out: theirs" in printed.err


@pytest.mark.parametrize("prepare", [lambda: envs.batched(8, 3, counts_sampling=True), envs.cover_me_in_turn])
def test_our_contestants_step(prepare: Callable[[], envs.Steps]) -> None:
    """They make steps and take time."""
    count, seconds = prepare()()
    assert count > 100
    assert seconds > 0
