"""SQLite: one file, one thread for writing, a few for reading."""

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
"""How long to wait for another worker that migrates the file."""

CACHE_KIBIBYTES: Final = 512
"""SQLite's cache of a connection. Its default, four times as much, makes nothing faster: the system caches the file too."""
LOCK_POLL_SECONDS: Final = 0.001
"""How often to try again while another process holds the write lock."""


class Sqlite:
    """A SQLite file. It and its folder are created if needed, readable by the owner only, because it contains secrets."""

    has_clock = False

    def __init__(self, path: Path, *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        """Open the file; the timeout is for other processes that write to it.

        Raises:
            OSError: If the file or its folder cannot be created.
        """
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._path = path
        self._writer = self._engine(connections=1, begin=partial(_begin_to_write, timeout_seconds=timeout_seconds))
        self._readers = self._engine(connections=READ_CONNECTIONS, begin=_begin_to_read, wait=TIMEOUT_SECONDS)
        # A transaction is a dozen calls: all of them run in one thread hop.
        self._writing_thread = ThreadPoolExecutor(1, "sqlite-writer")
        self._reading_threads = ThreadPoolExecutor(READ_CONNECTIONS, "sqlite-reader")

    def _engine(self, *, connections: int, begin: Callable[[Connection], None], wait: int = 0) -> Engine:
        engine = create_engine(
            URL.create("sqlite+pysqlite", database=str(self._path)),
            connect_args={"isolation_level": None},  # the driver must not begin transactions by itself
            pool_size=connections,
            max_overflow=0,
            hide_parameters=True,  # entries contain secrets, and errors are logged
        )
        event.listen(engine, "connect", partial(_set_up, wait=wait))
        event.listen(engine, "begin", begin)
        return engine

    async def prepare(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work in a transaction on a separate connection, which waits for other processes that migrate."""
        engine = self._engine(connections=1, begin=partial(_begin_to_write, timeout_seconds=MIGRATION_TIMEOUT_SECONDS))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._writing_thread, _transaction, engine, work)
        finally:
            engine.dispose()

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work in a transaction, and return its result after the commit."""
        return await asyncio.get_running_loop().run_in_executor(self._writing_thread, _transaction, self._writer, work)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work, which only reads, on a snapshot of the database."""
        return await asyncio.get_running_loop().run_in_executor(
            self._reading_threads, _transaction, self._readers, work
        )

    async def export(self, work: Callable[[Connection], Result]) -> Result:
        """Run the work, which only reads, on a snapshot of the database, however long it takes."""
        return await self.read(work)

    async def close(self) -> None:
        """Wait for running transactions, then close the file."""
        for threads in (self._writing_thread, self._reading_threads):
            await asyncio.to_thread(threads.shutdown)
        self._readers.dispose()
        self._writer.dispose()


def _transaction(engine: Engine, work: Callable[[Connection], Result]) -> Result:
    with engine.begin() as connection:
        return work(connection)


def _set_up(connection: DBAPIConnection, _record: object, wait: int) -> None:
    """Configure a new connection; `wait` is SQLite's own timeout for locks, in seconds."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {1000 * TIMEOUT_SECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not block each other
    cursor.execute("PRAGMA synchronous = FULL")  # a commit is durable
    cursor.execute(f"PRAGMA cache_size = -{CACHE_KIBIBYTES}")
    cursor.execute(f"PRAGMA busy_timeout = {1000 * wait}")
    cursor.close()


def _begin_to_read(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_to_write(connection: Connection, timeout_seconds: float) -> None:
    """Take the write lock at the beginning: two transactions that read first and then write would fail.

    SQLite itself waits in steps of up to 0.1 s, and finds the lock taken each time while another process writes constantly.
    Polling more often lets every process write.
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
