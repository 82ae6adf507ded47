"""HTTP routes for Cover Up alone: the best piles of a round, and puzzles."""

from typing import Final

from covergames.analysis.coverup import RESULT
from covergames.server.coverup.best_piles import BEST_PILES_ROUTES
from covergames.server.coverup.messages import Attempt, BestPiles, HandedIn, Optimum, Puzzle, RawScore, Reached, Step
from covergames.server.coverup.puzzles import PUZZLE_ROUTES
from covergames.server.coverup.results import RESULT_ROUTES

ROUTES: Final = (*BEST_PILES_ROUTES, *PUZZLE_ROUTES, *RESULT_ROUTES)
MESSAGES: Final = (Optimum, Puzzle, Attempt, RawScore, Reached, HandedIn, Step, BestPiles, RESULT)
