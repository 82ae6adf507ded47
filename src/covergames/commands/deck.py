"""``covergames deck``: check a deck file, and draw its cards."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from covergames.commands.drawing import deck_svg
from covergames.commands.failure import USAGE, fail
from covergames.coverup import Colour, Deck, DeckError, house_deck, load_deck
from covergames.coverup.cards import likeness
from covergames.terminal.coverup_cards import card_lines, glyphs_for


class Task(Enum):
    """What to do with a deck."""

    CHECK = "check"
    SHOW = "show"


def deck(
    task: Annotated[Task, typer.Argument(help="check: is it a Cover Up deck? show: draw its cards.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="A deck file, or the word house for the house deck.")],
    *,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw into this SVG file instead.")] = None,
) -> None:
    """Check a deck of Cover Up, or draw its cards."""
    found = _load(file)
    if task is Task.CHECK:
        print(f"{found.name}: {len(found.faces)} cards, 36 of each colour (CU-C1)")
        for note in notes(found):
            print(note)
    elif svg is None:
        _draw(found)
    else:
        try:
            svg.write_text(deck_svg(found), encoding="utf-8")
        except OSError as error:
            fail(f"{svg} cannot be written: {error.strerror}", code=USAGE)


def notes(found: Deck) -> list[str]:
    """What a deck may do and the house deck does not: uneven symbols, and cards that look alike (CU-C2)."""
    remarks = []
    for colour in Colour:
        counts = Counter(symbol for card in found.of_colour(colour) for symbol in found.squares(card) if symbol)
        if len({counts[symbol] for symbol in range(1, 7)}) > 1:
            listed = ", ".join(f"{name} {counts[number]}" for number, name in enumerate(found.symbols, start=1))
            remarks.append(f"note: {colour.value} cards do not have all symbols equally often: {listed}")
    first: dict[object, str] = {}
    for face in found.faces:
        look = likeness(face.squares)
        if look in first:
            remarks.append(f"note: card {face.id!r} is card {first[look]!r} turned or flipped")
        first.setdefault(look, face.id)
    return remarks


def _draw(found: Deck) -> None:
    console = Console(highlight=False)
    glyphs = glyphs_for(console.encoding)
    across = max(1, console.width // 12)
    console.print(f"{found.name}: " + ", ".join(f"{glyphs[n]} {name}" for n, name in enumerate(found.symbols)))
    for colour in Colour:
        cards = found.of_colour(colour)
        for start in range(0, len(cards), across):
            drawn = [card_lines(card, found, glyphs) for card in cards[start : start + across]]
            console.print()
            for lines in zip(*drawn, strict=True):
                console.print(Text("   ").join(lines))


def _load(file: str) -> Deck:
    path = Path(file)
    if file == "house" and not path.exists():
        return house_deck()
    try:
        return load_deck(path)
    except DeckError as error:
        fail(f"{path}: {error}", code=USAGE)
    except OSError as error:
        fail(f"{path} cannot be read: {error.strerror}", code=USAGE)
