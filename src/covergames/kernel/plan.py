"""A quick decision from what one seat sees: the planner, without a search."""

from __future__ import annotations

from covergames.coverme import Action, View
from covergames.kernel import _plan as p
from covergames.kernel.completion import Hidden


def planned(view: View, *, seed: int | str) -> Action:
    """Return the viewer's action by the plan that all players follow in the playouts of `Search`.

    The planner gets a position in which the cards that the viewer cannot see are dealt at random.

    Raises:
        ValueError: the viewer has nothing to decide.
    """
    if view.seat is None or not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide")
    position = Hidden(view).sample(seed=seed)
    return position.decode(p.Planner().action(position.table, view.seat))
