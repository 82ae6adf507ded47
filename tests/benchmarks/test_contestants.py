"""The benchmark of rules engines, with contestants that take no time."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from benchmarks import store
from benchmarks.__main__ import ROUNDS, main
from benchmarks.contestants import OURS, Play, cover_me


def idle() -> Play:
    return lambda _chance: 10


def missing() -> Play:
    raise ModuleNotFoundError("No module named 'somelib'", name="somelib")


def test_json_has_every_contestant_beside_ours(capsys: pytest.CaptureFixture[str]) -> None:
    """Median, lowest and highest of the rounds, and the ratio to ours."""
    assert main(["--seconds", "0.001", "--json"], {OURS: idle, "peer": idle}) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["rounds"], printed["seconds"]) == (ROUNDS, 0.001)
    ours, peer = printed["speeds"]
    assert (ours["name"], ours["ours_is"], peer["name"]) == (OURS, 1, "peer")
    assert peer["lowest"] <= peer["median"] <= peer["highest"]
    assert peer["ours_is"] == pytest.approx(ours["median"] / peer["median"])


def test_the_table_names_every_contestant(capsys: pytest.CaptureFixture[str]) -> None:
    """One row each."""
    assert main(["--seconds", "0.001"], {OURS: idle, "peer": idle}) == 0
    printed = capsys.readouterr().out
    assert OURS in printed
    assert "peer" in printed


def test_a_missing_peer_is_an_error_not_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is measured, and the message says what to do."""
    assert main([], {OURS: idle, "peer": missing}) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "somelib is not installed: run `make bench`, which installs every peer\n"


def test_our_own_game_is_played_to_the_end() -> None:
    """A game of four has 12 drafts, 12 seasons of 12 covers, and more."""
    assert cover_me()(random.Random(1)) > 12 + 12 * 12


@pytest.mark.slow
def test_the_store_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has the given numbers of tables, and the speed of the disk; the files are removed."""
    monkeypatch.chdir(tmp_path)
    assert store.main(["--seconds", "0.2", "--tables", "1", "5"]) == 0
    printed = capsys.readouterr().out
    assert re.findall(r"sqlite +│ (\d+) ", printed) == ["1", "5"]
    assert re.search(r"^the disk: [\d,]+ fsyncs/s", printed, re.MULTILINE)
    assert list(tmp_path.iterdir()) == []
