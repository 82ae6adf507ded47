"""What a client is told gives it the very views that the rules make, from whenever it has been there."""

from __future__ import annotations

import pytest

from tests.contract.adapters import Adapter, Table
from tests.wire.tables import VARIANTS, LiveTable, moments, updated, viewers_of, watching

SEED = 3


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_updates_give_every_viewer_its_view(adapter: Adapter, table: Table) -> None:
    """Who was there before the deal, and is told of every step, has the exact view of the rules, history included."""
    clients = {}
    for moment in moments(adapter, table, SEED):
        live = LiveTable(adapter, table, moment)
        for viewer in viewers_of(table):
            if moment.index == 0:
                clients[viewer] = watching(live.welcome_before_the_game(viewer))
                assert clients[viewer].view() is None
            updated(clients[viewer], live.update(viewer))
        if moment.index % 7 == 0:
            for viewer, client in clients.items():
                assert client.view() == adapter.game.view(moment.state, viewer)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_a_welcome_gives_every_viewer_its_view(adapter: Adapter, table: Table) -> None:
    """Who comes, or comes back, in the middle of a game has the exact view of the rules, history included."""
    for moment in moments(adapter, table, SEED + 1):
        if moment.index % 23 == 5:
            live = LiveTable(adapter, table, moment)
            for viewer in viewers_of(table):
                assert watching(live.welcome(viewer)).view() == adapter.game.view(moment.state, viewer)
