"""The URLs of databases, and the guarantees of their connections."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from sqlalchemy import Connection

from covergames.server.store import BadAddress, StoreDamaged, StoreUnavailable, default_address, open_store
from covergames.server.store.address import database
from tests.live.postgres import Postgres
from tests.server.store.entries import table_of

pytestmark = pytest.mark.anyio


async def test_by_default_the_database_is_in_the_users_data_folder(tmp_path: Path) -> None:
    """A file that only the user can read, in a folder that is created."""
    address = default_address({"XDG_DATA_HOME": str(tmp_path / "new")})
    assert address == f"sqlite:///{tmp_path}/new/covergames/tables.sqlite3"
    store = await open_store(address)
    await table_of(store, "table")
    files = list((tmp_path / "new" / "covergames").iterdir())
    assert tmp_path / "new" / "covergames" / "tables.sqlite3" in files
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    await store.close()


async def test_a_driver_in_the_url_is_ignored(tmp_path: Path) -> None:
    """The store uses its own."""
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path}/tables.sqlite3")
    assert await store.heads(["table"]) == {}
    await store.close()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("mysql://localhost/tables", "mysql://localhost/tables: the database is mysql, not sqlite or postgresql"),
        ("mysql://me:secret@localhost/tables", r"mysql://me:\*\*\*@localhost/tables: the database is mysql"),
        ("tables.sqlite3", "'tables.sqlite3' is not the URL of a database: write sqlite:///tables.sqlite3"),
        ("sqlite://", "'sqlite://' names no file: write sqlite:///tables.sqlite3"),
        ("sqlite:///:memory:", "'sqlite:///:memory:' names no file"),
        ("sqlite:////dev/null/tables", "/dev/null/tables cannot be used as a database: File exists"),
        ("sqlite:////", "/ cannot be used as a database: Is a directory"),
    ],
)
async def test_other_addresses_are_refused(address: str, reason: str) -> None:
    """The error has the reason, and no password."""
    with pytest.raises(BadAddress, match=reason) as refusal:
        await open_store(address)
    assert "secret" not in str(refusal.value)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """The file is not changed."""
    path = tmp_path / "notes.txt"
    path.write_text("dear diary, " * 100)
    with pytest.raises(StoreDamaged, match="file is not a database"):
        await open_store(f"sqlite:///{path}")
    assert path.read_text() == "dear diary, " * 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://postgres@/nowhere?host={folder}", 'database "nowhere" does not exist'),
        ("postgresql://nobody@/tables?host={folder}", 'role "nobody" does not exist'),
        ("postgresql://postgres@/tables?host={folder}/elsewhere", "No such file or directory"),
        ("postgresql://postgres@127.0.0.1:1/tables", "Connection refused"),
    ],
)
async def test_a_refused_login_makes_the_store_unavailable(postgres: Postgres, address: str, reason: str) -> None:
    """The error has the server's reason."""
    with pytest.raises(StoreUnavailable, match=f"the database does not answer: .*{reason}"):
        await open_store(address.format(folder=postgres.folder))


async def test_sqlite_commits_are_durable(tmp_path: Path) -> None:
    """The writer waits for the disk (2 is FULL), and readers do not wait for the writer."""
    opened = database(f"sqlite:///{tmp_path}/tables.sqlite3")

    def settings(connection: Connection) -> list[object]:
        names = ("synchronous", "journal_mode")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert await opened.write(settings) == [2, "wal"]
    await opened.close()


@pytest.mark.slow
async def test_postgresql_commits_are_durable(postgres: Postgres) -> None:
    """The store does not weaken PostgreSQL's defaults, and a frozen worker does not hold its locks for long."""
    opened = database(postgres.empty_database())

    def settings(connection: Connection) -> list[object]:
        names = ("synchronous_commit", "idle_in_transaction_session_timeout", "lock_timeout")
        return [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in names]

    assert await opened.write(settings) == ["on", "5s", "10s"]
    await opened.close()
