"""``covergames tournament``."""

from __future__ import annotations

import json
import sys
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner, Result

from covergames.commands.failure import USAGE
from covergames.commands.tournament import _print, tournament
from covergames.lab import Standings, read_runs
from covergames.lab.tournament import Estimate, Standing
from covergames.text import LANGUAGES, text
from tests.cases import by_target

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

app = typer.Typer()
app.command()(tournament)

SHORT = ("cover-me", "--players", "3", "--option", "same_value=G", "--option", "years=1", "--processes", "1")
BOTS = ("--bots", "random,trend")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


@pytest.mark.slow
def test_json_has_the_standings() -> None:
    """The best bot is first; each has its rating, its uncertainty, and shares with intervals."""
    result = run(*SHORT, *BOTS, "--games", "5", "--seed", "2", "--json")
    assert result.exit_code == 0
    table = json.loads(result.stdout)
    assert (table["line_ups"], table["deals"], table["games"]) == (2, 2, 12)
    assert [standing["bot"] for standing in table["standings"]] == ["trend", "random"]
    for standing in table["standings"]:
        assert standing.keys() == {"bot", "seats", "mu", "sigma", "wins", "corrected", "score", "figures"}
        assert standing["wins"].keys() == {"mean", "low", "high"}
        assert standing["seats"] == 18


@pytest.mark.parametrize("language", by_target(LANGUAGES))
def test_the_table_has_all_figures(language: str) -> None:
    """It is in every language."""
    result = run(*SHORT, *BOTS, "--games", "3", "--language", language)
    assert result.exit_code == 0
    assert "±" in result.stdout
    assert "openskill" in result.stdout
    assert "trend" in result.stdout


def test_luck_is_taken_off_on_request() -> None:
    """The table and the JSON have plain and luck-corrected shares with intervals; a game without such a measure is refused."""
    command = (*SHORT, *BOTS, "--games", "6", "--correct-luck", "8")
    result = run(*command, "--language", "en")
    assert result.exit_code == 0
    table = json.loads(run(*command, "--json").stdout)
    assert "without luck" in result.stdout
    for standing in table["standings"]:
        for share in (standing["wins"], standing["corrected"]):
            assert f"{share['mean']:.1%}" in result.stdout
            assert f"{100 * share['low']:.1f} - {100 * share['high']:.1f}" in result.stdout
    assert "without luck" not in run(*SHORT, *BOTS, "--games", "3", "--language", "en").stdout
    refused = run("cover-up", "--bots", "quick,random", "--players", "2", "--correct-luck", "8")
    assert (refused.exit_code, refused.stderr) == (USAGE, "covergames: the luck of cover-up cannot be measured\n")


def test_the_name_of_a_bot_with_a_budget_is_in_one_piece() -> None:
    """On 80 columns, in both tables."""
    share, points = Estimate(1.0, 0.999, 1.0), Estimate(24.88, 23.14, 26.61)
    bots = ["editor:200ms", "contributor:10s"]
    standings = tuple(Standing(bot, 18, 47.37, 15.98, share, None, points, {"above best": points}) for bot in bots)
    table = Standings("cover-me", 4, {}, 0, 3, 12, 240, standings)
    console = Console(width=80, file=StringIO(), force_terminal=False)
    _print(table, console, partial(text, language="en"))
    assert isinstance(console.file, StringIO)
    for bot in bots:
        assert console.file.getvalue().count(bot) == 2


@pytest.mark.slow
def test_figures_of_seats_are_a_second_table() -> None:
    """In Cover Up these are points above the best piles, flips and flawed piles, each with an interval."""
    games = ("cover-up", "--bots", "random,beginner", "--players", "2", "--games", "4", "--processes", "1")
    result = run(*games, "--language", "en")
    assert result.exit_code == 0
    for words in ("above best (95%)", "hourglass", "flawed (95%)"):
        assert words in result.stdout
    table = json.loads(run(*games, "--json").stdout)
    figures = {standing["bot"]: standing["figures"]["above best"] for standing in table["standings"]}
    mean, high = (figures["random"][name] for name in ("mean", "high"))
    assert f"{mean:.2f} ± {high - mean:.2f}" in result.stdout
    assert figures["beginner"]["mean"] < figures["random"]["mean"]


@pytest.mark.slow
def test_a_tournament_continues_where_it_stopped(tmp_path: Path) -> None:
    """Each line-up has a folder; there are more games, none twice, and the standings are those of a single run."""
    folder = ("--out", str(tmp_path / "cup"))
    assert run(*SHORT, *BOTS, *folder, "--games", "3").exit_code == 0
    twice, once = (run(*SHORT, *BOTS, *more, "--games", "6", "--json").stdout for more in (folder, ()))
    assert twice == once
    runs = read_runs(tmp_path / "cup")
    assert [kept.name for kept in runs] == ["random+random+trend", "random+trend+trend"]
    assert [kept.games for kept in runs] == [6, 6]


def test_results_are_a_table(tmp_path: Path) -> None:
    """It has all line-ups; the deal says which games had the same shuffles."""
    assert run(*SHORT, *BOTS, "--games", "3", "--results", str(tmp_path / "r.csv")).exit_code == 0
    lines = (tmp_path / "r.csv").read_text().splitlines()
    assert len(lines) == 1 + 2 * 3 * 3
    assert {line.split(",")[lines[0].split(",").index("deal")] for line in lines[1:]} == {"0"}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--bots", "trend"), "a tournament needs at least two bots, not 1"),
        (("--bots", "trend,trend"), "bot 'trend' is listed twice"),
        (
            ("--bots", "trend,clever"),
            "bot 'clever' is none of random, novice, trend, plan, editor, champion, which play cover-me",
        ),
    ],
)
def test_an_unplayable_tournament_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    """The exit code is 2, and the line has the offending value."""
    result = run(*SHORT, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"covergames: {reason}\n"


def test_without_the_extra_the_fix_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error comes before any game is played."""
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    result = run(*SHORT, *BOTS)
    assert result.exit_code == 2
    assert result.stderr.endswith("needs openskill, which is not installed: pip install 'covergames[lab]'\n")
