"""A client rebuilds the views of the rules from its messages, whenever it connected."""

from __future__ import annotations

import pytest

from covergames.game import FORGETFUL
from tests.contract.adapters import Adapter, Table
from tests.wire.tables import VARIANTS, LiveTable, mirror, moments, seats_at, updated, viewers_of

SEED = 3


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_updates_give_every_viewer_its_view(adapter: Adapter, table: Table) -> None:
    """A client that connected before the deal and got all updates has the view of the rules, with the history."""
    clients = {}
    for moment in moments(adapter, table, SEED):
        live = LiveTable(adapter, table, moment)
        for viewer in viewers_of(table):
            if moment.index == 0:
                clients[viewer] = mirror(live.welcome_before_the_game(viewer))
                assert clients[viewer].view() is None
            updated(clients[viewer], live.update(viewer))
        if moment.index % 7 == 0:
            for viewer, client in clients.items():
                assert client.view() == adapter.game.view(moment.state, viewer)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_a_welcome_gives_every_viewer_its_view(adapter: Adapter, table: Table) -> None:
    """A client that connects or reconnects during a game has the view of the rules, with the history."""
    for moment in moments(adapter, table, SEED + 1):
        if moment.index % 23 == 5:
            live = LiveTable(adapter, table, moment)
            for viewer in viewers_of(table):
                assert mirror(live.welcome(viewer)).view() == adapter.game.view(moment.state, viewer)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
def test_a_seats_view_is_a_spectators_with_its_private_part(adapter: Adapter, table: Table) -> None:
    """The private part is the whole difference between the views of a seat and of a spectator."""
    game = adapter.game
    for moment in moments(adapter, table, SEED + 2):
        if moment.index % 5 == 0:
            spectator = game.view(moment.state, None)
            for seat in seats_at(table):
                private = game.private(moment.state, seat, FORGETFUL)
                assert game.with_private(spectator, private) == game.view(moment.state, seat)
