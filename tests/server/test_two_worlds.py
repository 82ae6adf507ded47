"""Two servers whose games differ only in what a viewer may not see send that viewer the very same frames (CM-I3, CU-I1).

The worlds are put into the rooms of two real servers, at moments spread over a whole game of every variant; what then goes
over the viewer's sockets is compared: a welcome, a step of the game, refusals, chat, and another welcome after coming back.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from covergames.game import Seat
from covergames.server.configuration import Limits
from covergames.server.room import Room
from covergames.server.store import Stored
from covergames.server.summary import summary_of
from covergames.table import KEEPER, Come, Entry, Proposal, Ready, Say, Settings, Sit, Start, opening, token_hash
from covergames.table import Table as LiveTable
from covergames.table.entries import Acted
from tests.contract.adapters import Adapter, Table
from tests.contract.play import seeded, walk
from tests.server.kit import Guest, Served, serving
from tests.wire.tables import VARIANTS, viewers_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NAME = "the-table"
LATER = int(1000 * time.time()) + 3_600_000
"""When everything happens: so late that nothing is due meanwhile, and the same at both servers."""
MOMENTS = 3
"""Steps of each game that are looked at, for every viewer."""
LAX = Limits(messages=10**6, burst=10**6, connections=10**6, requests=10**6, request_burst=10**6)


def token_of(viewer: Seat | None) -> str | None:
    return None if viewer is None else f"token of seat {viewer}"


def begun(adapter: Adapter, table: Table) -> list[Entry]:
    """The entries of a table at which a game with these options has just begun."""
    first = opening(
        adapter.game.NAME,
        players=table.players,
        options=adapter.game.write_options(table.options),
        settings=Settings(),
        title="",
        seed="5e" * 32,
        host_token_hash=None,
        at=LATER,
    )
    live, entries = LiveTable.fold(NAME, [first]), [first]

    def do(command: Any, who: Any) -> None:
        proposal = live.propose(command, by=who, at=LATER)
        assert isinstance(proposal, Proposal)
        live.accept(proposal)
        entries.append(proposal.entry)

    for seat in range(table.players):
        token = token_of(Seat(seat))
        assert token is not None
        do(Sit(f"Person {seat}", token_hash(token), nonce=f"n{seat}"), None)
        if seat:
            do(Ready(ready=True), Seat(seat))
        do(Come(Seat(seat), f"elsewhere.{seat}"), KEEPER)
    do(Start(), Seat(0))
    return entries


@dataclass
class Side:
    """One of the two servers, with a table that a world can be put into."""

    served: Served
    room: Room

    @classmethod
    async def of(cls, served: Served, entries: list[Entry]) -> Side:
        """The same table at every server."""
        store = served.server.application.hall.store
        stored = [Stored(entry.sequence, entry.at, entry.encode()) for entry in entries]
        live = LiveTable.fold(NAME, entries)
        assert await store.create(NAME, stored[0], summary_of(live))
        assert await store.append(NAME, stored[1:], summary_of(live))
        return cls(served, await served.server.application.hall.room(NAME))

    def put(self, state: Any, events: tuple[Any, ...] = ()) -> None:
        """The game is now this one, as far as the room knows and tells; nothing is kept of it."""
        table = self.room.table
        proposal = Proposal(Entry(table.sequence + 1, table.at, Acted(None, {}, "clock")), events, state, 0)
        placed = table.after(proposal)
        placed.sequence = table.sequence
        self.room._go_on(proposal, placed)

    async def is_left(self) -> None:
        """Until nobody is connected, and that is kept."""
        while self.room.connections or any(len(person.connections) > 1 for _, person in self.room.table.people):
            await asyncio.sleep(0.001)


async def heard_by(side: Side, viewer: Seat | None, before: Any, step: Any, refused: list[Any]) -> list[str]:
    """All frames of a viewer who comes, sees a step, tries what is refused, hears somebody speak and comes back."""
    side.put(before)
    guest = await side.served.socket(NAME, token_of(viewer))
    await guest.heard("welcome")
    if viewer is not None:
        await guest.heard("update")  # of the guest's own coming
    side.put(step.state, step.events)
    for number, action in enumerate(refused):
        await guest.order("act", id=f"r{number}", seen=10**6, action=action)
    await side.room.ask(Say("well, well"), viewer or Seat(0))
    await synchronised(guest)
    again = await side.served.socket(NAME, token_of(viewer))
    await again.heard("welcome")
    await synchronised(again)
    await again.close()
    await guest.close()
    await side.is_left()
    return [normal(frame) for frame in (*guest.frames, *again.frames)]


async def synchronised(guest: Guest) -> None:
    """Until everything that was sent before has been heard."""
    await guest.send(type="ping", n=0)
    await guest.heard("pong")


def normal(frame: str) -> str:
    """The frame without times and the names of connections."""
    return re.sub(r'"at":\d+', '"at":0', frame)


@pytest.mark.parametrize(("adapter", "table"), VARIANTS)
async def test_a_viewer_gets_the_same_frames_in_both_worlds(tmp_path: Path, adapter: Adapter, table: Table) -> None:
    """Every byte of every frame, for every seat and for spectators; the worlds do differ, for others get other frames."""
    game, entries = adapter.game, begun(adapter, table)
    turns = list(walk(adapter, table, 21))
    start = LiveTable.fold(NAME, entries)
    moments = random.Random(7).sample(turns, MOMENTS)
    differing = 0
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    async with serving(tmp_path / "one", limits=LAX) as first, serving(tmp_path / "two", limits=LAX) as second:
        one, two = await Side.of(first, entries), await Side.of(second, entries)
        for turn in moments:
            step = game.apply(turn.state, turn.seat, turn.action, seeded(turn.index))
            for viewer in viewers_of(table):
                chooser = random.Random(f"{turn.index} {viewer}")
                world = adapter.other_world(turn.state, turn.seat, turn.action, step, viewer, chooser)
                other = game.apply(world.state, turn.seat, world.action, world.dealer)
                refused: list[Any] = []
                if viewer is not None:
                    illegal = list(adapter.refused(step.state, viewer, random.Random(1)))[:3]
                    refused = [game.write_action(viewer, action, start.options) for action in illegal]
                    refused = [
                        {name: value for name, value in each.items() if name not in ("seat", "t")} for each in refused
                    ]
                frames = await heard_by(one, viewer, turn.state, step, refused)
                assert await heard_by(two, viewer, world.state, other, refused) == frames
                assert len(frames) > len(refused) + 3
                differing += world.state != turn.state
    assert differing
