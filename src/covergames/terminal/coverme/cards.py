"""Cover Me's cards as terminal text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.text import Text

from covergames.coverme.cards import CLOTHES, Clothes
from covergames.coverme.notation import card_text, parse_card
from covergames.terminal.coverme.words import UNKNOWN
from covergames.terminal.look import FAINT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from covergames.coverme.cards import Card

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

_CARD: Final = re.compile(r"\b[YRBGKW][brk][sml][qdt]\b")


def chip(card: Card | None) -> Text:
    """Return a card as its four letters on the colour of its clothes."""
    if card is None:
        return Text().append(f" {UNKNOWN} ", style="reverse dim")
    return Text().append(f" {card_text(card)} ", style=INK[CLOTHES[card]])


def uncounted(card: Card | None) -> Text:
    """Return a cover that does not count yet, in brackets."""
    letters = UNKNOWN if card is None else card_text(card)
    return Text().append(f"({letters})", style=FAINT if card is None else EDGE[CLOTHES[card]])


def prose(sentence: str) -> Text:
    """Return a sentence in which the cards are coloured."""
    shown = Text(sentence)
    for found in _CARD.finditer(sentence):
        shown.stylize(INK[CLOTHES[parse_card(found.group())]], found.start(), found.end())
    return shown
