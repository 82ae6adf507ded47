"""``covergames deck``: check a deck file, or draw its cards."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from covergames.commands.coverup.decks import chosen_deck, symbol_names
from covergames.commands.coverup.drawing import deck_svg
from covergames.commands.failure import USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.coverup import Colour, Deck
from covergames.coverup.cards import CARDS_PER_COLOUR, likeness
from covergames.terminal.console import live_console
from covergames.terminal.coverup.cards import card_lines, glyphs_for
from covergames.text import text


class Task(Enum):
    """What to do with a deck."""

    CHECK = "check"
    SHOW = "show"


def deck(
    task: Annotated[Task, typer.Argument(help="check: is it a valid deck? show: draw its cards.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="A deck file, or house for the house deck.")],
    *,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw into this SVG file instead.")] = None,
    language: Language = None,
) -> None:
    """Check a deck of Cover Up, or draw its cards."""
    spoken = chosen_language(language)
    found = chosen_deck(file)
    if task is Task.CHECK:
        console = live_console()
        console.out(text("deck.fine", spoken, name=found.name, cards=len(found.faces), each=CARDS_PER_COLOUR))
        for note in notes(found, spoken):
            console.out(note)
    elif svg is None:
        _draw(found, spoken)
    else:
        try:
            svg.write_text(deck_svg(found, symbol_names(found, spoken)), encoding="utf-8")
        except OSError as error:
            fail(f"{svg} cannot be written: {error.strerror}", code=USAGE)


def notes(found: Deck, language: str = "en") -> list[str]:
    """Return remarks on a valid deck: symbols in unequal numbers, and cards that look alike (CU-C2)."""
    remarks = []
    for colour in Colour:
        counts = Counter(symbol for card in found.of_colour(colour) for symbol in found.squares(card) if symbol)
        if len({counts[symbol] for symbol in range(1, 7)}) > 1:
            names = symbol_names(found, language)
            listed = ", ".join(f"{name} {counts[number]}" for number, name in enumerate(names, start=1))
            remarks.append(text("deck.uneven", language, colour=colour.value, counts=listed))
    first: dict[object, str] = {}
    for face in found.faces:
        look = likeness(face.squares)
        if look in first:
            remarks.append(text("deck.alike", language, card=face.id, other=first[look]))
        first.setdefault(look, face.id)
    return remarks


def _draw(found: Deck, language: str) -> None:
    console = live_console()
    glyphs = glyphs_for(console.encoding)
    across = max(1, console.width // 12)
    console.print(
        f"{found.name}: " + ", ".join(f"{glyphs[n]} {name}" for n, name in enumerate(symbol_names(found, language)))
    )
    for colour in Colour:
        cards = found.of_colour(colour)
        for start in range(0, len(cards), across):
            drawn = [card_lines(card, found, glyphs) for card in cards[start : start + across]]
            console.print()
            for lines in zip(*drawn, strict=True):
                console.print(Text("   ").join(lines))
