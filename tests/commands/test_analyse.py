"""``covergames analyse``."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from covergames.cli import run
from covergames.text import text
from tests.analysis.games import cover_me, cover_up


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Write a game of each kind."""
    short, exact = tmp_path / "me.json", tmp_path / "up.json"
    short.write_bytes(cover_me(3).encode())
    exact.write_bytes(cover_up(0).encode())
    return str(short), str(exact)


def test_the_table_adds_up(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A column per seat, from the fair share to the result."""
    assert run(["analyse", files[0], "--seat", "1", "--budget", "20p", "--language", "en"]) == 0
    lines = [line.split("│")[1:3] for line in capsys.readouterr().out.splitlines() if line.startswith("│")]
    figures = {name.strip(): figure.strip() for name, figure in lines}
    changes = [figures[name] for name in ("seat and deal", "draws", "rivals", "decisions", "estimate")]
    total = float(figures["fair share"]) + sum(map(float, changes))
    assert total == pytest.approx(float(figures["result"]), abs=0.4)


def test_json_is_one_object_per_game(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """It has the game's name."""
    assert run(["analyse", files[0], files[0], "--seat", "2", "--budget", "10p", "--json"]) == 0
    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [game["game"] for game in games] == ["cover-me", "cover-me"]
    assert [seat["seat"] for seat in games[0]["seats"]] == [2]


def test_a_page_has_the_tables(files: tuple[str, str], tmp_path: Path) -> None:
    """In the language of the command, with names escaped."""
    record = msgspec.structs.replace(cover_me(3), players=["<b>Ada", "Bo", "Cy"])
    Path(files[0]).write_bytes(record.encode())
    page = tmp_path / "page.html"
    arguments = ["--seat", "0", "--budget", "10p", "--html", str(page), "--language", "fi"]
    assert run(["analyse", files[0], *arguments]) == 0
    written = page.read_text("utf-8")
    assert '<html lang="fi">' in written
    assert "&lt;b&gt;Ada" in written
    assert "<b>" not in written
    assert f"<p>{text('analyse.method', language='fi')}</p>" in written


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["{me}", "--seat", "7"], 2, "seat 7: the seats are 0 to 2"),
        (["{me}", "--budget", "soon"], 2, "--budget: 'soon' is not a budget"),
        (["{up}", "--budget", "40p"], 1, "budget 40p: cover-up is analysed exactly"),
        (["nowhere.json"], 2, "nowhere.json: No such file or directory"),
        (["{damaged}"], 1, "not a record"),
        (["{unfinished}"], 1, "the game is not over after 20 events"),
        (["{me}", "--budget", "10p", "--html", "{folder}"], 2, "Is a directory"),
    ],
)
def test_what_cannot_be_analysed_is_refused(
    files: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    """In one line that names the value, with the exit code of other commands."""
    record = cover_me(3)
    unfinished = msgspec.structs.replace(record, events=record.events[:20], result=None)
    (tmp_path / "unfinished.json").write_bytes(unfinished.encode())
    (tmp_path / "damaged.json").write_bytes(b"{}")
    values = {
        "me": files[0],
        "up": files[1],
        "folder": tmp_path,
        "unfinished": tmp_path / "unfinished.json",
        "damaged": tmp_path / "damaged.json",
    }
    assert run(["analyse", *(argument.format(**values) for argument in arguments)]) == code
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
