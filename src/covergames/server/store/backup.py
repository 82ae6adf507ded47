"""Backup and restore of a whole database, while servers use it, from and to every kind of database.

A backup reads one snapshot of the database, in a read transaction that blocks nobody. What is encrypted stays encrypted. Heartbeats
are left out, and so is what follows from entries (snapshots and analyses): servers write them again.
"""

from __future__ import annotations

import os
import secrets
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import MetaData, Table, func, insert, inspect, select, text, update

from covergames import __version__
from covergames.server.store.address import database, file_of
from covergames.server.store.backup_file import VERSION, BackupError, BackupWriter, Header, VerifiedBackup
from covergames.server.store.failure import StoreTooNew, translated_errors
from covergames.server.store.migrate import VERSION_TABLE, check_revision, migrate, revision_of, upgrade
from covergames.server.store.schema import DERIVED, properties, tables, workers
from covergames.server.store.vault import KEY_ID, check_key, key_file_text, key_id_in, key_id_of_text, write_key_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from typing import TypeAlias

    from sqlalchemy import Connection

    OnProgress: TypeAlias = Callable[[int, int], None]
    """Is called with what is done, and with all there is to do."""

LEFT_OUT: Final = frozenset({VERSION_TABLE, workers.name, *(derived.name for derived in DERIVED)})
"""Database tables that a backup does not contain."""
ROWS_PER_READ: Final = 200
FRAME_BYTES: Final = 1024 * 1024
"""A frame is written when it has so many bytes, or more."""


class Counts(NamedTuple):
    """What a backup contains."""

    tables: int
    entries: int
    bytes: int


async def back_up(
    address: str, path: Path, on_progress: OnProgress, *, key_file: Path | None = None, overwrite: bool = False
) -> Counts:
    """Write a backup of the database to the file, which appears whole or not at all; with a key file, add the key.

    Raises:
        BackupError: If there is no such database, or if the file exists.
        BadKey: If the key file is missing, unreadable or that of another database.
        StoreUnavailable: If the database does not answer.
        OSError: If the file cannot be written.
    """
    if not overwrite and path.exists():
        raise BackupError(f"{path} exists: choose another name, or add --overwrite")
    source = file_of(address)
    if source is not None and not source.exists():
        raise BackupError(f"there is no database {source}")
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    opened = database(address)
    try:
        descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "wb") as file:

            def work(connection: Connection) -> dict[str, int]:
                return _dump(connection, BackupWriter(file), on_progress, key_file)

            async with translated_errors():
                counts = await opened.export(work)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        return Counts(counts[tables.name], counts["entries"], path.stat().st_size)
    finally:
        draft.unlink(missing_ok=True)
        await opened.close()


def _dump(
    connection: Connection, writer: BackupWriter, on_progress: OnProgress, key_file: Path | None
) -> dict[str, int]:
    revision = revision_of(connection)
    if revision is None:
        raise BackupError("the database is empty: no server has used it")
    check_revision(revision)
    known = _reflected(connection)
    key_id = _property(connection, known, KEY_ID)
    if key_file is not None and key_id is not None:
        check_key(key_file, key_id)
    writer.header(
        Header(
            version=VERSION,
            covergames=__version__,
            revision=revision,
            at=time.time_ns() // 1_000_000,
            key_id=key_id,
            key=None if key_file is None else key_file_text(key_file),
            columns={name: [str(column.name) for column in table.columns] for name, table in known.items()},
            counters=_counters(connection, known.values()),
        )
    )
    total = sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in known.values())
    done = 0
    for name, table in known.items():
        waiting: list[list[Any]] = []
        size = 0
        ordered = select(table).order_by(*table.primary_key.columns)
        with connection.execution_options(yield_per=ROWS_PER_READ).execute(ordered) as found:
            for row in found:
                waiting.append(list(row))
                size += sum(len(value) for value in row if isinstance(value, bytes | str)) + 16 * len(row)
                if size >= FRAME_BYTES:
                    writer.rows(name, waiting)
                    done += len(waiting)
                    waiting, size = [], 0
                    on_progress(done, total)
        if waiting:
            writer.rows(name, waiting)
            done += len(waiting)
            on_progress(done, total)
    return writer.end()


async def restore(address: str, path: Path, on_progress: OnProgress, *, key_file: Path) -> Counts:
    """Restore a backup into an empty database, in one transaction, and migrate it to this version.

    The key file is written if the backup contains the key; otherwise it has to be there.

    Raises:
        BackupError: If the file is no backup, is damaged, is of a later version, or if the database is not empty.
        BadKey: If the key file is missing, unreadable or that of another database.
        StoreUnavailable: If the database does not answer.
    """
    backup = VerifiedBackup(path, lambda done, total: on_progress(done, 2 * total))
    header = backup.header
    try:
        check_revision(header.revision)
    except StoreTooNew:
        raise BackupError(
            f"{path} was written by covergames {header.covergames}, whose database has revision {header.revision}: update "
            "covergames (pip install --upgrade covergames)"
        ) from None
    _check_key(header, path, key_file)
    opened = database(address)

    def work(connection: Connection) -> None:
        _load(connection, backup, lambda done: on_progress(backup.bytes + done, 2 * backup.bytes))

    try:
        async with translated_errors():
            await opened.prepare(work)
    finally:
        await opened.close()
    return Counts(backup.rows_by_table[tables.name], backup.rows_by_table["entries"], backup.bytes)


def _check_key(header: Header, path: Path, key_file: Path) -> None:
    """Check that the key of the backup is in the key file; write it there if the backup contains it."""
    if header.key_id is None:
        return
    if not key_file.exists():
        if header.key is None:
            raise BackupError(
                f"{path} does not contain the key of its tables, and the key file {key_file} is missing: put a copy of it "
                "there, or name it with --key-file"
            )
        if key_id_of_text(header.key) != header.key_id:
            raise BackupError(f"{path} is damaged: the key in it is not that of its tables")
        write_key_file(key_file, header.key)
    if key_id_in(key_file) != header.key_id:
        raise BackupError(f"{key_file} is not the key of the tables in {path}, but that of another database")


def _load(connection: Connection, backup: VerifiedBackup, on_progress: Callable[[int], None]) -> None:
    header = backup.header
    present = revision_of(connection)
    if present is None:
        if inspect(connection).get_table_names():
            raise BackupError("the database is not empty: it has tables of another program")
        upgrade(connection, header.revision)
    elif present != header.revision:
        raise BackupError(
            f"the database has revision {present}, and the backup {header.revision}: restore it into a new database"
        )
    known = _reflected(connection)
    _check_empty(connection, known, header)
    for portion, done in backup.rows():
        columns = header.columns[portion.table]
        rows = [dict(zip(columns, row, strict=True)) for row in portion.rows]
        if portion.table == properties.name and present is not None:
            rows = [row for row in rows if _property(connection, known, row["name"]) is None]
        if rows:
            connection.execute(insert(known[portion.table]), rows)
        on_progress(done)
    connection.execute(update(known[tables.name]).values(keeper=None, kept_until=0))
    _set_counters(connection, known, header.counters)
    migrate(connection)


def _check_empty(connection: Connection, known: Mapping[str, Table], header: Header) -> None:
    counts = {
        name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for name, table in known.items()
        if name != properties.name
    }
    if any(counts.values()):
        found = ", ".join(f"{count} in {name}" for name, count in counts.items() if count)
        raise BackupError(f"the database is not empty: it has rows ({found}). Restore into a new database")
    key_id = _property(connection, known, KEY_ID)
    if key_id not in (None, header.key_id):
        raise BackupError("a server has used the database with another key: restore into a new database")


def _reflected(connection: Connection) -> dict[str, Table]:
    """Return the tables of the database as they are, whatever its revision, without those that are left out."""
    metadata = MetaData()
    metadata.reflect(connection)
    return {str(name): metadata.tables[name] for name in sorted(metadata.tables.keys() - LEFT_OUT)}


def _property(connection: Connection, known: Mapping[str, Table], name: str) -> str | None:
    if properties.name not in known:  # early revisions have none
        return None
    row = known[properties.name].c
    value: str | None = connection.execute(select(row.value).where(row.name == name)).scalar()
    return value


def _counters(connection: Connection, known: Iterable[Table]) -> dict[str, int]:
    """Return the last number that each numbered table has given."""
    if connection.dialect.name == "sqlite":
        if not inspect(connection).has_table("sqlite_sequence"):
            return {}
        return {row.name: row.seq for row in connection.execute(text("SELECT name, seq FROM sqlite_sequence"))}
    found = {}
    for table in known:
        if (sequence := _sequence(connection, table)) is not None:
            last, is_used = connection.execute(text(f"SELECT last_value, is_called FROM {sequence}")).one()
            if is_used:
                found[str(table.name)] = int(last)
    return found


def _set_counters(connection: Connection, known: Mapping[str, Table], counters: Mapping[str, int]) -> None:
    """Let each numbered table go on after its last number."""
    for name, number in counters.items():
        if connection.dialect.name == "sqlite":
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": name})
            connection.execute(
                text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), {"name": name, "seq": number}
            )
        elif (sequence := _sequence(connection, known[name])) is not None:
            connection.execute(select(func.setval(sequence, number)))


def _sequence(connection: Connection, table: Table) -> str | None:
    """Return the name of the PostgreSQL sequence that numbers the rows; None: the rows have no numbers."""
    if "id" not in table.columns:
        return None
    found: str | None = connection.execute(select(func.pg_get_serial_sequence(table.name, "id"))).scalar()
    return found
