"""``covergames simulate``."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from covergames.commands.options import read_options
from covergames.commands.simulate import simulate
from covergames.coverup.deck import to_json
from covergames.coverup.house import generate
from covergames.game import NotationError
from covergames.lab import StoredRun, play, read_run
from covergames.record import position, read

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

app = typer.Typer()
app.command()(simulate)

TIMEOUT_SECONDS = 60
"""A test fails if something has not happened by then."""
SHORT = ("cover-me", "--players", "3", "--option", "length=shorter", "--games", "4", "--seed", "9", "--processes", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def test_json_is_one_object_with_all_figures() -> None:
    """It has the same figures as the tables, under these names."""
    result = run(*SHORT, "--bot", "trend", "--bot", "random", "--bot", "random", "--rotate", "--json")
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert summary.keys() == {
        "game",
        "players",
        "options",
        "line_up",
        "rotate",
        "seed",
        "games",
        "seats",
        "bots",
        "frequencies",
        "decisions_per_game",
        "seconds",
        "games_per_second",
    }
    assert (summary["game"], summary["players"], summary["games"], summary["seed"]) == ("cover-me", 3, 4, 9)
    assert (summary["options"], summary["rotate"]) == ({"length": "shorter"}, True)
    assert summary["line_up"] == ["trend", "random", "random"]
    share = {"count", "of", "share", "low", "high"}
    for number, seat in enumerate(summary["seats"]):
        assert seat["seat"] == number
        assert seat["scores"].keys() == {"mean", "sd", "min", "max"}
        assert seat["wins"].keys() == share
    assert [bot["bot"] for bot in summary["bots"]] == ["random", "trend"]
    assert summary["frequencies"].keys() == {"three trends", "triple zero"}
    assert {frequency["of"] for frequency in summary["frequencies"].values()} == {4 * 8 * 3}
    assert sum(seat["wins"]["share"] for seat in summary["seats"]) == pytest.approx(1)


def test_a_seed_gives_the_same_figures() -> None:
    """Only the time is different."""
    first, second = (json.loads(run(*SHORT, "--json").stdout) for _ in range(2))
    for summary in (first, second):
        del summary["seconds"], summary["games_per_second"]
    assert first == second


def test_the_tables_have_all_figures() -> None:
    """Scores and win shares by seat, frequencies, decisions and speed; no progress bar without a terminal."""
    result = run(*SHORT)
    assert result.exit_code == 0
    assert result.stderr == ""
    for words in (
        "cover-me: 4 games, 3 players, seed 9",
        "seat 2: random",
        "win share",
        "three trends",
        "all models at zero",
    ):
        assert words in result.stdout
    assert "decisions a game" in result.stdout
    assert "per seat" not in result.stdout


@pytest.mark.slow
def test_several_bots_are_compared() -> None:
    """With rotation, a seat has several bots; each bot has a line."""
    result = run(*SHORT, "--bot", "trend", "--bot", "random", "--bot", "random", "--rotate")
    assert "seat 0: " not in result.stdout
    assert "trend, per seat" in result.stdout


@pytest.mark.slow
def test_figures_of_seats_are_printed_by_bot() -> None:
    """In Cover Up these are points above the best piles, flips and flawed piles, per game."""
    games = ("cover-up", "--players", "2", "--games", "2", "--bot", "random", "--bot", "beginner", "--processes", "1")
    result = run(*games, "--language", "en")
    assert result.exit_code == 0
    for words in ("above best", "hourglass turned", "flawed", "beginner, per seat"):
        assert words in result.stdout
    (beginner, _) = json.loads(run(*games, "--json").stdout)["bots"]
    assert f"{beginner['figures']['above best']:.2f}" in result.stdout


@pytest.mark.slow
def test_records_are_written(tmp_path: Path) -> None:
    """There is one file for each game, in a folder that is created if necessary."""
    folder = tmp_path / "some" / "records"
    assert run(*SHORT, "--records", str(folder)).exit_code == 0
    assert len(list(folder.iterdir())) == 4


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("chess",), "game 'chess' is none of cover-me, cover-up"),
        (("cover-me", "--players", "9"), "9 players: 2 to 5 can play (CM-C3)"),
        (
            ("cover-me", "--bot", "clever"),
            "bot 'clever' is none of random, novice, trend, plan, editor, champion, which play cover-me",
        ),
        (
            ("cover-me", "--bot", "trend", "--bot", "random"),
            "2 bots for 4 players: name one for all seats, or one per seat",
        ),
        (
            ("cover-me", "--option", "length=endless"),
            "'endless' is none of standard, longer, shorter - at `options.length`",
        ),
        (("cover-me", "--option", "length"), "option 'length' has to be NAME=VALUE, such as length=longer"),
        (("cover-me", "--option", "=longer"), "option '=longer' has to be NAME=VALUE, such as length=longer"),
        (("cover-me", *("--option", "years=1") * 2), "option 'years' is given twice"),
        (
            ("cover-me", "--option", "first_game=perhaps"),
            'Expected `bool`, got `str` - at `options.first_game`: "perhaps"',
        ),
        (("cover-me", "--results", "r.xls"), "results file 'r.xls' does not end in .csv or .parquet"),
        (("cover-me", "--bot", "no/such.py:Bot"), "bot file 'no/such.py' does not exist"),
    ],
)
def test_an_unplayable_setup_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    """Exit code 2, and a line on standard error with the offending value."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"covergames: {reason}\n"


CLUMSY = """
class Clumsy:
    def __init__(self, generator):
        self.generator = generator

    def choose(self, view):
        if view.phase.value == "place":
            raise LookupError("no idea")
        return self.generator.choice(view.legal)
"""


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_bot_that_fails_is_named_in_one_line(processes: str, tmp_path: Path) -> None:
    """Who, where, in which game and why; with --traceback all of it, and the last line is the same."""
    bot = tmp_path / "clumsy.py"
    bot.write_text(CLUMSY)
    command = (*SHORT, "--bot", f"{bot}:Clumsy", "--processes", processes)
    short, long = run(*command), run(*command, "--traceback")
    assert (short.exit_code, short.stdout) == (long.exit_code, long.stdout) == (1, "")
    line = rf"covergames: {bot}:Clumsy in seat \d of game \d, seed \d: it failed with LookupError: no idea \(clumsy.py, line 8\)"
    assert re.fullmatch(rf"{line}; --traceback shows more\n", short.stderr)
    assert long.stderr.startswith("Traceback (most recent call last)")
    assert re.fullmatch(line, long.stderr.splitlines()[-1])


def test_records_that_cannot_be_written_are_an_error(tmp_path: Path) -> None:
    """A file is not a folder."""
    file = tmp_path / "file"
    file.touch()
    result = run(*SHORT, "--records", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"covergames: records cannot be written to {file}: File exists\n"


@pytest.mark.slow
def test_a_run_continues_where_it_stopped(tmp_path: Path) -> None:
    """The folder gets more games, none twice, with the same figures as in a single run."""
    folder = str(tmp_path / "run")
    figures = ("games", "seats", "bots", "frequencies", "decisions_per_game")
    assert run(*SHORT, "--games", "2", "--out", folder).exit_code == 0
    twice, once = (json.loads(run(*SHORT, *more, "--json").stdout) for more in (("--out", folder), ()))
    assert [twice[name] for name in figures] == [once[name] for name in figures]
    again, fewer = (json.loads(run(*SHORT, "--games", n, "--out", folder, "--json").stdout) for n in ("4", "3"))
    assert (again["games"], again["games_per_second"]) == (4, 0.0)
    assert fewer["games"] == 3, "what was asked for, though the folder has more"


def test_another_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    """A line names the difference."""
    run(*SHORT, "--games", "1", "--out", str(tmp_path))
    result = run(*SHORT, "--seed", "10", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.endswith("contains another run: its seed is 9, not 10; choose another folder\n")


def test_results_are_a_table(tmp_path: Path) -> None:
    """One line for each seat, below the headings."""
    assert run(*SHORT, "--results", str(tmp_path / "r.csv")).exit_code == 0
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 1 + 4 * 3


PROGRAM = (sys.executable, "-m", "covergames")


@contextmanager
def endless_run(folder: Path, *, processes: int) -> Iterator[subprocess.Popen[str]]:
    """Start a simulation of hours, wait for its first stored games, and end all its processes after the block."""
    command = [*PROGRAM, "simulate", *SHORT[:-2], "--processes", str(processes), "--out", str(folder)]
    endless = subprocess.Popen(
        [*command, "--language", "en", "--games", "100000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        outcomes = folder / "outcomes.jsonl"
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not outcomes.exists() or outcomes.stat().st_size == 0:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield endless
    finally:
        with suppress(ProcessLookupError):
            os.killpg(endless.pid, signal.SIGKILL)
        endless.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupt_keeps_the_finished_games(tmp_path: Path, processes: int) -> None:
    """Ctrl-C ends it soon, with a summary, exit code 130 and how to continue; no game is lost or counted twice."""
    folder = tmp_path / "run"
    with endless_run(folder, processes=processes) as endless:
        os.killpg(endless.pid, signal.SIGINT)  # as a terminal does: to all processes
        out, err = endless.communicate(timeout=TIMEOUT_SECONDS)
    assert endless.returncode == 130, err
    done = json.loads(out)["games"]
    assert done >= 1
    assert err == (
        f"Stopped after {done} of 100,000 games.\nThey are kept in {folder}; the same command goes on from there.\n"
    )
    kept = read_run(folder)
    assert kept.games == done
    assert (
        kept.outcomes
        == [play(kept.setup, outcome.number).outcome for outcome in kept.outcomes[:20]] + kept.outcomes[20:]
    )
    with StoredRun(folder, kept.setup) as again:
        assert again.missing(done + 3) == sorted(set(range(done + 3)) - {outcome.number for outcome in kept.outcomes})


def living(group: int) -> int:
    """Return how many processes of the group are alive."""
    found = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue  # the process has just ended
        found += int(of) == group and state != "Z"
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes where Linux lists them")
def test_a_killed_run_continues(tmp_path: Path) -> None:
    """Its processes end with it, its stored games are there, and continuing gives the same result as a single run."""
    folder = tmp_path / "run"
    with endless_run(folder, processes=2) as endless:
        endless.kill()
        endless.wait()
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while living(endless.pid):
            assert time.monotonic() < deadline
            time.sleep(0.02)
    done = read_run(folder).games
    twice, once = (
        json.loads(run(*SHORT, "--games", str(done + 3), *more, "--json").stdout)
        for more in (("--out", str(folder)), ())
    )
    assert (twice["games"], twice["seats"]) == (once["games"], once["seats"])
    assert read_run(folder).missing(done + 3) == []


def test_options_are_read_as_in_a_record() -> None:
    """Numbers and booleans have their types, everything else is text."""
    texts = ["length=longer", "years=2", "first_game=true", "same_value=Y", "start=null"]
    expected = {"length": "longer", "years": 2, "first_game": True, "same_value": "Y", "start": None}
    assert read_options(texts) == expected
    with pytest.raises(NotationError):
        read_options(["length"])


@pytest.mark.slow
def test_cover_up_with_another_deck(tmp_path: Path) -> None:
    """`--deck` uses the cards of the file, and the records contain them, so that a replay needs no file."""
    path = tmp_path / "five.json"
    path.write_text(to_json(generate(5, "five")), encoding="utf-8")
    games = ("cover-up", "--players", "2", "--games", "1")
    result = run(*games, "--deck", str(path), "--records", str(tmp_path / "games"))
    assert result.exit_code == 0
    (kept,) = (tmp_path / "games").iterdir()
    path.unlink()
    assert position(read(kept.read_bytes())).state.options.deck == generate(5, "five")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "deck", "reason"),
    [
        ("cover-up", "five.json", "card 1 ('g01') is green and has 5 symbols, not 4 (CU-C1)"),
        ("cover-up", "none.json", "none.json cannot be read"),
        ("cover-me", "five.json", "five.json: cover-me has no decks to choose from"),
    ],
)
def test_an_unusable_deck_is_refused(game: str, deck: str, reason: str, tmp_path: Path) -> None:
    """A line names the card and the reason, and the exit code is 2."""
    text = to_json(generate(5, "five"))
    squares = json.loads(text)["cards"][0]["squares"]
    spoilt = [5 if index == squares.index(0) else symbol for index, symbol in enumerate(squares)]
    (tmp_path / "five.json").write_text(text.replace(str(squares), str(spoilt), 1), encoding="utf-8")
    result = run(game, "--deck", str(tmp_path / deck))
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
