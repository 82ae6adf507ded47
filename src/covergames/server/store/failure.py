"""The errors of a store, and what a database's errors mean."""

from __future__ import annotations

import sqlite3
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class StoreError(Exception):
    """The database cannot be used; the message says why, and contains no secrets."""


class StoreUnavailable(StoreError):
    """The database does not answer, or cannot write now (disk full, read-only, locked for too long).

    A write had no effect, unless the connection broke during the commit: then the caller reads the entries to find out.
    """

    @classmethod
    def because(cls, error: Exception) -> StoreUnavailable:
        """Return an error with the reason."""
        return cls(f"the database does not answer: {_reason(error)}")


class StoreDamaged(StoreError):
    """A part of the database cannot be read, and trying again does not help; other parts may be well."""

    @classmethod
    def because(cls, error: Exception) -> StoreDamaged:
        """Return an error with the reason."""
        return cls(f"the database is damaged: {_reason(error)}")


class StoreTooNew(StoreError):
    """A newer version of this package has used the database; the message names both revisions."""


class NoSuchTable(LookupError):
    """A table that does not exist, or was deleted."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table!r}")


class DamagedTable(Exception):
    """A table whose entries cannot be read: damaged, or written by another version."""

    def __init__(self, table: str) -> None:
        super().__init__(f"table {table!r} is damaged: the server cannot read it")


PERMANENT_SQLSTATE_CLASSES: Final = ("22", "23", "42")
"""SQLSTATE classes of errors that a retry does not solve: invalid data, integrity, syntax."""
DAMAGED_SQLSTATES: Final = ("XX001", "XX002")
"""PostgreSQL's codes for damaged data and for a damaged index."""
DAMAGED_SQLITE_CODES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
PRIMARY_SQLITE_CODE: Final = 0xFF
"""The bits of an extended result code of SQLite that say what went wrong."""


def is_damaged(error: Exception) -> bool:
    """Return whether a part of the database cannot be read."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.DatabaseError):
        return getattr(cause, "sqlite_errorcode", 0) & PRIMARY_SQLITE_CODE in DAMAGED_SQLITE_CODES
    return getattr(cause, "sqlstate", None) in DAMAGED_SQLSTATES


def is_unavailable(error: Exception) -> bool:
    """Return whether the database is the problem, so that the same write may succeed later."""
    if is_damaged(error):
        return False
    match error:
        case OSError() | PoolTimeout() | sqlite3.OperationalError():
            return True
        case DBAPIError(orig=cause):
            if state := getattr(cause, "sqlstate", None):
                return not str(state).startswith(PERMANENT_SQLSTATE_CLASSES)
            # asyncpg raises the same interface error for a closed connection and for a value that it cannot encode
            return not isinstance(error, IntegrityError | ProgrammingError) and not isinstance(
                cause and cause.__cause__, ValueError
            )
        case _:
            return False


@asynccontextmanager
async def translated_errors() -> AsyncIterator[None]:
    """Turn errors of a database that does not answer into ``StoreUnavailable``, and of a damaged one into ``StoreDamaged``."""
    try:
        yield
    except Exception as error:
        if is_unavailable(error):
            raise StoreUnavailable.because(error) from None
        if is_damaged(error):
            raise StoreDamaged.because(error) from None
        raise


def _reason(error: Exception) -> str:
    """Return why, without the statement and its values, which are secret."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause) or type(cause).__name__
