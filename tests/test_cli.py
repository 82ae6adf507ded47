from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import pytest

import covergames
from covergames.cli import all_commands, run, summary
from covergames.commands import browser, platforms
from covergames.record import position, read
from covergames.rulebook import rule_ids
from covergames.text import LANGUAGES, text
from tests.live.terminal import Terminal
from tests.terminal.coverme.kit import ScriptedGame, begin, random_answers


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a finished game."""
    recording = begin(3, same_value="G", years=1, start=0)
    ScriptedGame(recording, random_answers(1)).play()
    path = tmp_path_factory.mktemp("records") / "finished.json"
    path.write_bytes(recording.record.encode())
    return path


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the only line that a failing command prints."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1, err
    return err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["play", "cover-me"], "no terminal"),
        (["play", "chess"], "'chess'"),
        (["play", "--players", "4"], "--players 4"),
        (["play", "--bot", "trend", "--bot", "random"], "--bot trend random"),
        (["play", "--server", "http://127.0.0.1:1"], "--server http://127.0.0.1:1"),
        (["play", "cover-me", "--host", "0.0.0.0"], "--host 0.0.0.0"),
        (["play", "--port", "70000"], "70000"),
        (["paly", "cover-me"], "paly"),
        (["play", "cover-me", "--players", "many"], "many"),
        (["play", "cover-me", "--players=lots"], "lots"),
        (["replay", "a.json", "--at", "-7"], "-7"),
        (["play", "cover-me", "--colour", "red"], "--colour"),
        (["rules", "chess"], "'chess'"),
        (["rules", "cover-me", "CM-Q9"], "'CM-Q9'"),
        (["rules", "cover-me", "--language", "tlh"], "'tlh'"),
        (["replay"], "FILE"),
        (["replay", "a.json", "b.json"], "2 files"),
        (["replay", "a.json"], "--at"),
        (["replay", "nowhere.json", "--at", "0"], "nowhere.json"),
        (["replay", "--check", "--at", "3", "a.json"], "--at"),
    ],
)
def test_a_wrong_command_line_is_one_line_that_names_what_is_wrong(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert named in one_line(capsys)


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in all_commands())


def test_help_imports_no_command() -> None:
    """The list of commands reads their docstrings from the sources, so that it appears at once."""
    code = (
        "import sys; from covergames.cli import run; run(['--help']); "
        "print(*(m for m in sys.modules if m.startswith(('covergames.commands.', 'msgspec', 'rich.', 'textual'))))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert set(shown.splitlines()[-1].split()) == {"covergames.commands.coverme", "covergames.commands.coverup"}


def test_the_summary_of_a_command_is_the_first_line_of_its_docstring() -> None:
    for name, module in all_commands().items():
        docstring = inspect.getdoc(getattr(import_module(module), name))
        assert docstring
        assert summary(module, name) == docstring.splitlines()[0]


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """The package, its metadata and the command line agree."""
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"covergames {covergames.__version__}\n"
    assert metadata.version("covergames") == covergames.__version__


def test_without_a_command_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """`uvx covergames` is all it takes."""
    played: list[object] = []
    monkeypatch.setattr(browser, "play_in_browser", lambda **options: played.append(options["host"]))
    assert run([]) == 0
    assert played == [browser.LOOPBACK]


@pytest.mark.parametrize(
    ("platform", "arguments", "named"),
    [
        ("win32", ["serve"], "Windows Subsystem for Linux"),
        ("win32", ["play", "--no-browser"], "covergames play GAME"),
        ("darwin", ["serve", "--workers", "2"], "--workers 2: only Linux"),
        ("win32", ["doctor"], "Windows Subsystem for Linux"),
        ("darwin", ["doctor", "--workers", "2"], "--workers 2: only Linux"),
    ],
)
def test_what_a_platform_cannot_do_is_refused(
    platform: str, arguments: list[str], named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything starts, with a way out."""
    monkeypatch.setattr(platforms, "PLATFORM", platform)
    assert run(arguments) == 2
    assert named in one_line(capsys)


@pytest.mark.parametrize("command", all_commands())
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert f"covergames {command}" in capsys.readouterr().out


def test_the_command_line_loads_no_unused_modules() -> None:
    """It starts fast, because it imports neither the rules nor the drawing."""
    code = "import sys, covergames.cli; print([m for m in sys.modules if m.startswith('covergames.')])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "['covergames.cli']"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rules_are_printed_in_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "cover-me", "--language", language]) == 0
    shown = capsys.readouterr().out
    assert all(f"{rule_id} " in shown for rule_id in rule_ids("cover-me"))
    assert text("rules.section.cover-me.season", language) in shown


def test_one_rule_is_printed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "cover-me", "cm-t3", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert "CM-T3" in shown
    assert "CM-T4" not in shown


@pytest.mark.slow
def test_check_is_silent_about_good_records(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--check", str(finished), str(finished)]) == 0
    assert capsys.readouterr() == ("", "")


def damaged(data: dict[str, Any], how: str) -> bytes:
    """Return the record with one error in it."""
    decisions = [number for number, event in enumerate(data["events"]) if event["event"] != "shuffle"]
    match how:
        case "event":
            data["events"][decisions[3]]["seat"] = 7
        case "missing":
            del data["events"][decisions[3]]
        case "result":
            data["result"]["scores"][0] += 1
        case "field":
            data["colour"] = "red"
        case "cards":
            data["events"][0]["cards"][0] = "Xxxx"
        case _:
            return json.dumps(data).encode()[:-20]
    return json.dumps(data).encode()


@pytest.mark.parametrize("how", ["event", "missing", "result", "field", "cards", "cut"])
def test_check_prints_one_line_for_each_bad_record(
    how: str, finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(damaged(json.loads(finished.read_bytes()), how))
    missing = tmp_path / "missing.json"

    assert run(["replay", "--check", str(bad), str(finished), str(missing)]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [str(bad), str(missing)]
    if how == "event":
        assert re.search(r"event \d+: there is no seat 7.* \(CM-C3\)$", lines[0])


def test_a_damaged_record_cannot_be_shown(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(damaged(json.loads(finished.read_bytes()), "event"))
    assert run(["replay", str(bad), "--at", "0"]) == 1
    assert "bad.json: event " in one_line(capsys)


def test_a_position_can_be_printed_without_a_terminal(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(finished), "--at", "20", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert "as a spectator saw it" in shown
    assert "(you)" not in shown


def test_a_seat_sees_its_own_hand_in_a_replay(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(finished), "--at", "20", "--from", "1", "--language", "en"]) == 0
    assert "as Bo saw it" in capsys.readouterr().out


@pytest.mark.parametrize("extra", [["--from", "3"], ["--at", "9999"]])
def test_the_error_names_a_missing_seat_or_event(
    extra: list[str], finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(finished), "--at", "0", *extra]) == 2
    assert extra[1] in one_line(capsys)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Yield a list of terminals, which are closed after the test."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def open_terminal(terminals: list[Terminal], data: Path, *arguments: str) -> Terminal:
    terminals.append(Terminal(arguments, data))
    return terminals[-1]


PROMPT = r"leave > $|to leave > $"


@pytest.mark.slow
def test_a_whole_game_in_a_real_terminal(terminals: list[Terminal], tmp_path: Path) -> None:
    """The first choice is taken until the result; the whole record is saved in the user's data folder."""
    options = ("--option", "same_value=G", "--option", "years=1", "--option", "first_game=true")
    game = open_terminal(terminals, tmp_path, "play", "cover-me", "--bot", "random", *options)
    while "The result" not in game.until(f"{PROMPT}|kept in"):
        game.type("1\n")
    assert game.ended() == 0

    (path,) = (tmp_path / "covergames").iterdir()
    record = read(path.read_bytes())
    assert record.result is not None
    assert position(record).index == len(record.events)
    assert str(path) in "".join(game.shown.split())


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["q\n", "\x03", "\x04"], ids=["q", "Ctrl-C", "Ctrl-D"])
def test_leaving_saves_the_game_and_prints_how_to_resume(keys: str, terminals: list[Terminal], tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    game = open_terminal(terminals, tmp_path, "play", "cover-me", "--save", str(saved), "--name", "Zoë")
    game.until(PROMPT)
    game.type("1\n")
    game.until(PROMPT)
    if keys == "\x03":
        game.interrupt()
    else:
        game.type(keys)
    assert game.ended() == 0
    assert f"covergamesplaycover-me--resume{saved}" in "".join(game.shown.split())
    assert "Traceback" not in game.shown
    record = read(saved.read_bytes())
    assert record.players[0] == "Zoë"

    again = open_terminal(terminals, tmp_path, "play", "cover-me", "--resume", str(saved))
    assert "Welcome back, Zoë!" in again.until(PROMPT)
    again.type("q\n")
    assert again.ended() == 0
    assert read(saved.read_bytes()).events == record.events


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (["--players", "6"], 2, "6 players"),
        (["--players", "3", "--seat", "3"], 2, "seat 3"),
        (["--option", "length=endless"], 2, "'endless'"),
        (["--option", "weather=rain"], 2, "`weather`"),
        (["--option", "years"], 2, "'years'"),
        (["--option", "years=3"], 2, "years 3"),
        (["--bot", "clever"], 2, "'clever'"),
        (["--bot", "random", "--bot", "trend", "--bot", "trend"], 2, "3 bots"),
        (["--language", "xx"], 2, "'xx'"),
        (["--resume", "/nowhere/game.json"], 2, "/nowhere/game.json"),
        (["--resume", "/nowhere/game.json", "--option", "years=3"], 2, "--option"),
        (["--save", "/proc/no/game.json"], 1, "/proc/no/game.json"),
    ],
)
def test_a_game_that_cannot_begin_is_refused_in_one_line(
    arguments: list[str], code: int, named: str, terminals: list[Terminal], tmp_path: Path
) -> None:
    game = open_terminal(terminals, tmp_path, "play", "cover-me", *arguments)
    assert game.ended() == code
    assert named in game.shown
    assert len(game.shown.splitlines()) == 1


@pytest.mark.slow
def test_an_existing_file_is_not_overwritten(terminals: list[Terminal], tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    saved.write_text("precious", "utf-8")
    game = open_terminal(terminals, tmp_path, "play", "cover-me", "--save", str(saved))
    assert game.ended() == 2
    assert saved.read_text("utf-8") == "precious"


@pytest.mark.slow
def test_a_damaged_game_is_not_resumed(finished: Path, terminals: list[Terminal], tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(damaged(json.loads(finished.read_bytes()), "event"))
    before = bad.read_bytes()
    game = open_terminal(terminals, tmp_path, "play", "cover-me", "--resume", str(bad))
    assert game.ended() == 1
    assert "event " in game.shown
    assert bad.read_bytes() == before


@pytest.mark.slow
def test_a_finished_game_shows_its_result_when_resumed(
    finished: Path, terminals: list[Terminal], tmp_path: Path
) -> None:
    game = open_terminal(terminals, tmp_path, "play", "cover-me", "--resume", str(finished))
    assert game.ended() == 0
    assert "The result" in game.shown
    assert "--resume" not in game.shown


@pytest.mark.slow
def test_stepping_through_a_game(finished: Path, terminals: list[Terminal], tmp_path: Path) -> None:
    keys = "quit > $"
    game = open_terminal(terminals, tmp_path, "replay", str(finished), "--from", "0")
    first = game.until(keys)
    assert "as Player saw it" in first
    game.type("\n")
    assert game.until(keys) != first
    game.type("p\n")
    assert "first hands" in game.until(keys)
    game.type("p\n")
    assert "no further" in game.until(keys)
    last = len(read(finished.read_bytes()).events)
    game.type(f"{last}\n")
    assert "The result" in game.until(keys)
    game.type("n\n")
    assert "no further" in game.until(keys)
    game.type("sideways\n")
    assert "sideways" in game.until(keys)
    game.type("q\n")
    assert game.ended() == 0
