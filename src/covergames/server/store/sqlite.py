"""SQLite: one file, one thread that writes, a few that read."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import URL, Engine, create_engine, event

from covergames.server.store.database import PATIENCE, READERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection

Answer = TypeVar("Answer")


class Sqlite:
    """A file, made if there is none, in a folder made if there is none, for nobody else's eyes: deals are secret."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        url = URL.create("sqlite+pysqlite", database=str(path))
        # The driver would begin transactions when it thinks fit; "begin" below does it instead.
        arguments: dict[str, Any] = {"isolation_level": None, "timeout": PATIENCE}
        self._writer = create_engine(url, connect_args=arguments, pool_size=1, max_overflow=0)
        self._readers = create_engine(url, connect_args=arguments, pool_size=READERS, max_overflow=0)
        for engine in (self._writer, self._readers):
            event.listen(engine, "connect", _set_up)
        # Whoever will write says so first: two who have both begun to read could not both go on to write.
        event.listen(self._writer, "begin", _begin_immediate)
        event.listen(self._readers, "begin", _begin)
        # A transaction is a dozen calls: one trip to a thread for all of them, not one for each.
        self._writing_thread = ThreadPoolExecutor(1, "sqlite-writer")
        self._reading_threads = ThreadPoolExecutor(READERS, "sqlite-reader")

    async def write(self, work: Callable[[Connection], Answer]) -> Answer:
        """In a transaction, on the disk when it answers."""
        return await asyncio.get_running_loop().run_in_executor(self._writing_thread, _transaction, self._writer, work)

    async def read(self, work: Callable[[Connection], Answer]) -> Answer:
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


def _transaction(engine: Engine, work: Callable[[Connection], Answer]) -> Answer:
    with engine.begin() as connection:
        return work(connection)


def _set_up(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for each other
    cursor.execute("PRAGMA synchronous = FULL")  # committed is on the disk
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
