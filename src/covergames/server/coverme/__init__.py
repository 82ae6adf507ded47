"""HTTP routes for Cover Me alone: a hint for a person who plays with bots."""

from typing import Final

from covergames.analysis.coverme import RESULT
from covergames.server.coverme.hints import HINT_ROUTES, Hint

ROUTES: Final = HINT_ROUTES
MESSAGES: Final = (Hint, RESULT)
