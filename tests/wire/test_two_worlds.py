"""Two worlds that differ only in what a viewer may not see send that viewer the same bytes (CM-I3, CU-I1)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from covergames.wire import Snapshot, Update, encode
from tests.contract.adapters import Adapter, Table
from tests.contract.play import Turn, seeded, walk
from tests.wire.tables import VARIANTS, Viewer, seats_at, viewers_of

SHARE = 0.05


def sample(adapter: Adapter, table: Table) -> list[Turn]:
    """Return some steps of a game, evenly distributed."""
    sampler = random.Random(5)
    return [turn for turn in walk(adapter, table, 21) if sampler.random() < SHARE]


def frames(adapter: Adapter, table: Table, state: Any, events: Any) -> dict[Viewer, bytes]:
    """Return the frames of a step for each viewer: the update, and the welcome of a viewer who connects now."""
    snapshot = Snapshot(adapter.game, state, events)
    return {
        viewer: encode(
            [
                Update(
                    sequence=1,
                    at=0,
                    public=snapshot.public,
                    private=snapshot.private(viewer),
                    events=snapshot.events(viewer),
                ),
                snapshot.history(),
            ]
        )
        for viewer in viewers_of(table)
    }


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_frames_reveal_no_secret(adapter: Adapter, table: Table) -> None:
    """The frames of the viewer are equal in both worlds; those of other viewers differ often enough to prove that the worlds do."""
    others_differ = 0
    for turn in sample(adapter, table):
        step = adapter.game.apply(turn.state, turn.seat, turn.action, seeded(turn.index))
        sent = frames(adapter, table, step.state, step.events)
        for viewer in viewers_of(table):
            world = adapter.other_world(
                turn.state, turn.seat, turn.action, step, viewer, random.Random(f"{turn.index} {viewer}")
            )
            other = adapter.game.apply(world.state, turn.seat, world.action, world.dealer)
            other_sent = frames(adapter, table, other.state, other.events)
            assert other_sent[viewer] == sent[viewer]
            others_differ += any(other_sent[seat] != sent[seat] for seat in seats_at(table) if seat != viewer)
    assert others_differ
