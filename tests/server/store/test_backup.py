"""A backup has everything that counts, goes into every kind of database, and is refused with words if it cannot be used."""

from __future__ import annotations

import errno
import io
import os
import random
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from sqlalchemy import Connection, insert, select, text

from covergames.server.store import BadKey, StoredAnalysis, StoredSnapshot, StoreTooNew, open_store
from covergames.server.store.address import database
from covergames.server.store.backup import LEFT_OUT, back_up, restore
from covergames.server.store.backup_file import MAGIC, VERSION, BackupError, BackupWriter, Header, VerifiedBackup
from covergames.server.store.migrate import LATEST_REVISION, upgrade
from covergames.server.store.schema import metadata
from tests.server.store.entries import SUMMARY, entry, numbered, table_of

pytestmark = pytest.mark.anyio

KINDS: Final = ("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))


def quiet(_done: int, _total: int) -> None:
    """Show no progress."""


@pytest.fixture(params=KINDS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of another new, empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'restored.sqlite3'}"
    return str(request.getfixturevalue("postgres").empty_database("restored"))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The key file of the first database."""
    return tmp_path / "first.key"


@pytest.fixture
async def filled(address: str, key: Path) -> str:
    """A database with rows in every table, as a server leaves it; its URL."""
    store = await open_store(address, key)
    for number in range(30):
        await table_of(store, f"t{number}", 1 + number)
    await store.append("t3", [entry(5, "\x00\xff ünïcode " * 20_000)], SUMMARY)
    await store.save_snapshot("t5", StoredSnapshot(3, "1", b"derived"))
    await store.save_analysis("t5", StoredAnalysis("1", 1, 1, 0, b"derived"))
    await store.lease(["t1", "t2"], "worker", now=0, until=10)
    await store.heartbeat("worker", until=10)
    await store.count_result("2026-11-16", 25)
    for network in ("192.0.2.0/24", "198.51.100.7"):
        await store.moderation.ban(network, at=1, until=None, reason="spam")
    assert await store.moderation.unban("198.51.100.7", at=2, reason="calm")
    await store.moderation.report("t1", b'{"reason": "spam"}', at=3)
    await store.close()
    return address


async def contents(address: str) -> dict[str, list[Any]]:
    """Return all rows that a backup should have; the leases are those of servers that no longer run."""

    def read(connection: Connection) -> dict[str, list[Any]]:
        found = {}
        for table in metadata.sorted_tables:
            if table.name not in LEFT_OUT:
                columns = [column for column in table.columns if column.name not in ("keeper", "kept_until")]
                rows = connection.execute(select(*columns).order_by(*table.primary_key.columns))
                found[table.name] = [tuple(row) for row in rows]
        return found

    opened = database(address)
    try:
        return await opened.read(read)
    finally:
        await opened.close()


async def test_everything_is_restored_into_every_kind_of_database(
    filled: str, target: str, key: Path, tmp_path: Path
) -> None:
    """Row by row; and the server goes on: it reads the tables, gives no number twice, and holds no old lease."""
    steps: list[tuple[int, int]] = []
    written = await back_up(filled, tmp_path / "backup", lambda done, total: steps.append((done, total)))
    assert (written.tables, written.entries) == (30, 466)
    assert steps[-1][0] == steps[-1][1]
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600

    read = await restore(target, tmp_path / "backup", quiet, key_file=key)

    assert read == written
    assert await contents(target) == await contents(filled)
    store = await open_store(target, key)
    assert await store.entries("t7") == numbered(1, 8)
    assert (await store.entries("t3"))[-1].data == ("\x00\xff ünïcode " * 20_000).encode()
    assert await store.lease(["t1"], "new", now=1, until=5) == {"t1"}
    assert (await store.moderation.ban("203.0.113.9", at=4, until=None, reason="spam")).number == 3
    assert [report.data for report in await store.moderation.reports(5)] == [b'{"reason": "spam"}']
    await store.close()


async def test_a_database_that_a_server_with_the_same_key_has_opened_can_be_restored_into(
    filled: str, target: str, key: Path, tmp_path: Path
) -> None:
    """It is empty but for its key; with another key it is refused."""
    await back_up(filled, tmp_path / "backup", quiet)
    await (await open_store(target, key)).close()
    await restore(target, tmp_path / "backup", quiet, key_file=key)
    assert await contents(target) == await contents(filled)


async def test_a_database_with_tables_is_refused_and_unchanged(
    filled: str, target: str, key: Path, tmp_path: Path
) -> None:
    """Also one that was restored before."""
    await back_up(filled, tmp_path / "backup", quiet)
    store = await open_store(target, key)
    await table_of(store, "own")
    await store.close()
    before = await contents(target)
    with pytest.raises(BackupError, match=r"the database is not empty: it has rows \(1 in entries, 1 in tables\)"):
        await restore(target, tmp_path / "backup", quiet, key_file=key)
    assert await contents(target) == before


async def test_the_key_has_to_be_that_of_the_backup(filled: str, target: str, tmp_path: Path) -> None:
    """A missing key and a wrong key are refused before the database is touched, and so is a database with another key."""
    await back_up(filled, tmp_path / "backup", quiet)
    with pytest.raises(BackupError, match=r"none\.key is missing"):
        await restore(target, tmp_path / "backup", quiet, key_file=tmp_path / "none.key")
    other = tmp_path / "other.key"
    await (await open_store(target, other)).close()
    with pytest.raises(BackupError, match=r"other\.key is not the key of the tables in"):
        await restore(target, tmp_path / "backup", quiet, key_file=other)
    with pytest.raises(BackupError, match="a server has used the database with another key"):
        await restore(target, tmp_path / "backup", quiet, key_file=tmp_path / "first.key")


async def test_a_backup_contains_the_key_only_if_asked(filled: str, target: str, key: Path, tmp_path: Path) -> None:
    """Then a restore writes the key file, for its owner only; a wrong key is never added."""
    digits = key.read_text().split()[1]
    await back_up(filled, tmp_path / "plain", quiet)
    assert digits.encode() not in (tmp_path / "plain").read_bytes()
    await back_up(filled, tmp_path / "whole", quiet, key_file=key)
    restored = tmp_path / "keys" / "restored.key"
    await restore(target, tmp_path / "whole", quiet, key_file=restored)
    assert restored.read_text() == key.read_text()
    assert restored.stat().st_mode & 0o777 == 0o600
    other = tmp_path / "other.key"
    other.write_text(f"covergames-key/1 {os.urandom(32).hex()}\n")
    with pytest.raises(BadKey, match="that of another one"):
        await back_up(filled, tmp_path / "wrong", quiet, key_file=other)
    assert not [path.name for path in tmp_path.iterdir() if "wrong" in path.name]


@pytest.fixture
async def small(tmp_path: Path) -> Path:
    """The backup of a small database."""
    address = f"sqlite:///{tmp_path / 'small.sqlite3'}"
    store = await open_store(address)
    await table_of(store, "k7m2", 3)
    await store.close()
    await back_up(address, tmp_path / "small.backup", quiet)
    return tmp_path / "small.backup"


@pytest.mark.slow
async def test_every_damaged_byte_and_every_missing_end_is_found(small: Path) -> None:
    """Whatever the damage, before a database is opened; the sentence names the file."""
    intact = small.read_bytes()
    chance = random.Random(7)
    damages = [(place, 1 << chance.randrange(8)) for place in range(len(intact))]
    for place, bit in damages:
        small.write_bytes(intact[:place] + bytes([intact[place] ^ bit]) + intact[place + 1 :])
        with pytest.raises(BackupError, match=r"small\.backup"):
            VerifiedBackup(small)
    for length in range(len(intact)):
        small.write_bytes(intact[:length])
        with pytest.raises(BackupError, match=r"small\.backup"):
            VerifiedBackup(small)
    small.write_bytes(intact + b"\x00")
    with pytest.raises(BackupError, match=r"something follows its end|incomplete"):
        VerifiedBackup(small)
    small.write_bytes(intact)
    assert VerifiedBackup(small).rows_by_table["entries"] == 3


def written(path: Path, header: Header) -> Path:
    """Write a backup without rows, with a right checksum."""
    with path.open("wb") as file:
        writer = BackupWriter(file)
        writer.header(header)
        writer.end()
    return path


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda header: msgspec.structs.replace(header, version=VERSION + 1), "version 2 of the format"),
        (lambda header: msgspec.structs.replace(header, revision="0999"), "revision 0999: update"),
    ],
)
async def test_a_backup_of_a_later_version_is_refused(
    change: Callable[[Header], Header], sentence: str, small: Path, tmp_path: Path
) -> None:
    """A later format, and a later schema."""
    later = written(tmp_path / "later", change(VerifiedBackup(small).header))
    with pytest.raises(BackupError, match=sentence):
        await restore(f"sqlite:///{tmp_path / 'new.sqlite3'}", later, quiet, key_file=tmp_path / "small.key")
    assert not (tmp_path / "new.sqlite3").exists()


async def test_a_later_format_is_named_even_if_its_header_is_unknown(tmp_path: Path) -> None:
    """Its version is all that this version has to understand."""
    data = msgspec.msgpack.encode({"type": "preface", "version": 9, "colour": "red"})
    (tmp_path / "later").write_bytes(MAGIC + struct.pack(">I", len(data)) + data)
    with pytest.raises(BackupError, match="version 9 of the format"):
        VerifiedBackup(tmp_path / "later")


async def test_a_backup_of_an_earlier_version_is_migrated(tmp_path: Path, target: str) -> None:
    """The rows go into the schema that they come from, and then all migrations run."""
    address = f"sqlite:///{tmp_path / 'early.sqlite3'}"
    row = {"table_id": "old", "sequence": 1, "at": 5, "data": b"{}"}
    opened = database(address)

    def fill(connection: Connection) -> None:
        upgrade(connection, "0002")
        connection.execute(insert(metadata.tables["entries"]), row)

    await opened.prepare(fill)
    await opened.close()
    await back_up(address, tmp_path / "backup", quiet)
    await restore(target, tmp_path / "backup", quiet, key_file=tmp_path / "new.key")
    restored = database(target)
    assert await restored.read(
        lambda connection: connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    ) == (LATEST_REVISION)
    await restored.close()
    assert (await contents(target))["entries"] == [tuple(row.values())]


class FullDisk(io.BytesIO):
    """A file on a full disk."""

    def write(self, data: Any) -> int:
        """Fail as the system does after a while."""
        if self.tell() >= len(MAGIC):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(data)


async def test_a_full_disk_is_not_taken_for_a_database_that_does_not_answer(small: Path) -> None:
    """The sentence speaks of the backup."""
    with pytest.raises(BackupError, match="the backup cannot be written: No space left on device"):
        BackupWriter(FullDisk()).header(VerifiedBackup(small).header)
    with pytest.raises(BackupError, match="cannot be read: No such file or directory"):
        VerifiedBackup(small.with_name("none"))
    with pytest.raises(BackupError, match="cannot be read: Is a directory"):
        VerifiedBackup(small.parent)


async def test_what_cannot_be_backed_up_gets_a_sentence(small: Path, tmp_path: Path) -> None:
    """No database, an empty one, a newer one, a file that exists; and nothing is left behind."""
    small_database = f"sqlite:///{tmp_path / 'small.sqlite3'}"
    with pytest.raises(BackupError, match=r"there is no database .*none\.sqlite3"):
        await back_up(f"sqlite:///{tmp_path / 'none.sqlite3'}", tmp_path / "backup", quiet)
    (tmp_path / "empty.sqlite3").touch()
    with pytest.raises(BackupError, match="no server has used it"):
        await back_up(f"sqlite:///{tmp_path / 'empty.sqlite3'}", tmp_path / "backup", quiet)
    before = small.read_bytes()
    with pytest.raises(BackupError, match=r"small\.backup exists"):
        await back_up(small_database, small, quiet)
    assert small.read_bytes() == before
    await back_up(small_database, small, quiet, overwrite=True)
    opened = database(small_database)
    await opened.prepare(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '0999'")))
    await opened.close()
    with pytest.raises(StoreTooNew, match="0999"):
        await back_up(small_database, tmp_path / "backup", quiet)
    assert not [path.name for path in tmp_path.iterdir() if "backup" in path.name and path != small]
