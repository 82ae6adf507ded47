"""HTTP routes for Cover Me alone: a hint for a person who plays with bots, and the position of a day."""

from typing import Final

from covergames.analysis.coverme import RESULT
from covergames.server.coverme.hints import HINT_ROUTES, Hint
from covergames.server.coverme.puzzles import PUZZLE_ROUTES, CoverOption, CoverPuzzle, CoverRival

ROUTES: Final = (*HINT_ROUTES, *PUZZLE_ROUTES)
MESSAGES: Final = (Hint, CoverOption, CoverPuzzle, CoverRival, RESULT)
