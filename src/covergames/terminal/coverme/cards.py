"""Cover Me's cards as terminal text."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from rich.style import Style
from rich.text import Text

from covergames.coverme.cards import CLOTHES, PATTERN, Clothes, Pattern
from covergames.coverme.notation import card_text, parse_card
from covergames.terminal.coverme.words import UNKNOWN
from covergames.terminal.look import FAINT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from covergames.coverme.cards import Card, Characteristic

INK: Final[Mapping[Clothes, str]] = {
    Clothes.YELLOW: "black on #f2c94c",
    Clothes.RED: "white on #c0392b",
    Clothes.BLUE: "white on #2f6fbf",
    Clothes.GREEN: "black on #58b878",
    Clothes.BLACK: "white on #3a3a3a",
    Clothes.WHITE: "black on #f4f4f4",
}
EDGE: Final[Mapping[Clothes, str]] = {
    Clothes.YELLOW: "#f2c94c",
    Clothes.RED: "#e05a4b",
    Clothes.BLUE: "#5b9be6",
    Clothes.GREEN: "#58b878",
    Clothes.BLACK: "#8a8a8a",
    Clothes.WHITE: "#f4f4f4",
}

_COLOURS: Final[Mapping[str, Mapping[str, str]]] = json.loads(
    (files("covergames.coverme") / "pattern_colours.json").read_text(encoding="utf-8")
)
PATTERN_INK: Final[Mapping[Pattern, Style]] = {
    pattern: Style(color="black", bgcolor=_COLOURS[pattern.value]["ground"]) for pattern in Pattern
}
"""The letter of a pattern on its printed colour (CM-C1)."""
FIGURE_INK: Final[Mapping[Pattern, Style]] = {
    pattern: Style(color=_COLOURS[pattern.value]["figure"], bgcolor=_COLOURS[pattern.value]["ground"])
    for pattern in Pattern
}
FIGURES: Final[Mapping[Characteristic, str]] = {Pattern.SQUARED: "■", Pattern.DIAMOND: "◆", Pattern.STRIPED: "▌"}
ASCII_FIGURES: Final[Mapping[Characteristic, str]] = {Pattern.SQUARED: "#", Pattern.DIAMOND: "+", Pattern.STRIPED: "|"}

_CARD: Final = re.compile(r"\b[YRBGKW][brk][sml][qdt]\b")


def chip(card: Card | None) -> Text:
    """Return a card as its four letters: three on the colour of its clothes, the last on that of its pattern (CM-C1)."""
    if card is None:
        return Text().append(f" {UNKNOWN} ", style="reverse dim")
    letters = card_text(card)
    return (
        Text()
        .append(f" {letters[:-1]}", style=INK[CLOTHES[card]])
        .append(f"{letters[-1]} ", style=PATTERN_INK[PATTERN[card]])
    )


def figure(characteristic: Characteristic, *, ascii_only: bool) -> str:
    """Return the sign of a pattern, and a blank for any other characteristic."""
    return (ASCII_FIGURES if ascii_only else FIGURES).get(characteristic, " ")


def colour_figure(text: Text, characteristic: Characteristic, at: int) -> None:
    """Give the sign at this place the printed colours of its pattern (CM-C1); other characteristics have none."""
    if isinstance(characteristic, Pattern):
        text.stylize(FIGURE_INK[characteristic], at, at + 1)


def uncounted(card: Card | None) -> Text:
    """Return a cover that does not count yet, in brackets."""
    letters = UNKNOWN if card is None else card_text(card)
    return Text().append(f"({letters})", style=FAINT if card is None else EDGE[CLOTHES[card]])


def prose(sentence: str) -> Text:
    """Return a sentence in which the cards are coloured."""
    shown = Text(sentence)
    for found in _CARD.finditer(sentence):
        card = parse_card(found.group())
        shown.stylize(INK[CLOTHES[card]], found.start(), found.end() - 1)
        shown.stylize(PATTERN_INK[PATTERN[card]], found.end() - 1, found.end())
    return shown
