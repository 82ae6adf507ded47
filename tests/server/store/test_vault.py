"""Entries are encrypted with a key outside the database."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, update

from covergames.server.store import BadKey, StoredEntry, open_store
from covergames.server.store.address import database
from covergames.server.store.migrate import migrate
from covergames.server.store.schema import entries, properties, tables
from covergames.server.store.vault import Vault, default_key_file
from tests.live.postgres import Postgres
from tests.server.store.entries import SUMMARY

pytestmark = pytest.mark.anyio


def opening(seed: str) -> StoredEntry:
    return StoredEntry(1, 5, f'{{"seed": "{seed}"}}'.encode())


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    return tmp_path / "keys" / "mine.key"


async def test_a_new_database_gets_a_key_that_only_its_owner_can_read(address: str, key_file: Path) -> None:
    """The key stays the same, and what was stored can be read again."""
    store = await open_store(address, key_file)
    assert await store.create("friday", opening("a secret"), SUMMARY)
    assert await store.append("friday", [StoredEntry(2, 6, b'{"more": 1}')], SUMMARY)
    await store.close()
    key = key_file.read_text()
    assert key_file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in key_file.parent.iterdir()] == [key_file.name]
    again = await open_store(address, key_file)
    assert [entry.data for entry in await again.entries("friday")] == [b'{"seed": "a secret"}', b'{"more": 1}']
    await again.close()
    assert key_file.read_text() == key


async def test_no_file_of_sqlite_contains_a_seed(tmp_path: Path) -> None:
    """Neither the database nor its write-ahead log, while the store is open and after it is closed."""
    seed = secrets.token_hex(32)
    store = await open_store(f"sqlite:///{tmp_path}/tables.sqlite3")
    assert await store.create("friday", opening(seed), SUMMARY)
    assert await store.append("friday", [StoredEntry(2, 6, f'{{"again": "{seed}"}}'.encode())], SUMMARY)
    assert {"tables.sqlite3", "tables.sqlite3-wal", "tables.key"} <= {path.name for path in tmp_path.iterdir()}
    assert not any(seed.encode() in path.read_bytes() for path in tmp_path.iterdir())
    await store.close()
    assert not any(seed.encode() in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.slow
async def test_no_file_of_postgresql_contains_a_seed(postgres: Postgres, key_file: Path) -> None:
    """Neither the tables nor the write-ahead log; what is not secret is found in them."""
    seed, title = secrets.token_hex(32), secrets.token_hex(16)
    store = await open_store(postgres.empty_database(), key_file)
    assert await store.create(title, opening(seed), SUMMARY)
    await store.close()
    postgres.stop()  # a running one deletes files while they are read
    contents = [path.read_bytes() for path in (postgres.folder / "data").rglob("*") if path.is_file()]
    postgres.start()
    assert any(title.encode() in content for content in contents)
    assert not any(seed.encode() in content for content in contents)


async def test_without_the_key_the_database_is_not_opened(address: str, key_file: Path) -> None:
    """The message names the missing file; no other key is made in its place."""
    store = await open_store(address, key_file)
    await store.close()
    key_file.unlink()
    with pytest.raises(BadKey, match=rf"the key file {key_file} is missing"):
        await open_store(address, key_file)
    assert not key_file.exists()


async def test_the_key_of_another_database_is_refused(address: str, key_file: Path, tmp_path: Path) -> None:
    """Before anything is read or written."""
    other_file = tmp_path / "other.key"
    for url, file in ((address, key_file), (f"sqlite:///{tmp_path}/other.sqlite3", other_file)):
        await (await open_store(url, file)).close()
    with pytest.raises(BadKey, match=rf"{other_file} is not the key of this database"):
        await open_store(address, other_file)


@pytest.mark.parametrize(
    "content", ["", "open sesame", "covergames-key/1 1234", f"covergames-key/9 {'00' * 32}", "covergames-key/1 xy", "é"]
)
async def test_a_file_that_is_no_key_is_refused(content: str, tmp_path: Path) -> None:
    """It is left as it is."""
    file = tmp_path / "no.key"
    file.write_text(content)
    with pytest.raises(BadKey, match=rf"{file} is not a key file of covergames"):
        await open_store(f"sqlite:///{tmp_path}/tables.sqlite3", file)
    assert file.read_text() == content


async def test_a_folder_in_place_of_the_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadKey, match=r"cannot be used: Is a directory"):
        await open_store(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path)


async def test_several_databases_may_share_a_key(tmp_path: Path, key_file: Path) -> None:
    for name in ("one", "two"):
        await (await open_store(f"sqlite:///{tmp_path}/{name}.sqlite3", key_file)).close()


async def test_clear_entries_of_an_earlier_version_stay_readable(address: str, key_file: Path) -> None:
    """New entries of the same table are encrypted."""
    opened = database(address)

    def begin(connection: Connection) -> None:
        migrate(connection)
        connection.execute(insert(entries), {"table_id": "old", "sequence": 1, "at": 5, "data": b'{"seed": "clear"}'})
        row = {"id": "old", "sequence": 1, "game": "cover-me", "title": "", "players": 2, "seats_taken": 0}
        row |= {"stage": "open", "listed": True, "opened_at": 5, "updated_at": 5}
        connection.execute(insert(tables), row)

    await opened.prepare(begin)
    store = await open_store(address, key_file)
    assert await store.append("old", [StoredEntry(2, 6, b'{"seed": "sealed"}')], SUMMARY)
    assert [entry.data for entry in await store.entries("old")] == [b'{"seed": "clear"}', b'{"seed": "sealed"}']
    stored = await opened.read(lambda connection: connection.execute(select(entries.c.data)).scalars().all())
    assert sum(b"sealed" in bytes(data) for data in stored) == 0
    await store.close()
    await opened.close()


@pytest.mark.parametrize("change", [{"table_id": "monday"}, {"sequence": 2}, {"at": 7}, {"data": b"\x01short"}])
async def test_an_entry_in_another_place_is_not_opened(change: dict[str, object], tmp_path: Path) -> None:
    """Nobody who can write to the database can give one table the entry of another."""
    address = f"sqlite:///{tmp_path}/tables.sqlite3"
    store = await open_store(address)
    assert await store.create("friday", opening("a secret"), SUMMARY)
    opened = database(address)
    await opened.write(lambda connection: connection.execute(update(entries).values(**change)))
    with pytest.raises(BadKey, match=r"is damaged, or has another key"):
        await store.entries(str(change.get("table_id", "friday")))
    await opened.close()
    await store.close()


async def test_the_database_knows_which_key_it_has_but_not_the_key(address: str, key_file: Path) -> None:
    store = await open_store(address, key_file)
    await store.close()
    key = bytes.fromhex(key_file.read_text().split()[1])
    opened = database(address)
    known = await opened.read(lambda connection: connection.execute(select(properties)).one())
    await opened.close()
    assert tuple(known) == ("key-id", Vault(key).key_id)
    assert key.hex()[:16] not in known.value


def test_the_default_key_file(tmp_path: Path) -> None:
    """Beside a SQLite file; otherwise in the data folder."""
    environ = {"XDG_DATA_HOME": str(tmp_path)}
    assert default_key_file(f"sqlite:///{tmp_path}/my.sqlite3", environ) == tmp_path / "my.key"
    assert default_key_file("postgresql://me@here/tables", environ) == tmp_path / "covergames" / "server.key"
