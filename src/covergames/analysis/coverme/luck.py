"""The luck-corrected result: the share of the victory, less the luck of the deal and of every draw.

A chance correction in the manner of AIVAT. For each step in which cards leave a pile, the same decision is carried out again with
the pile in other orders. The luck of the step is the value of what came, less the mean value of all orders. Orders that nobody
knows are equally likely, whichever of them came: so the luck has the mean 0, and the corrected result the mean of the plain one,
whatever the value function is. A good value function only makes the spread smaller.

The luck looks at all hands, which no decision is judged by.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Final

from covergames import coverme
from covergames.bots.coverme.editor import PLAYOUT_SEASONS
from covergames.coverme import Action, Card, Clothes, Event, State
from covergames.coverme.cards import CLOTHES
from covergames.game import Seat
from covergames.kernel import Position, shuffled_prospects
from covergames.kernel import _table as k
from covergames.kernel.colours import Colours
from covergames.kernel.position import chance
from covergames.record import Moment

ORDERS: Final = 6
"""So many orders are compared, the actual one included."""
WEIGHT: Final = 0.8
"""The share of the measured luck that is taken off the result: less than all, because the rest is noise."""
_NEXT_COLOURS: Final = frozenset({Clothes.GREEN, Clothes.BLACK, Clothes.WHITE})


def luck(moments: Sequence[Moment[State, Action | None, Event]], *, seed: int, playouts: int) -> list[float]:
    """Return the luck of each seat in the whole game, in shares of the victory."""
    first = moments[0].state
    found = [0.0] * first.players
    deals = [Position.deal(first.players, first.options, seed=f"{seed} deal {n}") for n in range(1, ORDERS)]
    _add(found, Position.of(first), deals, seed=f"{seed} deal", playouts=playouts)
    for before, moment in pairwise(moments):
        if _drew(before.state, moment.state):
            assert moment.seat is not None
            assert moment.action is not None
            groups = unknown_orders(before.state)
            others = [
                _again(before.state, groups, moment.seat, moment.action, seed=f"{seed} {moment.index} {n}")
                for n in range(1, ORDERS)
            ]
            _add(found, Position.of(moment.state), others, seed=f"{seed} {moment.index}", playouts=playouts)
    return found


def unknown_orders(state: State) -> list[list[int]]:
    """Return groups of places on the kernel's table: all orders of the cards of a group are equally likely to everybody.

    Excepted are places that somebody knows. The face-down pile has one group for the cards that came from next piles (CM-Y1), by
    colour, and one for those that were shuffled into it.
    """
    known = 0
    for cards in state.knows:
        known |= cards
    coloured = Colours(coverme.view(state, None)).of_face_down()
    height = len(state.face_down)
    groups: dict[object, list[int]] = {}
    for place, card in enumerate(state.face_down):
        if not known >> card & 1:
            depth = height - 1 - place
            segment = coloured[depth] if depth < len(coloured) else None
            groups.setdefault(("face-down", segment), []).append(k.FACE_DOWN + place)
    for place, card in enumerate(state.next_pile):
        if not known >> card & 1:
            groups.setdefault("next", []).append(k.NEXT + place)
    for number, pile in enumerate(state.set_aside):
        groups[number] = [k.SET_ASIDE + k.COLOURED * number + place for place in range(len(pile))]
    groups["fictional"] = [k.FICTIONAL_PILE + place for place in range(len(state.fictional_pile))]
    return [group for group in groups.values() if group]


def _again(state: State, groups: Sequence[Sequence[int]], seat: Seat, action: Action, *, seed: str) -> Position:
    """Return the position after the same decision with the unknown orders shuffled."""
    position = Position.of(state)
    table = position.table
    table[k.CHANCE] = chance(seed)
    for group in groups:
        cards = [table[place] for place in group]
        table.redeal(k.Unseen(list(group), [k.NOBODY] * len(group), cards, placed=0, chosen=0, voted=0))
    position.apply(seat, action)
    return position


def _add(found: list[float], actual: Position, others: Sequence[Position], *, seed: str, playouts: int) -> None:
    """Add the luck of one step: the value of the actual position, less the mean over it and the others."""
    values = [_value(position, seed, playouts) for position in (actual, *others)]
    for seat in range(actual.players):
        found[seat] += values[0][seat] - sum(value[seat] for value in values) / len(values)


def _value(position: Position, seed: str, playouts: int) -> list[float]:
    """Return each seat's value; the same seed for all positions of a step, so that only their cards make a difference."""
    found = shuffled_prospects(position, _orders(position), seasons=PLAYOUT_SEASONS, seed=seed)
    return [sum(column) / playouts for column in zip(*islice(found, playouts), strict=True)]


def _orders(position: Position) -> list[list[int]]:
    """Return groups of places to shuffle in playouts: the piles, with what lies on the face-down pile in one next colour apart."""
    table = position.table
    height = table[k.FACE_DOWN_COUNT]
    top = height
    while top > 0 and _colour(table[k.FACE_DOWN + top - 1]) in _NEXT_COLOURS & {
        _colour(table[k.FACE_DOWN + height - 1])
    }:
        top -= 1
    groups = [
        [k.FACE_DOWN + place for place in range(top)],
        [k.FACE_DOWN + place for place in range(top, height)],
        [k.NEXT + (table[k.NEXT_BOTTOM] + place) % k.RING for place in range(table[k.NEXT_COUNT])],
        [k.FICTIONAL_PILE + place for place in range(table[k.FICTIONAL_COUNT])],
    ]
    return [group for group in groups if group]


def _colour(card: int) -> Clothes:
    return CLOTHES[Card(card)]


def _drew(before: State, after: State) -> bool:
    """Return whether a card has left a pile whose order nobody knows."""
    return (before.face_down, before.next_pile, before.fictional_pile) != (
        after.face_down,
        after.next_pile,
        after.fictional_pile,
    )
