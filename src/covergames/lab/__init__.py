"""Simulations, tournaments and reports: many games by bots, and what they say."""

from covergames.bots import BotFault
from covergames.lab.extra import MissingExtra
from covergames.lab.game_lab import GameLab, lab_of
from covergames.lab.interval import Share, wilson
from covergames.lab.results import write_results
from covergames.lab.run import Run, RunError, StoredRun, read_run, read_runs
from covergames.lab.simulate import Outcome, Played, Setup, UnplayableSetup, play
from covergames.lab.summary import BotSummary, Scores, SeatSummary, Summary, summarize
from covergames.lab.tournament import Estimate, Standing, Standings, line_ups, standings
from covergames.lab.work import Engine, Portion, local, portions, simulate

__all__ = [
    "BotFault",
    "BotSummary",
    "Engine",
    "Estimate",
    "GameLab",
    "MissingExtra",
    "Outcome",
    "Played",
    "Portion",
    "Run",
    "RunError",
    "Scores",
    "SeatSummary",
    "Setup",
    "Share",
    "Standing",
    "Standings",
    "StoredRun",
    "Summary",
    "UnplayableSetup",
    "lab_of",
    "line_ups",
    "local",
    "play",
    "portions",
    "read_run",
    "read_runs",
    "simulate",
    "standings",
    "summarize",
    "wilson",
    "write_results",
]
