"""Live tables for the tests of the wire: games played at random, and every viewer told of each step in real frames."""

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
    """A position of a game, and the events that led to it."""

    index: int
    state: Any
    events: tuple[Any, ...]


def seats_at(table: Table) -> list[Seat]:
    """Every seat."""
    return [Seat(number) for number in range(table.players)]


def viewers_of(table: Table) -> list[Viewer]:
    """A spectator, and every seat."""
    return [None, *seats_at(table)]


def moments(adapter: Adapter, table: Table, seed: int) -> Iterator[Moment]:
    """A whole random game, from the set-up to the end."""
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
    """What a server would send about a game."""

    def __init__(self, adapter: Adapter, table: Table, moment: Moment) -> None:
        self._adapter = adapter
        self._table = table
        self._options = adapter.game.options_of(moment.state)
        self._moment = moment
        self.snapshot = Snapshot(adapter.game, moment.state, moment.events)

    def welcome(self, viewer: Viewer) -> bytes:
        """The frame for a viewer who connects now."""
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
        """The frame for a viewer who was there before the cards were dealt."""
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
        """The frame for a viewer who was there before; the first one tells with which options the game is played."""
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
        """The table around the game."""
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
    """A client that was sent this welcome."""
    welcome = read_server_message(frame)
    assert isinstance(welcome, Welcome)
    return TableMirror(welcome)


def updated(watch: TableMirror, frame: bytes) -> None:
    """The client is sent this update."""
    update = read_server_message(frame)
    assert isinstance(update, Update)
    watch.update(update)
