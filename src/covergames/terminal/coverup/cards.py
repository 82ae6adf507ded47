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
"""The symbols 1 to 6."""
DIGITS: Final = "123456"
"""The symbols in a terminal that cannot show the glyphs."""
INKS: Final = ("#e69f00", "#56b4e9", "#009e73", "#d55e00", "#cc79a7", "#8878c3")
"""The colour of each symbol. Colour-blind people can tell them apart; the shapes say the same."""
BORDERS: Final[Mapping[Colour, str]] = {Colour.GREEN: "green", Colour.YELLOW: "yellow", Colour.RED: "red"}


def glyphs_for(encoding: str | None) -> str:
    """Return the glyphs if the terminal's encoding has them, and digits otherwise."""
    try:
        GLYPHS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return DIGITS
    return GLYPHS


def card_lines(card: Card, deck: Deck, glyphs: str = GLYPHS) -> list[Text]:
    """Return three lines: the id, and the two rows of squares."""
    face = deck[card]
    lines = [Text(f"{face.id:<{2 * COLUMNS}}", style=f"bold {BORDERS[face.colour]}")]
    for row in (face.squares[:COLUMNS], face.squares[COLUMNS:]):
        line = Text()
        for symbol in row:
            line.append(f"{glyphs[symbol - 1]} " if symbol else "· ", style=ink(symbol))
        lines.append(line)
    return lines


def pile_lines(pile: Pile, deck: Deck, glyphs: str = GLYPHS) -> list[Text]:
    """Return the pile seen from above: each symbol, followed by the number of cards that show it, if more than one.

    Cards that lie far apart are drawn closer together: the table is unbounded, a terminal is not.
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
    """Return the coordinates in order, with one None in place of each gap."""
    found: list[int | None] = []
    last: int | None = None
    for coordinate in sorted(coordinates):
        if last is not None and coordinate > last + 1:
            found.append(None)
        found.append(coordinate)
        last = coordinate
    return found


def ink(symbol: int) -> Style:
    """Return the style of a symbol; 0 is an empty square."""
    return Style(color=INKS[symbol - 1], bold=True) if symbol else Style(dim=True)
