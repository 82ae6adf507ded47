"""The report of a tournament, and charts in which nothing is cut off."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from matplotlib.figure import Figure

from covergames.game import Data
from covergames.lab import Run, Setup
from covergames.lab.ratings import is_tournament, ratings
from covergames.lab.report import report
from covergames.lab.tournament import setups
from covergames.lab.work import play_portion
from covergames.text import text

SAY = partial(text, language="en")


def played(setup: Setup, games: int) -> Run:
    """Return a run of that many games."""
    run = Run(setup, "+".join(setup.bots))
    run.add(play_portion(setup, range(games)))
    return run


def tournament(bots: tuple[str, ...], options: Data, *, players: int = 2, games: int = 4) -> list[Run]:
    """Return the runs of a tournament."""
    template = Setup("cover-me", players, ("random",), 1, options)
    return [played(setup, games) for setup in setups(template, bots)]


@pytest.mark.slow
def test_a_tournament_shows_its_ratings() -> None:
    """First of all charts, with rating, win share and score of each bot; also if there is a single line-up."""
    runs = tournament(("random", "novice"), {"length": "shorter"})
    assert is_tournament(runs)
    made = report(runs, SAY, language="en")
    table = made.pictures["ratings"].table
    assert table.headings == ("bot", "rating", "win share", "95%", "score", "95%")
    assert sorted(line[0] for line in table.lines) == ["novice", "random"]
    assert made.page.index("<h3>Ratings</h3>") == made.page.index("<h3>")


@pytest.mark.slow
def test_an_unfinished_tournament_has_no_ratings_yet() -> None:
    """No deal has been played from every seat."""
    runs = tournament(("random", "novice"), {"length": "shorter"}, games=1)
    assert is_tournament(runs)
    assert ratings(runs, SAY) == []


def test_runs_that_are_no_tournament_have_no_ratings() -> None:
    """Deals that not all have played cannot be compared."""
    alone, other = (Run(Setup("cover-me", 2, ("random", bot), 1, duplicate=True)) for bot in ("random", "novice"))
    assert not is_tournament([alone, other])
    assert not is_tournament([other, Run(replace(other.setup, seed=2))])
    assert not is_tournament([other, Run(replace(other.setup, duplicate=False))])


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fi"])
def test_nothing_of_a_chart_is_cut_off(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every label of every chart lies within its picture, also with long words and many seasons."""
    cut: list[str] = []
    save = Figure.savefig

    def saving(figure: Figure, *arguments: Any, **options: Any) -> None:
        save(figure, *arguments, **options)
        box, size = figure.get_tightbbox(), figure.get_size_inches()
        if min(box.x0, box.y0, size[0] - box.x1, size[1] - box.y1) < -0.02:
            cut.append(f"{[panel.get_xlabel() for panel in figure.axes]}: {box} of {size}")

    monkeypatch.setattr(Figure, "savefig", saving)
    report(tournament(("random", "novice"), {"length": "longer"}), partial(text, language=language), language=language)
    assert not cut
