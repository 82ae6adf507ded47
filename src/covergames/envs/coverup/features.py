"""What a seat of Cover Up observes, as an array of bytes: every feature with its name, meaning and rules."""

from __future__ import annotations

from typing import Final

import numpy as np

from covergames.coverup import Action, Colour, View, timing
from covergames.coverup.cards import COLUMNS, HAND, ROWS
from covergames.coverup.layout import Pile, at_origin, visible
from covergames.coverup.state import Phase
from covergames.envs.coverup.actions import BOARD, CORNER, action_id, legal_mask
from covergames.envs.feature import Bytes, Layout, numbered, write_features

STEP_MILLISECONDS: Final = 2000
"""How much time passes with each step: a quick player lays a card in two seconds."""
SEATS: Final = 6
_SQUARES: Final = ROWS * COLUMNS
_SEATED: Final = "by seat, clockwise from the observer; empty seats are 0"
_PHASES: Final = tuple(Phase)
_COLOURS: Final = (None, *Colour)

_LAYOUT: Final = Layout()
FEATURES: Final = (
    _LAYOUT.add("players", 1, "CU-C3", "the number of players"),
    _LAYOUT.add("round", 1, "CU-C3", "the round, 1 to 5"),
    _LAYOUT.add("phase", 1, "CU-R2 CU-N1", numbered(Phase)),
    _LAYOUT.add("assist", 1, "CU-H1", "1: an illegal pile cannot flip, and faults are shown"),
    _LAYOUT.add("steps_left", 1, "CU-H1 CU-H2", "steps until the deadline, at most 254; 255: there is none yet"),
    _LAYOUT.add("piles", 3, "CU-I1", "cards in the draw piles: green, yellow, red"),
    _LAYOUT.add("to_act", SEATS, "CU-H2 CU-N1", f"1: this seat is not locked, or has yet to give back, {_SEATED}"),
    _LAYOUT.add("flipped", SEATS, "CU-H1", f"1: this seat has flipped the hourglass, {_SEATED}"),
    _LAYOUT.add("totals", SEATS, "CU-S5", f"points of the rounds so far, {_SEATED}"),
    _LAYOUT.add("visible", SEATS, "CU-S3", f"visible symbols of the pile as it lies, {_SEATED}"),
    _LAYOUT.add("giving_back", HAND, "CU-N1 CU-I1", "1: the observer gives this card of its hand back"),
    _LAYOUT.add(
        "is_legal", HAND, "CU-P3 CU-P4", "by card of the observer's hand: 0 not laid or not shown, 1 faulty, 2 legal"
    ),
    _LAYOUT.add(
        "colours", SEATS * HAND, "CU-C1", f"colours of the cards in hand: 0 none, {numbered(Colour, 1)}; {_SEATED}"
    ),
    _LAYOUT.add(
        "squares",
        SEATS * HAND * _SQUARES,
        "CU-C2 CU-I1",
        f"the squares of the cards in hand, row by row: 0 empty, 1 to 6 a symbol; {_SEATED}",
    ),
    _LAYOUT.add(
        "placements",
        SEATS * HAND * 4,
        "CU-P1 CU-P2 CU-I1",
        "how each card in hand lies: its place in the pile (1 bottom), orientation (4 flip + turn), x, y; 0 not laid; the "
        f"observer's coordinates are the board's, those of others begin at their pile's corner; {_SEATED}",
    ),
    _LAYOUT.add(
        "board",
        BOARD * BOARD,
        "CU-S3",
        f"the observer's pile from above: {BOARD} columns of {BOARD} squares; 0 nothing, 1 to 6 a symbol",
    ),
)
"""All features, in the order of the array."""


def observe(view: View, now: int) -> Bytes:
    """Return what the viewer observes at the time `now`, in milliseconds since the round began.

    Raises:
        ValueError: the view is a spectator's.
    """
    if view.seat is None:
        raise ValueError("a spectator observes nothing: an observation is a seat's")
    seats = [(view.seat + step) % view.players for step in range(view.players)]
    deck = view.options.deck
    mine = view.seats[view.seat]
    colours = np.zeros((SEATS, HAND), np.uint8)
    squares = np.zeros((SEATS, HAND, _SQUARES), np.uint8)
    placements = np.zeros((SEATS, HAND, 4), np.uint8)
    for step, number in enumerate(seats):
        seat = view.seats[number]
        for place, card in enumerate(seat.hand):
            colours[step, place] = _COLOURS.index(deck[card].colour)
            squares[step, place] = deck.squares(card)
        pile = seat.pile if number == view.seat else at_origin(seat.pile)
        corner = CORNER if number == view.seat else 0
        for height, at in enumerate(pile, start=1):
            where = np.clip((at.x + corner, at.y + corner), 0, 255)
            placements[step, seat.hand.index(at.card)] = (height, 4 * at.flip + at.turn, *where)
    verdicts = {verdict.placement.card: verdict.is_legal for verdict in mine.verdicts or ()}

    def by_seat(numbers: list[int]) -> list[int]:
        return [*(numbers[number] for number in seats), *(0,) * (SEATS - len(seats))]

    return write_features(
        FEATURES,
        {
            "players": view.players,
            "round": view.round,
            "phase": _PHASES.index(view.phase),
            "assist": view.options.assist,
            "steps_left": _steps_left(view, now),
            "piles": [view.green, view.yellow, view.red],
            "to_act": by_seat([int(number in view.to_act) for number in range(view.players)]),
            "flipped": by_seat([int(seat.flipped) for seat in view.seats]),
            "totals": by_seat([seat.total for seat in view.seats]),
            "visible": by_seat([seat.visible for seat in view.seats]),
            "giving_back": [card == view.giving_back for card in mine.hand],
            "is_legal": [1 + verdicts[card] if card in verdicts else 0 for card in mine.hand],
            "colours": colours.ravel(),
            "squares": squares.ravel(),
            "placements": placements.ravel(),
            "board": _board(mine.pile, view).ravel(),
        },
    )


def examples(view: View, action: Action) -> list[tuple[Bytes, list[int], int]]:
    """Return an action as a step of an environment: observation, legal actions, action; none if the environment offers no such."""
    legal = np.flatnonzero(legal_mask(view)).tolist()
    try:
        number = action_id(view, action)
    except ValueError:
        return []
    t = timing.time_of(action)
    return [(observe(view, view.now if t is None else t), legal, number)] if number in legal else []


def _steps_left(view: View, now: int) -> int:
    if view.phase is not Phase.LAY:
        return 0
    if view.deadline is None:
        return 255
    return min(254, max(0, -(-(view.deadline - now) // STEP_MILLISECONDS)))


def _board(pile: Pile, view: View) -> Bytes:
    board = np.zeros((BOARD, BOARD), np.uint8)
    for (x, y), symbol in visible(pile, view.options.deck).items():
        if 0 <= x + CORNER < BOARD and 0 <= y + CORNER < BOARD:
            board[x + CORNER, y + CORNER] = symbol
    return board
