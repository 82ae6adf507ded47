"""Cover Up cards and piles drawn for a terminal and as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
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
PAPERS: Final[Mapping[Colour, str]] = {Colour.GREEN: "#e3f4e1", Colour.YELLOW: "#fdf6d3", Colour.RED: "#fbe3e1"}


def glyphs_for(encoding: str | None) -> str:
    """The glyphs if the terminal's encoding has them, else digits."""
    try:
        GLYPHS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return DIGITS
    return GLYPHS


def card_text(card: Card, deck: Deck, glyphs: str = GLYPHS) -> list[Text]:
    """Three lines: the id, and the two rows of squares."""
    face = deck[card]
    lines = [Text(f"{face.id:<{2 * COLUMNS}}", style=f"bold {BORDERS[face.colour]}")]
    for row in (face.squares[:COLUMNS], face.squares[COLUMNS:]):
        line = Text()
        for symbol in row:
            line.append(f"{glyphs[symbol - 1]} " if symbol else "· ", style=_ink(symbol))
        lines.append(line)
    return lines


def pile_text(pile: Pile, deck: Deck, glyphs: str = GLYPHS) -> list[Text]:
    """The pile seen from above: each symbol, and after it on how many cards it lies if on more than one."""
    seen = visible(pile, deck)
    depth = Counter(square for at in pile for square in symbols_of(at, deck))
    covered = {(at.x + dx, at.y + dy) for at in pile for dx in range(size(at)[0]) for dy in range(size(at)[1])}
    if not covered:
        return []
    lines = []
    for y in range(min(y for _, y in covered), max(y for _, y in covered) + 1):
        line = Text()
        for x in range(min(x for x, _ in covered), max(x for x, _ in covered) + 1):
            if (x, y) in seen:
                symbol = seen[x, y]
                line.append(glyphs[symbol - 1], style=_ink(symbol))
                line.append(f"{depth[x, y]} " if depth[x, y] > 1 else "  ", style="dim")
            else:
                line.append("·  " if (x, y) in covered else "   ", style="dim")
        lines.append(line)
    return lines


def _ink(symbol: int) -> Style:
    return Style(color=INKS[symbol - 1], bold=True) if symbol else Style(dim=True)


SQUARE: Final = 22
"""The side of a square in an SVG."""
SHAPES: Final = (
    '<circle cx="11" cy="11" r="7"/>',
    '<path d="M11 3 19 18H3z"/>',
    '<rect x="4.5" y="4.5" width="13" height="13"/>',
    '<path d="M11 2.5l2.4 5.6 6.1.5-4.6 4 1.4 6L11 15.4 5.7 18.6l1.4-6-4.6-4 6.1-.5z"/>',
    '<path d="M11 18.5C4 13 3 10 3 8a4 4 0 0 1 8-1.5A4 4 0 0 1 19 8c0 2-1 5-8 10.5z"/>',
    '<path d="M11 2C14 7 17 10 17 13.5a6 6 0 0 1-12 0C5 10 8 7 11 2z"/>',
)


def deck_svg(deck: Deck, across: int = 9) -> str:
    """All cards of the deck in rows, each with its id; a legend names the symbols."""
    width, height = COLUMNS * SQUARE + 20, 2 * SQUARE + 34
    rows = -(-len(deck.faces) // across)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across * width} {rows * height + 40}" '
        'font-family="sans-serif" font-size="11">',
        f"<title>{escape(deck.name)}</title>",
    ]
    symbols = enumerate(zip(INKS, SHAPES, strict=True), start=1)
    parts += [f'<defs><g id="s{number}" fill="{ink}">{shape}</g></defs>' for number, (ink, shape) in symbols]
    for index, face in enumerate(deck.faces):
        x, y = index % across * width + 10, index // across * height + 20
        parts.append(f'<g transform="translate({x} {y})"><text y="-4">{escape(face.id)}</text>')
        parts.append(
            f'<rect width="{COLUMNS * SQUARE}" height="{2 * SQUARE}" rx="4" fill="{PAPERS[face.colour]}" stroke="{BORDERS[face.colour]}"/>'
        )
        for place, symbol in enumerate(face.squares):
            if symbol:
                parts.append(f'<use href="#s{symbol}" x="{place % COLUMNS * SQUARE}" y="{place // COLUMNS * SQUARE}"/>')
        parts.append("</g>")
    for number, name in enumerate(deck.symbols, start=1):
        x, y = 10 + (number - 1) * 120, rows * height + 10
        parts.append(f'<use href="#s{number}" x="{x}" y="{y}"/><text x="{x + 28}" y="{y + 15}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
