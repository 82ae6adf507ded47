"""Many games by bots, and what they say."""

from covergames.lab.interval import Share, wilson
from covergames.lab.simulate import Outcome, Setup, UnplayableSetup, play, simulate
from covergames.lab.summary import BotSummary, Scores, SeatSummary, Summary, summarize

__all__ = [
    "BotSummary",
    "Outcome",
    "Scores",
    "SeatSummary",
    "Setup",
    "Share",
    "Summary",
    "UnplayableSetup",
    "play",
    "simulate",
    "summarize",
    "wilson",
]
