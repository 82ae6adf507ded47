"""HTTP routes for Cover Me alone: a hint for a person who plays with bots."""

from typing import Final

from covergames.server.coverme.hints import HINT_ROUTES, Hint

ROUTES: Final = HINT_ROUTES
MESSAGES: Final = (Hint,)
