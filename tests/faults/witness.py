"""Somebody who plays and remembers what the server promised, and the comparison of that with what was kept."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from covergames import bots, coverme
from covergames.client import Client, ConnectionFailed, Refusal, Server
from covergames.game import Seat
from covergames.server.store import Store, open_store
from covergames.table import Stage, Table, decode, prove, record_of
from covergames.table.entries import Acted, Started
from covergames.wire import Done, Refused, SeatBot, Told, Update


@dataclass
class Witness:
    """A player at one table after the other, who remembers everything that the server said."""

    server: Server
    number: int
    acknowledged: dict[str, dict[str, int]] = field(default_factory=dict)
    """By table: the commands that were acknowledged, and as which entry."""
    told: dict[str, dict[int, Any]] = field(default_factory=dict)
    """By table: the game as everybody saw it after each entry."""
    heard: int = 0
    """How many messages there were."""
    refused: Counter[str] = field(default_factory=Counter)
    """How often something was refused, by code."""

    async def play(self) -> str:
        """One game with two bots of the server, to its end; the table."""
        table, token = await self._seat()

        def hear(message: Told) -> None:
            self.heard += 1
            match message:
                case Done(id=command, sequence=sequence):
                    assert self.acknowledged[table].setdefault(command, sequence) == sequence
                case Update(sequence=sequence, public=public) if public:
                    assert self.told[table].setdefault(sequence, public) == public
                case Refused(code=code):
                    self.refused[code] += 1
                case _:
                    pass

        self.acknowledged[table], self.told[table] = {}, {}
        async with self.server.client(table, token, listener=hear) as client:
            await self._begin(client)
            result = await client.play(bots.named(coverme, "random")(random.Random(self.number)))
            assert result is not None
        return table

    async def _seat(self) -> tuple[str, str]:
        """A seat at a new table; a request whose answer was lost is made again."""
        while True:
            try:
                opened = await self.server.open_table(coverme, 3, coverme.Options())
                joined = await self.server.join(opened.table, "Ada", token=opened.host_token)
            except (Refusal, ConnectionFailed):  # the server died meanwhile: an orphaned table is all that is left
                await asyncio.sleep(0.05)
            else:
                return opened.table, joined.token

    async def _begin(self, client: Client) -> None:
        for seat in (1, 2):
            if client.mirror.table.seats[seat].name is None:
                await client.order(SeatBot(client.new_id(), Seat(seat), "random", f"Bot {seat}"))
        if client.view() is None:
            await client.start()


async def check(store: Store, table: str, witness: Witness) -> None:
    """The table's entries hold all that the witness was promised, once and whole."""
    entries = [decode(stored.data) for stored in await store.entries(table)]
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    for command, sequence in witness.acknowledged[table].items():
        assert entries[sequence - 1].command == command
    assert max(Counter(entry.command for entry in entries if entry.command is not None).values()) == 1
    moves = {entry.sequence for entry in entries if isinstance(entry.body, Acted | Started)}
    assert witness.told[table].keys() <= moves, "what was told must have been kept"
    folded = Table.fold(table, entries)
    assert folded.stage is Stage.OVER
    prove(record_of(table, entries))


async def check_all(database: str, played: list[tuple[Witness, list[str]]]) -> None:
    """All tables of all witnesses, each of whom was promised something."""
    store = await open_store(database)
    try:
        for witness, tables in played:
            assert any(witness.acknowledged[table] for table in tables)
            for table in tables:
                await check(store, table, witness)
    finally:
        await store.close()
