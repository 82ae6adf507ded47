"""``covergames daily``."""

from __future__ import annotations

from datetime import date

import pytest
import typer
from typer.testing import CliRunner, Result

from covergames import puzzle
from covergames.commands.coverup.daily import daily
from covergames.coverup import house_deck
from covergames.text import LANGUAGES, text

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

app = typer.Typer()
app.command()(daily)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_puzzle_of_a_day(language: str) -> None:
    """It shows the five cards and the fewest points, without the solution."""
    shown = run("--date", "2026-11-16", "--language", language)
    assert shown.exit_code == 0
    assert all(name in shown.stdout for name in ("2026-11-16", "g11", "g03", "g18", "g21", "g23"))
    assert text("puzzle.goal", language, points=12, ways=10) in shown.stdout
    assert text("solve.optimal", language, count=10) not in shown.stdout


def test_a_best_pile_when_asked_for() -> None:
    """It shows the proof too."""
    shown = run("--date", "2026-11-16", "--best").stdout
    assert text("solve.optimal", count=10) in shown


def test_today_by_default() -> None:
    """It is the puzzle of the system's date."""
    days = {date.today()}
    shown = run().stdout
    days.add(date.today())
    hands = [[house_deck()[card].id for card in puzzle.daily(day).hand] for day in days]
    assert any(all(name in shown for name in hand) for hand in hands)


@pytest.mark.parametrize("day", ["tomorrow", "2026-02-30", "16.11.2026"])
def test_an_invalid_date_is_refused(day: str) -> None:
    """The error shows the value."""
    refused = run("--date", day)
    assert refused.exit_code == 2
    assert day in refused.stderr
