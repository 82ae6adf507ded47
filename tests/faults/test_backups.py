"""A server is backed up while people play, and the backup is restored into a new server with the other kind of database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from covergames.client import Server
from covergames.server.configuration import Configuration
from covergames.server.store import open_store
from covergames.server.store.backup import back_up, restore
from covergames.table import Table, decode
from tests.faults.crashing_server import CrashingServer
from tests.faults.witness import Witness
from tests.server.kit import UNLIMITED

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def other_database(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database of the other kind."""
    if database.startswith("sqlite"):
        return str(request.getfixturevalue("postgres").empty_database("restored"))
    return f"sqlite:///{tmp_path / 'restored.sqlite3'}"


@pytest.mark.prove(sample=4, proof=40)
async def test_a_backup_under_load_has_everything_that_was_acknowledged(
    database: str, other_database: str, tmp_path: Path, quantity: int
) -> None:
    """Every acknowledged entry of every table is there, and each table is a beginning of the one that went on."""
    key = tmp_path / "server.key"
    server = CrashingServer(Configuration(database=database, key_file=key, limits=UNLIMITED))
    server.start()
    restored = CrashingServer(Configuration(database=other_database, key_file=key, limits=UNLIMITED))
    try:
        witnesses = [Witness(Server(server.url), number) for number in range(quantity)]
        games = [asyncio.create_task(witness.play()) for witness in witnesses]
        while sum(witness.heard for witness in witnesses) < 20 * quantity:
            await asyncio.sleep(0.01)
        acknowledged = [
            (table, dict(commands)) for witness in witnesses for table, commands in witness.acknowledged.items()
        ]
        assert any(commands for _, commands in acknowledged)
        assert not all(game.done() for game in games), "the server should be under load"

        heard = sum(witness.heard for witness in witnesses)
        await back_up(database, tmp_path / "backup", lambda _done, _total: None)
        while sum(witness.heard for witness in witnesses) < heard + quantity and not all(game.done() for game in games):
            await asyncio.sleep(0.01)  # play goes on after the backup
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
        await restore(other_database, tmp_path / "backup", lambda _done, _total: None, key_file=key)

        names: dict[str, str | None] = {}
        live, copy = await open_store(database, key), await open_store(other_database, key)
        try:
            for table, commands in acknowledged:
                entries = await copy.entries(table)
                assert entries == (await live.entries(table))[: len(entries)]
                decoded = [decode(entry.data) for entry in entries]
                for command, sequence in commands.items():
                    assert decoded[sequence - 1].command == command
                names[table] = Table.fold(table, decoded).view().seats[0].name
        finally:
            await live.close()
            await copy.close()
        restored.start()  # from now on it adds entries: it notices that the old connections are gone
        for table, name in names.items():
            assert (await Server(restored.url).find(table)).table.seats[0].name == name
    finally:
        server.close()
        restored.close()
