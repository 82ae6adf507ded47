"""The luck-corrected result: the share of the victory, less a fixed part of the luck of the deal and of every draw.

A chance correction in the manner of AIVAT. A step in which cards leave a pile is carried out again with the piles in other orders, and
everybody follows the plan afterwards: once as shuffled, and once more with the actual cards in their places, all else being equal. The luck
of the step is the mean difference. Orders that nobody knows are equally likely, whichever of them came: so the luck has the mean 0, and the
corrected result the mean of the plain one, whatever the value function is. A good value function only makes the spread smaller.

The luck looks at all hands, which no decision is judged by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from covergames import coverme
from covergames.analysis.coverme.calibration import Calibration, calibration
from covergames.analysis.coverme.values import FEWEST_WORLDS, Effort
from covergames.bots.coverme.editor import PLAYOUT_SEASONS
from covergames.coverme import Action, Card, Event, State
from covergames.kernel import Orders, Position
from covergames.kernel import _table as k
from covergames.kernel.colours import Colours
from covergames.kernel.worlds import Prospects
from covergames.record import Moment

WEIGHT: Final = 0.35
"""The share of the luck that is taken off the result: it made the spread of 85 games of `plan` and `editor:60p` smallest."""
CoverMeMoment: TypeAlias = Moment[State, Action | None, Event]
Compare: TypeAlias = Callable[[], tuple[Prospects, Prospects]]
"""Plays out one world, with and without the actual cards."""


def luck(moments: Sequence[CoverMeMoment], effort: Effort, tick: Callable[[], None], *, seed: int | str) -> list[float]:
    """Return the luck of each seat in the whole game, in shares of the victory."""
    found = luck_of_deal(moments[0].state, effort, seed=seed)
    for before, moment in pairwise(moments):
        for seat, more in enumerate(luck_of_step(before.state, moment, effort, seed=seed)):
            found[seat] += more
        tick()
    return found


def luck_of_deal(state: State, effort: Effort, *, seed: int | str) -> list[float]:
    """Return how much better the deal is for each seat than others with the same starting seat."""
    orders = Orders(Position.of(state), unknown_orders(state), seasons=PLAYOUT_SEASONS, seed=f"{seed} deal")
    return _mean_difference(orders.dealt, calibration(state, PLAYOUT_SEASONS), effort)


def luck_of_step(state: State, moment: CoverMeMoment, effort: Effort, *, seed: int | str) -> list[float]:
    """Return how much better the cards that left a pile are for each seat than others; empty: no card did."""
    groups = unknown_orders(state)
    actual = drawn(groups, state, moment.state)
    if not actual:
        return []
    assert moment.seat is not None
    assert moment.action is not None
    then = [(moment.seat, moment.action)]
    name = f"{seed} {moment.index}"
    orders = Orders(Position.of(state), groups, seasons=PLAYOUT_SEASONS, seed=name, then=then, actual=actual)
    return _mean_difference(orders.compared, calibration(state, PLAYOUT_SEASONS), effort)


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


def drawn(groups: Sequence[Sequence[int]], before: State, after: State) -> list[tuple[int, Card]]:
    """Return the places of these groups whose cards are in no pile after the step, with the cards."""
    table = Position.of(before).table
    piles = {
        *after.face_down,
        *after.next_pile,
        *after.fictional_pile,
        *(card for pile in after.set_aside for card in pile),
    }
    return [(place, card) for group in groups for place in group if (card := Card(table[place])) not in piles]


def _mean_difference(compare: Compare, calibrated: Calibration, effort: Effort) -> list[float]:
    """Return by seat how much better the actual cards are."""
    spending = effort.draw().begin()
    totals: list[float] = []
    tried = 0
    while tried < FEWEST_WORLDS or spending.share(tried) < 1.0:
        actual, other = compare()
        shares = calibrated.shares(actual.final), calibrated.shares(other.final)
        gained = [one - two for one, two in zip(*shares, strict=True)]
        totals = [total + more for total, more in zip(totals, gained, strict=True)] if totals else gained
        tried += 1
    return [total / tried for total in totals]
