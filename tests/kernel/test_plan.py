"""The planner of the kernel uses nothing that its seat cannot see."""

from __future__ import annotations

from typing import Any

import pytest

from covergames import coverme
from covergames.coverme import View
from covergames.kernel import Hidden
from tests.contract.adapters import ADAPTERS, COVER_ME_VARIANTS, Table
from tests.contract.play import walk


def takings(table: Table) -> list[View]:
    """Return views with a card to take, from all over a game."""
    views = []
    for turn in walk(ADAPTERS["cover-me"], table, 3):
        view = coverme.view(turn.state, turn.seat)
        if view.decision is coverme.Decision.TAKE:
            views.append(view)
    return views[:: max(1, len(views) // 6)]


@pytest.mark.parametrize("table", COVER_ME_VARIANTS, ids=lambda table: table.name)
def test_what_the_planner_expects_face_down_follows_from_its_view(table: Table, searching: Any) -> None:
    """In every world that a seat could be in, the examples are the same cards (CM-I1)."""
    views = takings(table)
    assert len(views) > 2
    for view in views:
        worlds = [Hidden(view).sample(seed=seed).table for seed in range(3)]
        first, *others = [sorted(searching.Planner().examples(world, view.seat)) for world in worlds]
        assert first
        assert all(other == first for other in others)
