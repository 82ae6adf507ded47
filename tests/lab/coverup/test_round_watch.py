"""The statistics of Cover Up."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from covergames import record
from covergames.coverup import Options, house_deck, score, solve
from covergames.coverup.events import GameEnded, RoundScored, WasDone
from covergames.coverup.state import SeatScore
from covergames.game import Result, Seat
from covergames.lab import Run, Setup, play, read_run, standings, summarize, write_results
from covergames.lab.coverup.round_watch import RoundWatch
from covergames.lab.run import StoredRun
from covergames.lab.tournament import setups
from covergames.lab.work import play_portion
from tests.coverup_kit import Table

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

SETUP = Setup("cover-up", 2, ("beginner", "random"), 3, rotate=True, duplicate=True)


def test_a_round_by_hand() -> None:
    """Seat 0 flips with two clashing cards, seat 1 lays nothing: 25 points each, compared with the best piles."""
    table = Table.of("g01 g02 g03 g04 g05", "g06 g07 g08 g09 g10")
    hands = table.state.hands
    watch = RoundWatch(2, table.state.options)
    table.lay(0, "g01@0,0 g02@0,0 g03@0,0 g04@0,0 g05@0,0")
    table.flip(0)
    table.done(1)
    watch.see(table.events)
    scores = [scored.score for scored in table.state.scores[0]]
    assert scores[0].removed
    assert watch.figures() == {
        "above best": tuple(
            score.points - solve(hand, table.deck).points for score, hand in zip(scores, hands, strict=True)
        ),
        "flips": (1, 0),
        "flawed": (1, 0),
    }
    assert watch.figures()["above best"][1] == 25 - solve(hands[1], table.deck).points


def test_figures_equal_those_of_the_records() -> None:
    """Summed over the five rounds of a game."""
    played = play(SETUP, 0)
    rounds = [event for moment in record.replay(played.record) for event in moment.events]
    scores = [event.scores for event in rounds if isinstance(event, RoundScored)]
    assert len(scores) == 5
    for seat in range(2):
        assert played.outcome.figures["flips"][seat] == sum(scored[seat].hourglass != 0 for scored in scores)
        assert played.outcome.figures["above best"][seat] >= 0
        assert played.outcome.figures["flawed"][seat] == sum(bool(scored[seat].score.removed) for scored in scores)


@pytest.mark.slow
def test_figures_are_stored_summarized_and_written(tmp_path: Path) -> None:
    """The run's folder, the summary and the standings (per bot), and the table of results (per seat) have them."""
    with StoredRun(tmp_path / "run", SETUP) as run:
        run.add(play_portion(SETUP, range(4)))
    kept = read_run(tmp_path / "run")
    assert kept.outcomes == run.outcomes
    beginner, chance = summarize(SETUP, kept.outcomes, seconds=1).bots
    mine = [outcome.figures["flips"][outcome.bots.index("beginner")] for outcome in kept.outcomes]
    assert beginner.figures["flips"] == sum(mine) / 4
    assert beginner.figures.keys() == chance.figures.keys() == {"above best", "flips", "flawed"}
    assert beginner.figures["above best"] < chance.figures["above best"]

    (setup,) = setups(SETUP, ["random", "beginner"])
    line_up = Run(setup)
    line_up.add(play_portion(setup, range(4)))
    standing = next(found for found in standings([line_up]).standings if found.bot == "beginner")
    figure = standing.figures["above best"]
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low <= figure.mean <= figure.high
    assert figure.mean == summarize(setup, line_up.outcomes, seconds=1).bots[0].figures["above best"]

    write_results(tmp_path / "results.csv", [kept])
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["above_best"]) for line in lines[:2]] == list(kept.outcomes[0].figures["above best"])


def nothing_laid(hourglass: int = 0) -> SeatScore:
    """Return a score of five green cards, all aside: 4 symbols and a point each (CU-S3)."""
    deck = house_deck()
    return SeatScore(score((), [deck.card(f"g0{number}") for number in range(1, 6)], deck), hourglass)


def test_hands_count_by_round_and_flips_by_player() -> None:
    """Points without the hourglass; flips with their points; first places by flips; other events do not count."""
    watch = RoundWatch(2, Options())
    watch.see([WasDone(Seat(0), 5), RoundScored(1, (nothing_laid(), nothing_laid(1)))])
    watch.see([RoundScored(2, (nothing_laid(), nothing_laid(-1))), GameEnded(Result((50, 50), (1, 1)))])
    assert watch.tallies() == {
        "pile.1.25": 2,
        "pile.2.25": 2,
        "aside.1.5": 2,
        "aside.2.5": 2,
        "flip.1.1": 1,
        "flip.2.-1": 1,
        "flips.0.seats": 1,
        "flips.0.first": 1,
        "flips.2.seats": 1,
        "flips.2.first": 1,
    }
    assert watch.frequencies() == {"all five laid": (0, 4)}


def test_players_of_best_piles_do_not_flip() -> None:
    """The player of the study lays every card and never flips, so that only its cards make a difference."""
    played = play(Setup("cover-up", 2, ("docs/examples/best_pile.py:BestPile",), seed=1), 0)
    assert played.outcome.frequencies == {"all five laid": (10, 10)}
    assert not [name for name in played.tallies if name.startswith("flip.")]
    points = [int(name.split(".")[2]) * count for name, count in played.tallies.items() if name.startswith("pile.")]
    assert sum(points) == sum(played.outcome.scores)
