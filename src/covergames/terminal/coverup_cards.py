"""Cover Up's symbols, cards and piles as terminal text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from rich.style import Style
from rich.text import Text

from covergames.coverup import Card, Deck, Pile
from covergames.coverup.cards import COLUMNS, Colour
from covergames.coverup.layout import size, symbols_of, visible

GLYPHS: Final = "●▲■★♥♠"
"""The symbols 1 to 6 in a terminal."""
DIGITS: Final = "123456"
"""The same where the terminal cannot show them."""
INKS: Final = ("#e69f00", "#56b4e9", "#009e73", "#d55e00", "#cc79a7", "#8878c3")
"""A colour for each symbol, told apart by colour-blind eyes too; shape says the same."""
BORDERS: Final[Mapping[Colour, str]] = {Colour.GREEN: "green", Colour.YELLOW: "yellow", Colour.RED: "red"}


def glyphs_for(encoding: str | None) -> str:
    """The glyphs if the terminal's encoding has them, else digits."""
    try:
        GLYPHS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return DIGITS
    return GLYPHS


def card_lines(card: Card, deck: Deck, glyphs: str = GLYPHS) -> list[Text]:
    """Three lines: the id, and the two rows of squares."""
    face = deck[card]
    lines = [Text(f"{face.id:<{2 * COLUMNS}}", style=f"bold {BORDERS[face.colour]}")]
    for row in (face.squares[:COLUMNS], face.squares[COLUMNS:]):
        line = Text()
        for symbol in row:
            line.append(f"{glyphs[symbol - 1]} " if symbol else "· ", style=ink(symbol))
        lines.append(line)
    return lines


def pile_lines(pile: Pile, deck: Deck, glyphs: str = GLYPHS) -> list[Text]:
    """The pile seen from above: each symbol, and after it on how many cards it lies if on more than one.

    Cards that lie far apart are drawn closer: the table is unbounded, a terminal is not.
    """
    seen = visible(pile, deck)
    depth = Counter(square for at in pile for square in symbols_of(at, deck))
    covered = {(at.x + dx, at.y + dy) for at in pile for dx in range(size(at)[0]) for dy in range(size(at)[1])}
    if not covered:
        return []
    lines = []
    for y in _without_gaps({y for _, y in covered}):
        line = Text()
        for x in _without_gaps({x for x, _ in covered}):
            if x is None or y is None or (x, y) not in covered:
                line.append("   ")
            elif (x, y) in seen:
                symbol = seen[x, y]
                line.append(glyphs[symbol - 1], style=ink(symbol))
                line.append(f"{depth[x, y]} " if depth[x, y] > 1 else "  ", style="dim")
            else:
                line.append("·  ", style="dim")
        lines.append(line)
    return lines


def _without_gaps(coordinates: set[int]) -> list[int | None]:
    """In order; where some are missing, however many, a single None."""
    found: list[int | None] = []
    last: int | None = None
    for coordinate in sorted(coordinates):
        if last is not None and coordinate > last + 1:
            found.append(None)
        found.append(coordinate)
        last = coordinate
    return found


def ink(symbol: int) -> Style:
    """How a symbol is written; 0: an empty square."""
    return Style(color=INKS[symbol - 1], bold=True) if symbol else Style(dim=True)
