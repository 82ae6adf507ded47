"""An observation of Cover Up for people: as text, and as a picture of the observer's pile and hand."""

from __future__ import annotations

from typing import Final

import numpy as np

from covergames.coverup.cards import COLUMNS, HAND, ROWS
from covergames.envs.coverup.actions import BOARD
from covergames.envs.coverup.features import FEATURES
from covergames.envs.feature import Bytes, read_features
from covergames.envs.table import Picture

_SYMBOLS: Final = ".123456"
_COLOURS: Final = np.array(
    [(250, 250, 246), (230, 160, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (0, 114, 178), (213, 94, 0)],
    np.uint8,
)
"""The square without a symbol, then a colour for each symbol, which people with colour blindness can tell apart."""
SQUARE: Final = 16


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
    """Return an observation as a picture: the observer's hand above the board; a symbol is a disc with as many dots."""
    seen = read_features(FEATURES, observation)
    hand = np.array(seen["squares"][: HAND * ROWS * COLUMNS]).reshape(HAND, ROWS, COLUMNS)
    squares = np.zeros((BOARD + ROWS + 1, HAND * (COLUMNS + 1)), np.uint8)
    for number in range(HAND):
        squares[:ROWS, number * (COLUMNS + 1) : number * (COLUMNS + 1) + COLUMNS] = hand[number]
    squares[ROWS + 1 :, :BOARD] = np.array(seen["board"]).reshape(BOARD, BOARD).T
    y, x = np.mgrid[:SQUARE, :SQUARE] - SQUARE // 2
    disc = np.tile(x * x + y * y < 42, squares.shape)
    symbols = np.kron(squares, np.ones((SQUARE, SQUARE), np.uint8))
    drawn: Picture = np.where(disc[..., None], _COLOURS[symbols], _COLOURS[0])
    for (row, column), symbol in np.ndenumerate(squares):
        for dot in range(symbol):
            top, left = row * SQUARE + 5 + 3 * (dot // 3), column * SQUARE + 4 + 3 * (dot % 3)
            drawn[top : top + 2, left : left + 2] = 0
    return drawn
