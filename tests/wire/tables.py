"""Live tables for the tests of messages: random games, with the real frames of each step for every viewer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec import UNSET

from covergames.game import Seat
from covergames.table import TableView
from covergames.table.settings import Settings
from covergames.table.view import Place, Stage
from covergames.wire import (
    Arrangement,
    Snapshot,
    TableMirror,
    Update,
    Welcome,
    You,
    encode,
    read_server_message,
    write_arrangement,
)
from tests.contract.adapters import ADAPTERS, Adapter, Table
from tests.contract.play import seeded

VARIANTS = [
    pytest.param(adapter, table, id=f"{name} {table.name}")
    for name, adapter in ADAPTERS.items()
    for table in adapter.variants
]

Viewer = Seat | None

PLACE = Place(name="Ada", present=True, ready=True)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game with the events that led to it."""

    index: int
    state: Any
    events: tuple[Any, ...]


def seats_at(table: Table) -> list[Seat]:
    """Return every seat."""
    return [Seat(number) for number in range(table.players)]


def viewers_of(table: Table) -> list[Viewer]:
    """Return a spectator and every seat."""
    return [None, *seats_at(table)]


def moments(adapter: Adapter, table: Table, seed: int) -> Iterator[Moment]:
    """Yield a whole random game, from the set-up to the end."""
    chooser = random.Random(f"wire {table.name} {seed}")
    dealer = seeded(("wire", table.name, seed))
    game = adapter.game
    state = game.new(table.players, table.options, dealer)
    yield Moment(0, state, game.set_up_events(state))
    index = 0
    while seats := game.to_act(state):
        seat = chooser.choice(seats)
        state, events = game.apply(state, seat, adapter.choose(state, seat, chooser), dealer)
        index += 1
        yield Moment(index, state, events)


class LiveTable:
    """The messages of a server about a game."""

    def __init__(self, adapter: Adapter, table: Table, moment: Moment) -> None:
        self._adapter = adapter
        self._table = table
        self._options = adapter.game.options_of(moment.state)
        self._moment = moment
        self.snapshot = Snapshot(adapter.game, moment.state, moment.events)

    def welcome(self, viewer: Viewer) -> bytes:
        """Return the welcome for a viewer who connects now."""
        return encode(
            Welcome(
                you=You(viewer, host=viewer == 0),
                sequence=self._moment.index,
                at=0,
                table=self.view(),
                arrangement=self._arrangement(self._options),
                chat=(),
                public=self.snapshot.public,
                private=self.snapshot.private(viewer),
                history=self.snapshot.history(),
            )
        )

    def welcome_before_the_game(self, viewer: Viewer) -> bytes:
        """Return the welcome for a viewer who connected before the deal."""
        return encode(
            Welcome(
                you=You(viewer, host=viewer == 0),
                sequence=0,
                at=0,
                table=self.view(),
                arrangement=self._arrangement(self._table.options),
                chat=(),
            )
        )

    def update(self, viewer: Viewer) -> bytes:
        """Return the update for a connected viewer; the first one contains the options of the game."""
        is_first = self._moment.index == 0
        return encode(
            Update(
                sequence=self._moment.index + 1,
                at=0,
                arrangement=self._arrangement(self._options) if is_first else UNSET,
                public=self.snapshot.public,
                private=self.snapshot.private(viewer),
                events=self.snapshot.events(viewer),
            )
        )

    def _arrangement(self, options: Any) -> Arrangement:
        return write_arrangement(self._adapter.game, self._table.players, options)

    def view(self) -> TableView:
        """Return the public view of the table."""
        return TableView(
            id="t1",
            title="",
            stage=Stage.PLAYING,
            settings=Settings(),
            seats=(PLACE,) * self._table.players,
            host=Seat(0),
            round_start=None,
            commitment="c0",
            seed=None,
            rematch=None,
            rematch_of=None,
            closed=None,
        )


def mirror(frame: bytes) -> TableMirror:
    """Return the mirror of a client that receives this welcome."""
    welcome = read_server_message(frame)
    assert isinstance(welcome, Welcome)
    return TableMirror(welcome)


def updated(client: TableMirror, frame: bytes) -> None:
    """Apply this update to the mirror of a client."""
    update = read_server_message(frame)
    assert isinstance(update, Update)
    client.update(update)
