"""What is not written again because it has not changed is what would have been written."""

from __future__ import annotations

import random

import pytest

from covergames.wire import Snapshot, Update, encode
from tests.contract.adapters import Adapter, Table
from tests.wire.tables import VARIANTS, Moment, Viewer, moments, viewers_of

SEED = 8


def told(snapshot: Snapshot, viewer: Viewer) -> bytes:
    """All that a viewer is told of a step."""
    public, private, events = snapshot.public, snapshot.private(viewer), snapshot.events(viewer)
    return encode(Update(sequence=1, at=0, public=public, private=private, events=events))


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_a_position_after_another_is_shown_as_if_there_had_been_none_before(adapter: Adapter, table: Table) -> None:
    """Over a whole game, byte for byte, to viewers who come and go; and so after positions that nobody was shown."""
    chance = random.Random(f"showing {table.name}")
    shown: Snapshot | None = None
    for moment in moments(adapter, table, SEED):
        if chance.random() < 0.1:
            continue
        shown = Snapshot(adapter.game, moment.state, moment.events, before=shown)
        anew = Snapshot(adapter.game, moment.state, moment.events)
        for viewer in viewers_of(table):
            if chance.random() < 0.8:
                assert told(shown, viewer) == told(anew, viewer)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_a_position_is_shown_the_same_after_any_other_of_its_game(adapter: Adapter, table: Table) -> None:
    """However long ago that was: nothing is taken over from it that is not so any more."""
    chance = random.Random(f"any other {table.name}")
    game: list[Moment] = list(moments(adapter, table, SEED + 1))
    for _ in range(40):
        earlier, later = sorted(chance.sample(range(len(game)), 2))
        before = Snapshot(adapter.game, game[earlier].state)
        for viewer in viewers_of(table):
            before.private(viewer)
        shown = Snapshot(adapter.game, game[later].state, before=before)
        anew = Snapshot(adapter.game, game[later].state)
        assert [told(shown, viewer) for viewer in viewers_of(table)] == [
            told(anew, viewer) for viewer in viewers_of(table)
        ]
