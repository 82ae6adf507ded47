"""Migrations: they run at the start, once, and create the schema that the code expects."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, insert, table, text

from covergames.server.store import Store, StoreTooNew, open_store
from covergames.server.store.address import database
from covergames.server.store.migrate import LATEST_REVISION, migrate
from covergames.server.store.schema import metadata
from tests.server.store.entries import SUMMARY, numbered, table_of

pytestmark = pytest.mark.anyio

OPEN = """
import asyncio, sys
from covergames.server.store import open_store

async def main():
    print("ready", flush=True)
    sys.stdin.readline()
    store = await open_store(sys.argv[1])
    await store.heartbeat(sys.argv[2], until=100)
    await store.close()

asyncio.run(main())
"""


async def test_the_migrations_create_the_schema_of_the_code(address: str) -> None:
    """Tables, columns and indexes have no difference."""
    opened = database(address)
    await opened.prepare(migrate)

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))

    assert await opened.read(differences) == []
    await opened.close()


def test_the_latest_migration_is_the_one_that_the_code_expects() -> None:
    """The migrations are linear and end there."""
    config = Config()
    config.set_main_option("script_location", "covergames.server.store:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [LATEST_REVISION]


async def test_a_database_that_is_up_to_date_is_left_alone(address: str) -> None:
    """Opening it again loses nothing."""
    first = await open_store(address)
    await table_of(first, "table", 2)
    second = await open_store(address)
    assert await second.entries("table") == numbered(1, 2)
    await second.close()
    await first.close()


async def test_a_database_of_an_older_version_keeps_its_tables(address: str) -> None:
    """The contents of every revision stay, from the first one on."""
    config = Config()
    config.set_main_option("script_location", "covergames.server.store:migrations")

    def begin(connection: Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        row = {"id": "old", "sequence": 1, "game": "cover-me", "title": "", "players": 2, "seats_taken": 0}
        row |= {"options": "{}", "stage": "open", "listed": True, "opened_at": 5, "updated_at": 5}
        old = table("tables", *[column(name) for name in row])
        connection.execute(insert(old), row)

    opened = database(address)
    await opened.prepare(begin)
    await opened.close()
    store = await open_store(address)
    assert [listing.table for listing in await store.open_tables(10)] == ["old"]
    await store.close()


async def test_a_database_of_a_newer_version_is_refused(address: str) -> None:
    """Before anything is changed; the message names both revisions."""
    opened = database(address)
    await opened.prepare(migrate)
    await opened.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(
        StoreTooNew, match=f"revision 9999, and this version of covergames knows {LATEST_REVISION} at most"
    ):
        await open_store(address)
    await opened.close()


@pytest.mark.slow
async def test_several_workers_may_start_at_once(address: str) -> None:
    """On an empty database one runs the migrations, the others wait, and all serve."""
    names = [f"worker {number}" for number in range(3)]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, address, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for name in names
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    assert [process.communicate()[1].decode() for process in processes] == [""] * len(names)
    store: Store = await open_store(address)
    assert await store.workers(now=0) == set(names)
    assert await store.create("table", numbered(1, 1)[0], SUMMARY)
    await store.close()


def test_the_migrations_are_in_the_package() -> None:
    """An installed package needs them too."""
    versions = files("covergames.server.store") / "migrations" / "versions"
    assert [script.name for script in sorted(versions.iterdir(), key=str) if script.name.endswith(".py")] == [
        "revision_0001.py",
        "revision_0002.py",
        "revision_0003.py",
        "revision_0004.py",
        "revision_0005.py",
        "revision_0006.py",
        "revision_0007.py",
    ]
