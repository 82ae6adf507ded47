"""What every legal action of a decision is worth: a puzzle is judged by it."""

from __future__ import annotations

from math import sqrt
from statistics import fmean
from typing import Final, NamedTuple

from covergames.analysis.coverme.results import Option
from covergames.analysis.coverme.values import FEWEST_WORLDS, MILLION, Sum, Z, calibration_alone
from covergames.bots.budget import Budget
from covergames.bots.coverme.editor import PLAYOUT_SEASONS
from covergames.coverme import Action, View
from covergames.kernel import Search
from covergames.schema import Codec

MAX_OPTIONS: Final = 12
"""The most options that a judgement lists: all of a hand, but not all pairs of one."""


class Value(NamedTuple):
    """What an action is worth. Shares of the victory are in millionths."""

    action: Action
    share: int
    behind: int
    """How much less than the best action."""
    margin: int
    """Half of the 95% interval of that difference: the two are compared in the same worlds."""


def values(view: View, budget: Budget, *, seed: str, seasons: int = PLAYOUT_SEASONS) -> list[Value]:
    """Return what every legal action is worth by playouts of that many seasons, the best first."""
    search = Search(view, seasons=seasons, seed=seed)
    calibrated = calibration_alone(view, seed=f"{seed} calibrate", seasons=seasons)
    spending = budget.begin()
    worlds: list[dict[Action, float]] = []
    while len(worlds) < FEWEST_WORLDS or spending.share(search.playouts) < 1.0:
        search.try_world()
        worlds.append({action: calibrated(prospect) for action, prospect in search.latest().items()})
    shares = {action: fmean(world[action] for world in worlds) for action in view.legal}
    best = max(shares, key=lambda action: shares[action])
    found = []
    for action, share in shares.items():
        behind = Sum()
        for world in worlds:
            behind.add(world[best] - world[action])
        difference = behind.estimate()
        margin = round(MILLION * Z * sqrt(difference.variance))
        found.append(Value(action, round(MILLION * share), round(MILLION * difference.mean), margin))
    return sorted(found, key=lambda value: value.behind)


def options(view: View, budget: Budget, codec: Codec, *, seed: str) -> list[Option]:
    """Return the best options of a decision, as a record writes them."""
    return [
        Option(action=codec.action.data(value.action), share=value.share, behind=value.behind, margin=value.margin)
        for value in values(view, budget, seed=seed)[:MAX_OPTIONS]
    ]
