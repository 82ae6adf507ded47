"""Cover Up cards drawn as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from covergames.coverup import Deck
from covergames.coverup.cards import COLUMNS, Colour
from covergames.terminal.coverup.cards import BORDERS, INKS

PAPERS: Final[Mapping[Colour, str]] = {Colour.GREEN: "#e3f4e1", Colour.YELLOW: "#fdf6d3", Colour.RED: "#fbe3e1"}
SQUARE_PIXELS: Final = 22
SHAPES: Final = (
    '<circle cx="11" cy="11" r="7"/>',
    '<path d="M11 3 19 18H3z"/>',
    '<rect x="4.5" y="4.5" width="13" height="13"/>',
    '<path d="M11 2.5l2.4 5.6 6.1.5-4.6 4 1.4 6L11 15.4 5.7 18.6l1.4-6-4.6-4 6.1-.5z"/>',
    '<path d="M11 18.5C4 13 3 10 3 8a4 4 0 0 1 8-1.5A4 4 0 0 1 19 8c0 2-1 5-8 10.5z"/>',
    '<path d="M11 2C14 7 17 10 17 13.5a6 6 0 0 1-12 0C5 10 8 7 11 2z"/>',
)


def deck_svg(deck: Deck, names: Sequence[str], across: int = 9) -> str:
    """Return an SVG of all cards in rows, each with its id, and a legend of the symbols."""
    width, height = COLUMNS * SQUARE_PIXELS + 20, 2 * SQUARE_PIXELS + 34
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
            f'<rect width="{COLUMNS * SQUARE_PIXELS}" height="{2 * SQUARE_PIXELS}" rx="4" fill="{PAPERS[face.colour]}" stroke="{BORDERS[face.colour]}"/>'
        )
        for place, symbol in enumerate(face.squares):
            if symbol:
                parts.append(
                    f'<use href="#s{symbol}" x="{place % COLUMNS * SQUARE_PIXELS}" y="{place // COLUMNS * SQUARE_PIXELS}"/>'
                )
        parts.append("</g>")
    for number, name in enumerate(names, start=1):
        x, y = 10 + (number - 1) * 120, rows * height + 10
        parts.append(f'<use href="#s{number}" x="{x}" y="{y}"/><text x="{x + 28}" y="{y + 15}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
