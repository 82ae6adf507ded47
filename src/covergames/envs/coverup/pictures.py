"""An observation of Cover Up for people: as text, and as a picture of the observer's pile and hand."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from covergames.coverup.cards import COLUMNS, HAND, ROWS, Colour
from covergames.envs.coverup.actions import BOARD
from covergames.envs.coverup.features import FEATURES
from covergames.envs.drawing import card_art, rasterise
from covergames.envs.feature import Bytes, read_features
from covergames.envs.table import Picture

_SYMBOLS: Final = ".123456"
_COLOURS: Final = (None, *(colour.value for colour in Colour))
SQUARE: Final = 100
"""A square of a card in the units of its drawing."""
WIDTH: Final = 600
"""Of a picture, in pixels."""
_UPRIGHT: Final = f" rotate(90) translate(0 -{ROWS * SQUARE})"
"""Turns a card so that it stands in the same corner."""


def text(observation: Bytes) -> str:
    """Return an observation as lines of text; symbols are numbers."""
    seen = read_features(FEATURES, observation)
    (players,) = seen["players"]
    board = np.array(seen["board"]).reshape(BOARD, BOARD)
    hand = np.array(seen["squares"][: HAND * ROWS * COLUMNS]).reshape(HAND, ROWS, COLUMNS)
    lines = [
        f"round {seen['round'][0]} of 5, steps left: {seen['steps_left'][0]}",
        f"points, from you clockwise: {seen['totals'][:players]}; visible symbols: {seen['visible'][:players]}",
        *("   ".join("".join(_SYMBOLS[symbol] for symbol in card[row]) for card in hand) for row in range(ROWS)),
        *("".join(_SYMBOLS[symbol] for symbol in board[:, y]) for y in range(BOARD)),
    ]
    return "\n".join(lines)


def picture(observation: Bytes) -> Picture:
    """Return an observation as a picture: the observer's hand above its pile, with the cards as the browser draws them."""
    seen = read_features(FEATURES, observation)
    art = card_art(__package__)
    films = [_COLOURS[colour] for colour in seen["colours"][:HAND]]
    hand = np.array(seen["squares"][: HAND * ROWS * COLUMNS]).reshape(HAND, ROWS, COLUMNS)
    board = np.array(seen["board"]).reshape(BOARD, BOARD).T
    parts = ['<rect width="100%" height="100%" fill="#f6f3ee"/>']
    for number, colour in enumerate(films):
        if colour is not None:
            card = art["films"][colour] + _symbols(art, hand[number])
            parts.append(f'<g transform="translate({(COLUMNS + 1) * SQUARE * number} 0)">{card}</g>')
    placements = np.array(seen["placements"][: HAND * 4]).reshape(HAND, 4)
    lying = "".join(
        f'<g transform="translate({SQUARE * x} {SQUARE * y}){_UPRIGHT * (orientation % 2)}">{art["films"][films[card]]}</g>'
        for card in placements[:, 0].argsort()
        for place, orientation, x, y in [placements[card]]
        if place
    )
    parts.append(f'<g transform="translate(0 {SQUARE * (ROWS + 1)})">{lying}{_symbols(art, board)}</g>')
    size = SQUARE * HAND * (COLUMNS + 1), SQUARE * (BOARD + ROWS + 1)
    return rasterise("".join(parts), size=size, style=art["style"], width=WIDTH)


def _symbols(art: dict[str, Any], squares: npt.NDArray[Any]) -> str:
    """Return the symbols, each in its square."""
    return "".join(
        f'<g transform="translate({SQUARE * column} {SQUARE * row})">{art["symbols"][symbol - 1]}</g>'
        for (row, column), symbol in np.ndenumerate(squares)
        if symbol
    )
