"""The instructions of the page about writing bots work."""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from covergames import bots, coverme
from covergames.bots.registry import GROUP
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.lab import read_runs

PAGE = (Path(__file__).parents[1] / "docs" / "writing-a-bot.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """Return the page's blocks of that language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


FILES = ("my_bot.py", "steady.py", "thinker.py")
"""The file names of the page's bots, in the page's order."""


def save_bots(folder: Path) -> None:
    for name, source in zip(FILES, blocks("python"), strict=True):
        (folder / name).write_text(source, encoding="utf-8")


def test_the_bots_have_twenty_lines() -> None:
    """The page promises it."""
    for source in blocks("python"):
        assert sum(bool(line.strip()) for line in source.splitlines()) <= 20


@pytest.mark.slow
def test_the_page_works(tmp_path: Path) -> None:
    """The bots are saved and every command runs; the bot for Cover Me beats the random bot."""
    save_bots(tmp_path)
    shown = []
    for command in "".join(blocks("sh")).splitlines():
        program, *arguments = shlex.split(command)
        assert program == "covergames"
        line = [sys.executable, "-m", "covergames", *arguments, "--language", "en"]
        wide = {**os.environ, "COLUMNS": "120"}
        shown.append(subprocess.run(line, cwd=tmp_path, env=wide, capture_output=True, text=True, check=True).stdout)
    assert "my_bot.py:Follower" in shown[0]
    assert re.search(r"1 +my_bot\.py:Follower", shown[1])
    assert len(read_runs(tmp_path / "cup")) == 2
    assert "steady.py:Steady, per seat" in shown[2]


@pytest.mark.slow
def test_the_bots_are_typed(tmp_path: Path) -> None:
    """An editor can help an author who starts from one of them."""
    save_bots(tmp_path)
    command = [sys.executable, "-m", "mypy", "--strict", *FILES]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_the_bot_takes_a_budget(tmp_path: Path) -> None:
    """It returns a legal action, with each kind of budget."""
    save_bots(tmp_path)
    state = coverme.new(3, coverme.Options(start=Seat(0)), RandomDealer(random.Random(1)))
    view = coverme.view(state, Seat(0))
    for budget in ("", ":7p", ":1ms"):
        thinker = bots.named(coverme, f"{tmp_path / 'thinker.py'}:Thinker{budget}")(random.Random(1))
        assert thinker.choose(view) in view.legal


def test_the_entry_point_has_our_group() -> None:
    """An entry point that is copied from the page is found."""
    (source,) = blocks("toml")
    assert list(tomllib.loads(source)["project"]["entry-points"]) == [GROUP]
