"""The actions of Cover Up as numbers.

A card is named by its place in the hand, 0 to 4. Cards are laid on a board of 16 x 16 squares; the rules know no board, but
no sensible pile leaves this one. The first card of a pile has its top-left square at (6, 6).

| numbers | action |
|---|---|
| 0 to 10239 | lay: ``((card * 8 + orientation) * 16 + x) * 16 + y``; orientation ``4 * flip + turn`` (CU-P2) |
| 10240 to 10244 | lift a card (CU-P1) |
| 10245 | flip the hourglass (CU-H1) |
| 10246 | done (CU-H2) |
| 10247 | wait |
| 10248 to 10252 | give a card back (CU-N1) |
"""

from __future__ import annotations

from typing import Final

import numpy as np

from covergames.coverup import Action, Done, Flip, GiveBack, Lay, Lift, Placement, View
from covergames.coverup.cards import COLUMNS, HAND, ROWS
from covergames.coverup.placements import ORIENTATIONS, Places, places
from covergames.coverup.state import Phase
from covergames.envs.feature import Mask

BOARD: Final = 16
"""Squares across and down."""
CORNER: Final = 6
"""Where on the board the origin of the rules is."""
_LAYS: Final = HAND * len(ORIENTATIONS) * BOARD * BOARD
LIFT: Final = _LAYS
FLIP: Final = LIFT + HAND
DONE: Final = FLIP + 1
WAIT: Final = DONE + 1
GIVE_BACK: Final = WAIT + 1
ACTIONS: Final = GIVE_BACK + HAND
"""How many actions there are: ``Discrete(ACTIONS)``."""


def name_of(number: int) -> str:
    """Return what an action is called."""
    if number < LIFT:
        card, orientation, x, y = np.unravel_index(number, (HAND, len(ORIENTATIONS), BOARD, BOARD))
        flip, turn = ORIENTATIONS[orientation]
        return f"lay card {card}{' flipped' if flip else ''} turned {turn} at {x},{y}"
    if number < FLIP:
        return f"lift card {number - LIFT}"
    if number < GIVE_BACK:
        return {FLIP: "flip the hourglass", DONE: "done", WAIT: "wait"}[number]
    return f"give back card {number - GIVE_BACK}"


def legal_mask(view: View) -> Mask:
    """Return which actions the viewer may choose: 1 legal, 0 illegal. Waiting is legal while cards are laid."""
    mask = np.zeros(ACTIONS, np.int8)
    if view.seat is None or view.seat not in view.to_act:
        mask[WAIT] = 1
        return mask
    mine = view.seats[view.seat]
    if view.phase is Phase.LAY:
        mask[WAIT] = 1
        lays = mask[:_LAYS].reshape(HAND, len(ORIENTATIONS), BOARD, BOARD)
        for number, found in enumerate(places(mine.hand, mine.pile, view.options.deck)):
            _mark_lays(lays[number], found)
    for action in view.besides_lays:
        mask[action_id(view, action)] = 1
    return mask


def _mark_lays(lays: Mask, found: Places | list[Placement]) -> None:
    """Mark the places of one card that lie on the board."""
    if isinstance(found, Places):
        bits = np.frombuffer(found.bits.to_bytes(len(ORIENTATIONS) * found.side**2 // 8, "little"), np.uint8)
        on_table = np.unpackbits(bits, bitorder="little").reshape(len(ORIENTATIONS), found.side, found.side)
        left, top = found.left + CORNER, found.top + CORNER
        xs = slice(max(0, left), min(BOARD, left + found.side))
        ys = slice(max(0, top), min(BOARD, top + found.side))
        lays[:, xs, ys] = on_table[:, xs.start - left : xs.stop - left, ys.start - top : ys.stop - top]
    else:
        for at in found:
            if 0 <= at.x + CORNER < BOARD and 0 <= at.y + CORNER < BOARD:
                lays[4 * at.flip + at.turn, at.x + CORNER, at.y + CORNER] = 1
    lays[0::2, BOARD - COLUMNS + 1 :, :] = lays[0::2, :, BOARD - ROWS + 1 :] = 0
    lays[1::2, BOARD - ROWS + 1 :, :] = lays[1::2, :, BOARD - COLUMNS + 1 :] = 0


def action_id(view: View, action: Action) -> int:
    """Return the number of an action of the viewer.

    Raises:
        ValueError: it has no number, because it leaves the board or is the clock's.
    """
    assert view.seat is not None
    hand = view.seats[view.seat].hand
    match action:
        case Lay(at):
            x, y = at.x + CORNER, at.y + CORNER
            if not (0 <= x < BOARD and 0 <= y < BOARD):
                raise ValueError(f"{at!r} leaves the board of {BOARD} x {BOARD} squares")
            return ((hand.index(at.card) * len(ORIENTATIONS) + 4 * at.flip + at.turn) * BOARD + x) * BOARD + y
        case Lift(card):
            return LIFT + hand.index(card)
        case Flip():
            return FLIP
        case Done():
            return DONE
        case GiveBack(card):
            return GIVE_BACK + hand.index(card)
        case _:
            raise ValueError(f"{action!r} is the clock's")


def action_of(view: View, number: int, t: int) -> Action | None:
    """Return the action that a number means at time `t`; None: waiting.

    Raises:
        ValueError: the number is not legal now; the message names it.
    """
    if number not in range(ACTIONS) or not legal_mask(view)[number]:
        name = name_of(number) if number in range(ACTIONS) else "no action"
        raise ValueError(f"action {number} ({name}) is not legal")
    if number == WAIT:
        return None
    assert view.seat is not None
    hand = view.seats[view.seat].hand
    if number < LIFT:
        card, orientation, x, y = (
            int(part) for part in np.unravel_index(number, (HAND, len(ORIENTATIONS), BOARD, BOARD))
        )
        flip, turn = ORIENTATIONS[orientation]
        return Lay(Placement(hand[card], flip, turn, x - CORNER, y - CORNER), t)
    if number < FLIP:
        return Lift(hand[number - LIFT], t)
    if number == FLIP:
        return Flip(t)
    return Done(t) if number == DONE else GiveBack(hand[number - GIVE_BACK])
