"""SQLite: one file, one thread that writes, a few that read."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from sqlalchemy import URL, Engine, create_engine, event

from covergames.server.store.database import READ_CONNECTIONS, TIMEOUT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection

Result = TypeVar("Result")

MIGRATION_TIMEOUT_SECONDS: Final = 300
"""Seconds to wait for another worker that brings the file to the schema of this version."""

LOCK_POLL_SECONDS: Final = 0.001
"""Seconds between two looks whether another process still writes."""


class Sqlite:
    """A file, made if there is none, in a folder made if there is none, for nobody else's eyes: deals are secret."""

    def __init__(self, path: Path, *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        """The timeout_seconds, in seconds, is for other processes that write to the same file."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._path = path
        self._writer = self._engine(connections=1, begin=partial(_begin_to_write, timeout_seconds=timeout_seconds))
        self._readers = self._engine(connections=READ_CONNECTIONS, begin=_begin_to_read, wait=TIMEOUT_SECONDS)
        # A transaction is a dozen calls: one trip to a thread for all of them, not one for each.
        self._writing_thread = ThreadPoolExecutor(1, "sqlite-writer")
        self._reading_threads = ThreadPoolExecutor(READ_CONNECTIONS, "sqlite-reader")

    def _engine(self, *, connections: int, begin: Callable[[Connection], None], wait: int = 0) -> Engine:
        engine = create_engine(
            URL.create("sqlite+pysqlite", database=str(self._path)),
            connect_args={"isolation_level": None},  # the driver would begin transactions when it thinks fit
            pool_size=connections,
            max_overflow=0,
            hide_parameters=True,  # entries hold secrets, and errors are logged
        )
        event.listen(engine, "connect", partial(_set_up, wait=wait))
        event.listen(engine, "begin", begin)
        return engine

    async def prepare(self, work: Callable[[Connection], Result]) -> Result:
        """With a connection of its own that waits for whoever else prepares."""
        engine = self._engine(connections=1, begin=partial(_begin_to_write, timeout_seconds=MIGRATION_TIMEOUT_SECONDS))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._writing_thread, _transaction, engine, work)
        finally:
            engine.dispose()

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """In a transaction, on the disk when it answers."""
        return await asyncio.get_running_loop().run_in_executor(self._writing_thread, _transaction, self._writer, work)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """While others write, as of one moment."""
        return await asyncio.get_running_loop().run_in_executor(
            self._reading_threads, _transaction, self._readers, work
        )

    async def close(self) -> None:
        """Wait for what is being written, then close the file."""
        for threads in (self._writing_thread, self._reading_threads):
            await asyncio.to_thread(threads.shutdown)
        self._readers.dispose()
        self._writer.dispose()


def _transaction(engine: Engine, work: Callable[[Connection], Result]) -> Result:
    with engine.begin() as connection:
        return work(connection)


def _set_up(connection: DBAPIConnection, _record: object, wait: int) -> None:
    """From then on SQLite itself waits so many seconds for other processes."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {1000 * TIMEOUT_SECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for each other
    cursor.execute("PRAGMA synchronous = FULL")  # committed is on the disk
    cursor.execute(f"PRAGMA busy_timeout = {1000 * wait}")
    cursor.close()


def _begin_to_read(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_to_write(connection: Connection, timeout_seconds: float) -> None:
    """Say so first: two who have both begun to read could not both go on to write.

    SQLite itself waits for another process in steps of up to a tenth of a second, and one that writes all the time
    is always just writing when it looks. Looking more often gives everybody a turn.
    """
    cursor = connection.connection.cursor()
    deadline = time.monotonic() + timeout_seconds
    while True:
        try:
            cursor.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(LOCK_POLL_SECONDS)
        else:
            break
    cursor.close()
