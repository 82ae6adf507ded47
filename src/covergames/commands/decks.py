"""A deck of Cover Up, as a command line names it: a file, or the house deck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from covergames.commands.failure import USAGE, fail

if TYPE_CHECKING:
    from covergames.coverup import Deck
    from covergames.game import Data

DeckFile: TypeAlias = Annotated[
    str | None, typer.Option("--deck", metavar="FILE", help="Cover Up with the deck in this file.")
]


def chosen_deck(file: str | None) -> Deck:
    """The deck in the file; without one, or for the word house if no file is called so, the house deck."""
    from covergames.coverup import DeckError, house_deck, load_deck
    from covergames.coverup.deck import HOUSE

    if file is None:
        return house_deck()
    path = Path(file)
    if file == HOUSE and not path.exists():
        return house_deck()
    try:
        return load_deck(path)
    except DeckError as error:
        fail(f"{path}: {error}", code=USAGE)
    except OSError as error:
        fail(f"{path} cannot be read: {error.strerror}", code=USAGE)


def with_deck(options: Data, file: str | None, game: str) -> Data:
    """The options of a table with the deck of that file, if there is one."""
    from covergames.coverup import NAME, write_deck

    if file is None:
        return options
    if game != NAME:
        fail(f"--deck {file}: only {NAME} can be played with another deck, not {game}", code=USAGE)
    if "deck" in options:
        fail(f"--deck {file}: the deck is among the options already", code=USAGE)
    return {**options, "deck": write_deck(chosen_deck(file))}


def symbol_names(deck: Deck, language: str) -> tuple[str, ...]:
    """What the symbols are called: those that we know in the language asked for, others as the deck names them."""
    from covergames.text import catalog, text

    known = catalog(language)
    return tuple(text(f"symbol.{name}", language) if f"symbol.{name}" in known else name for name in deck.symbols)
