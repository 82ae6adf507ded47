"""A player who records what the server acknowledges, and the comparison of that with what is stored."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from covergames import bots, coverme
from covergames.client import Client, ConnectionFailed, Refusal, Server
from covergames.game import Seat
from covergames.server.store import Store, open_store
from covergames.table import Stage, Table, decode, prove, record_of
from covergames.table.entries import Acted, Started
from covergames.wire import Done, Refused, SeatBot, ServerMessage, Update

RECONNECT_TIMEOUT_SECONDS = 600.0
"""Longer than a busy machine needs to start a server that is killed again and again."""


@dataclass
class Witness:
    """A player at one table after another who records every answer of the server."""

    server: Server
    number: int
    acknowledged: dict[str, dict[str, int]] = field(default_factory=dict)
    """By table: the entry of each acknowledged command."""
    shown: dict[str, dict[int, Any]] = field(default_factory=dict)
    """By table: the public view after each entry."""
    heard: int = 0
    """The number of messages of the server."""
    refused: Counter[str] = field(default_factory=Counter)
    """The number of refusals by code."""

    async def play(self) -> str:
        """Play one game with two bots of the server to its end, and return the table's name."""
        table, token = await self._seat()

        def receive(message: ServerMessage) -> None:
            self.heard += 1
            match message:
                case Done(id=command, sequence=sequence):
                    assert self.acknowledged[table].setdefault(command, sequence) == sequence
                case Update(sequence=sequence, public=public) if public:
                    assert self.shown[table].setdefault(sequence, public) == public
                case Refused(code=code):
                    self.refused[code] += 1
                case _:
                    pass

        self.acknowledged[table], self.shown[table] = {}, {}
        async with self.server.client(
            table, token, listener=receive, reconnect_timeout=RECONNECT_TIMEOUT_SECONDS
        ) as client:
            await self._begin(client)
            result = await client.play(bots.named(coverme, "random")(random.Random(self.number)))
            assert result is not None
        return table

    async def play_until(self, enough: asyncio.Event) -> list[str]:
        """Play one game after another, at least one, until it is enough; return the names of the tables."""
        played = [await self.play()]
        while not enough.is_set():
            played.append(await self.play())
        return played

    async def _seat(self) -> tuple[str, str]:
        """Take a seat at a new table; a request whose answer was lost is sent again."""
        while True:
            try:
                opened = await self.server.open_table(coverme, 3, coverme.Options())
                joined = await self.server.join(opened.table, "Ada", token=opened.host_token)
            except (Refusal, ConnectionFailed):  # the server was killed: only an empty table is left
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
    """Check that the table's entries contain everything that was acknowledged, once and whole."""
    entries = [decode(stored.data) for stored in await store.entries(table)]
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    for command, sequence in witness.acknowledged[table].items():
        assert entries[sequence - 1].command == command
    assert max(Counter(entry.command for entry in entries if entry.command is not None).values()) == 1
    moves = {entry.sequence for entry in entries if isinstance(entry.body, Acted | Started)}
    assert witness.shown[table].keys() <= moves, "an update was sent that is not stored"
    folded = Table.fold(table, entries)
    assert folded.stage is Stage.OVER
    prove(record_of(table, entries))


async def check_all(database: str, played: list[tuple[Witness, list[str]]], *, key_file: Path | None = None) -> None:
    """Check all tables of all witnesses, each of whom got some acknowledgement."""
    store = await open_store(database, key_file)
    try:
        for witness, tables in played:
            assert any(witness.acknowledged[table] for table in tables)
            for table in tables:
                await check(store, table, witness)
    finally:
        await store.close()
