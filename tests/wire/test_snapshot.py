"""A snapshot that reuses earlier encodings equals one that does not."""

from __future__ import annotations

import random

import pytest

from covergames.wire import Snapshot, Update, encode
from tests.contract.adapters import Adapter, Table
from tests.wire.tables import VARIANTS, Moment, Viewer, moments, viewers_of

SEED = 8


def shown_to(snapshot: Snapshot, viewer: Viewer) -> bytes:
    """Return everything that a viewer gets about a step."""
    public, private, events = snapshot.public, snapshot.private(viewer), snapshot.events(viewer)
    return encode(Update(sequence=1, at=0, public=public, private=private, events=events))


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_a_snapshot_after_another_equals_a_new_one(adapter: Adapter, table: Table) -> None:
    """Over a whole game, byte for byte, for viewers who connect and disconnect, also after positions that nobody saw."""
    chance = random.Random(f"showing {table.name}")
    shown: Snapshot | None = None
    for moment in moments(adapter, table, SEED):
        if chance.random() < 0.1:
            continue
        shown = Snapshot(adapter.game, moment.state, moment.events, before=shown)
        fresh = Snapshot(adapter.game, moment.state, moment.events)
        for viewer in viewers_of(table):
            if chance.random() < 0.8:
                assert shown_to(shown, viewer) == shown_to(fresh, viewer)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_a_snapshot_after_any_other_of_its_game_equals_a_new_one(adapter: Adapter, table: Table) -> None:
    """Also after a much earlier position: outdated encodings are not reused."""
    chance = random.Random(f"any other {table.name}")
    game: list[Moment] = list(moments(adapter, table, SEED + 1))
    for _ in range(40):
        earlier, later = sorted(chance.sample(range(len(game)), 2))
        before = Snapshot(adapter.game, game[earlier].state)
        for viewer in viewers_of(table):
            before.private(viewer)
        shown = Snapshot(adapter.game, game[later].state, before=before)
        fresh = Snapshot(adapter.game, game[later].state)
        assert [shown_to(shown, viewer) for viewer in viewers_of(table)] == [
            shown_to(fresh, viewer) for viewer in viewers_of(table)
        ]
