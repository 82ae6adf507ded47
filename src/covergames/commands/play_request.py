"""The game that ``covergames play`` is asked to play in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from covergames import schema
from covergames.commands.decks import with_deck
from covergames.commands.options import read_options
from covergames.terminal.words import capital
from covergames.text import text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from covergames.games import AnyGame


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRequest:
    """The options of the command line for a game in the terminal, local or online."""

    game: AnyGame
    players: int
    language: str
    seat: int | None = None
    bots: Sequence[str] = ()
    options: Sequence[str] = ()
    deck: str | None = None
    name: str | None = None
    save: Path | None = None

    @property
    def player_name(self) -> str:
        """The person's name, by default the word for player."""
        return capital(text("player", self.language)) if self.name is None else self.name

    def read_options(self) -> Any:
        """Return the options of a new game.

        Raises:
            NotationError: an option cannot be read.
            RuleError: the rules do not allow an option, or this number of players.
        """
        options = with_deck(read_options(self.options), self.deck, self.game.NAME)
        return schema.read_options(self.game, options, self.players)
