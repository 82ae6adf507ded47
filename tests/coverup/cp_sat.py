"""The best pile as a CP-SAT model, independent of the solver: to check it, and to compare their speed.

Each card has an orientation and a centre (x, y); a card aside is far from all others. For each pair of cards a table
says which relative placements agree, and which squares of the later card then lie on equal symbols of the earlier one;
a symbol is visible unless an earlier card has it too. The cards laid form a tree of links.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from covergames.coverup.layout import Pile, Placement, size, symbols_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from covergames.coverup.cards import Card
    from covergames.coverup.deck import Deck

NO_OVERLAP_SQUARES = 4
"""Cards do not overlap if their centres differ by this much in x or y."""
ORIENTATIONS = tuple(product((False, True), range(4)))


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of CP-SAT: `points` is the optimum if `proven`."""

    points: int
    proven: bool
    pile: Pile


def centred(card: Card, orientation: int, x: int, y: int) -> Placement:
    """Return the placement of a card whose centre is (x, y)."""
    flip, turn = ORIENTATIONS[orientation]
    width, height = size(Placement(card, flip, turn, 0, 0))
    return Placement(card, flip, turn, x - width // 2, y - height // 2)


def agreements(first: Card, second: Card, deck: Deck) -> list[tuple[int, ...]]:
    """Return rows without a conflict: two orientations, x, y, and the second card's symbols that lie on equal ones."""
    rows = []
    shifts = list(product(range(-NO_OVERLAP_SQUARES, NO_OVERLAP_SQUARES + 1), repeat=2))
    unders = [symbols_of(centred(first, below, 0, 0), deck) for below in range(8)]
    for above in range(8):
        over = [(square, symbol) for _, square, symbol in numbered(centred(second, above, 0, 0), deck)]
        for x, y in shifts:
            moved = [((across + x, down + y), symbol) for (across, down), symbol in over]
            for below, under in enumerate(unders):
                if all(under.get(square, symbol) == symbol for square, symbol in moved):
                    rows.append((below, above, x, y, *(int(square in under) for square, _ in moved)))
    return rows


def numbered(placement: Placement, deck: Deck) -> list[tuple[int, tuple[int, int], int]]:
    """Return the card's symbols in an order that does not depend on the orientation: number, square, symbol."""
    found = []
    for number, symbol in enumerate(deck.squares(placement.card)):
        if symbol:
            row, column = divmod(number, 4)
            across = 3 - column if placement.flip else column
            turns = ((across, row), (1 - row, across), (3 - across, 1 - row), (row, 3 - across))
            dx, dy = turns[placement.turn]
            found.append((number, (placement.x + dx, placement.y + dy), symbol))
    return found


def solve(hand: Sequence[Card], deck: Deck, *, seconds: float | None = None, below: int | None = None) -> Answer | None:
    """Return the best pile, or any with fewer than `below` points; None: there is none, or none was found in time."""
    hand = sorted(hand, key=lambda card: -deck[card].count)  # the most constraining cards first: this halves the time
    model = cp_model.CpModel()
    count = len(hand)
    reach = 3 * (count - 1)
    turned = [model.new_int_var(0, 7, f"turned{i}") for i in range(count)]
    laid = [model.new_bool_var(f"laid{i}") for i in range(count)]
    x, y = [], []
    for i in range(count):
        far = 10 * reach + 10 * i + 10
        x.append(model.new_int_var_from_domain(cp_model.Domain.from_intervals([[-reach, reach], [far, far]]), f"x{i}"))
        y.append(model.new_int_var(-reach, reach, f"y{i}"))
        model.add(x[i] <= reach).only_enforce_if(laid[i])
        model.add(x[i] == far).only_enforce_if(~laid[i])
        model.add(y[i] == 0).only_enforce_if(~laid[i])
        model.add(turned[i] == 0).only_enforce_if(~laid[i])
    model.add(turned[0] == 0)
    model.add(x[0] == 0).only_enforce_if(laid[0])
    model.add(y[0] == 0)
    model.add_at_least_one(laid)

    hidden: list[list[list[cp_model.IntVar]]] = [[[] for _ in range(deck[card].count)] for card in hand]
    linked: dict[tuple[int, int], cp_model.IntVar] = {}
    for j in range(count):
        for i in range(j):
            dx = model.new_int_var(-NO_OVERLAP_SQUARES, NO_OVERLAP_SQUARES, f"dx{i}{j}")
            dy = model.new_int_var(-NO_OVERLAP_SQUARES, NO_OVERLAP_SQUARES, f"dy{i}{j}")
            for clipped, difference in ((dx, x[j] - x[i]), (dy, y[j] - y[i])):
                at_least = model.new_int_var(-NO_OVERLAP_SQUARES, 1000, "")
                model.add_max_equality(at_least, [difference, -NO_OVERLAP_SQUARES])
                model.add_min_equality(clipped, [at_least, NO_OVERLAP_SQUARES])
            meets = [model.new_bool_var(f"meets{i}{j}{k}") for k in range(deck[hand[j]].count)]
            model.add_allowed_assignments([turned[i], turned[j], dx, dy, *meets], agreements(hand[i], hand[j], deck))
            for square, meet in enumerate(meets):
                hidden[j][square].append(meet)
            linked[i, j] = linked[j, i] = model.new_bool_var(f"linked{i}{j}")
            model.add_max_equality(linked[i, j], meets)

    depth = [model.new_int_var(0, count - 1, f"depth{i}") for i in range(count)]
    is_root = [model.new_bool_var(f"root{i}") for i in range(count)]
    for i in range(count):
        parents = []
        for j in range(count):
            if i != j:
                parent = model.new_bool_var(f"parent{i}{j}")
                model.add_implication(parent, linked[i, j])
                model.add(depth[i] == depth[j] + 1).only_enforce_if(parent)
                parents.append(parent)
        model.add(sum(parents) + is_root[i] == laid[i])
        model.add(depth[i] == 0).only_enforce_if(is_root[i])
        model.add_implication(is_root[i], ~laid[0]) if i else model.add(is_root[0] == laid[0])
    model.add_exactly_one(is_root)

    total = sum(deck[card].count for card in hand)
    gone = []
    for squares in hidden:
        for meets in squares:
            if meets:
                gone.append(model.new_bool_var(""))
                model.add_max_equality(gone[-1], meets)
    points = total - sum(gone) + sum(1 - here for here in laid)
    if below is None:
        model.minimize(points)
    else:
        model.add(points < below)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_probing_level = 0  # with tables, probing costs more than it finds: this halves the time
    solver.parameters.linearization_level = 0  # tables have no useful linear relaxation: this is up to twice as fast
    solver.parameters.cp_model_use_sat_presolve = False  # this and the next cost more than they find, too
    solver.parameters.presolve_inclusion_work_limit = 0
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    pile = tuple(
        centred(card, solver.value(turned[i]), solver.value(x[i]), solver.value(y[i]))
        for i, card in enumerate(hand)
        if solver.value(laid[i])
    )
    return Answer(round(solver.objective_value), status == cp_model.OPTIMAL, pile)
