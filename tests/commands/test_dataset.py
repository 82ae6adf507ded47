"""``covergames dataset``: what it prints and refuses; tests/envs/test_dataset.py reads what it writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from covergames.cli import run


def test_it_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the language that was asked for."""
    file = tmp_path / "decisions.parquet"
    words = ["dataset", "cover-me", str(file), "--players", "2", "--games", "1", "--bot", "random", "--language", "nl"]
    assert run(words) == 0
    assert f"uit 1 spel geschreven naar {file}" in capsys.readouterr().out
    assert file.exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["cover-all", "x.parquet"], "cover-all"),
        (["cover-me", "x.parquet", "--players", "9"], "2 to 5"),
        (["cover-me", "x.parquet", "--bot", "nobody"], "nobody"),
        (["cover-me", "x.parquet", "--bot", "trend", "--bot", "trend"], "2 bots for 4 seats"),
        (["cover-me", "x.parquet", "--option", "length"], "length"),
        (["cover-me", "/proc/no/x.parquet", "--games", "1"], "cannot be written"),
    ],
)
def test_what_it_refuses(
    words: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a reason in one line."""
    monkeypatch.chdir(tmp_path)
    assert run(["dataset", *words]) == 2
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_missing_library_is_named() -> None:
    """With the command that installs it."""
    code = "import sys; sys.modules['pettingzoo'] = None; from covergames.cli import run; run(['dataset', 'cover-me', 'x'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "environments need pettingzoo" in done.stderr
    assert "pip install 'covergames[envs]'" in done.stderr
