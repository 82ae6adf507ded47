"""The errors of a store, and what a database's errors mean."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class StoreUnavailable(Exception):
    """The database does not answer, or cannot write now (disk full, read-only, locked for too long).

    A write had no effect, unless the connection broke during the commit: then the caller reads the entries to find out.
    """

    @classmethod
    def because(cls, error: Exception) -> StoreUnavailable:
        """Return an error with the reason, but without the statement and its values, which are secret."""
        reason = error.orig if isinstance(error, DBAPIError) else error
        return cls(f"the database does not answer: {str(reason) or type(reason).__name__}")


class StoreTooNew(Exception):
    """A newer version of this package has used the database; the message names both revisions."""


class NoSuchTable(LookupError):
    """A table that does not exist, or was deleted."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table!r}")


PERMANENT_SQLSTATE_CLASSES: Final = ("22", "23", "42")
"""SQLSTATE classes of errors that a retry does not solve: invalid data, integrity, syntax."""


def is_unavailable(error: Exception) -> bool:
    """Return whether the database is the problem, so that the same write may succeed later."""
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
