"""A deck of Cover Up as a command line names it: a file, or the house deck."""

from __future__ import annotations

from pathlib import Path

from covergames.commands.failure import USAGE, fail
from covergames.coverup import Deck, DeckError, house_deck, load_deck
from covergames.coverup.deck import HOUSE
from covergames.text import catalog, text


def chosen_deck(file: str | None) -> Deck:
    """Return the deck in the file, or the house deck: without a file, or for ``house`` if there is no such file.

    Raises:
        typer.Exit: the file cannot be read or is not a valid deck.
    """
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


def symbol_names(deck: Deck, language: str) -> tuple[str, ...]:
    """Return the names of the symbols: translated if the catalog has them, otherwise as the deck names them."""
    known = catalog(language)
    return tuple(text(f"symbol.{name}", language) if f"symbol.{name}" in known else name for name in deck.symbols)
