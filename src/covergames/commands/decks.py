"""The option ``--deck``: a game's option ``deck`` from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from covergames.commands.failure import USAGE, fail

if TYPE_CHECKING:
    from covergames.game import Data

DeckFile: TypeAlias = Annotated[
    str | None,
    typer.Option("--deck", metavar="FILE", help="Play with the deck in this file, if the game has decks."),
]


def with_deck(options: Data, file: str | None, game: str) -> Data:
    """Return the options of a table with the deck of that file; a word that is no file is the name of a deck.

    Raises:
        typer.Exit: the deck cannot be read, the options name one already, or the game has no decks.
    """
    from covergames.game import NotationError, OptionsError
    from covergames.games import game_named
    from covergames.schema import read_options

    if file is None:
        return options
    if "deck" in options:
        fail(f"--deck {file}: the deck is among the options already", code=USAGE)
    rules = game_named(game)
    if not hasattr(rules.TYPES.options(), "deck"):
        fail(f"--deck {file}: {game} has no decks to choose from", code=USAGE)
    deck = file if file.isalnum() and not Path(file).exists() else _read(Path(file))
    try:
        read_options(rules, {"deck": deck}, rules.PLAYERS[0])
    except (NotationError, OptionsError) as error:
        fail(f"--deck {file}: {error}", code=USAGE)
    return {**options, "deck": deck}


def _read(path: Path) -> object:
    """Return the data in a JSON file.

    Raises:
        typer.Exit: the file cannot be read or is not JSON.
    """
    import json

    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        fail(f"{path} cannot be read: {error.strerror}", code=USAGE)
    except (ValueError, RecursionError) as error:
        fail(f"{path} is not JSON: {error}", code=USAGE)
