"""What can go wrong, and which errors of a database mean what."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class StoreUnavailable(Exception):
    """The database does not answer, or cannot write now (no space, read-only, locked by another for too long).

    Of a write, nothing has happened, or, if the connection broke during the commit, all of it: the entries tell.
    """

    @classmethod
    def because(cls, error: Exception) -> StoreUnavailable:
        """Says why, without the statement and what was to be written."""
        reason = error.orig if isinstance(error, DBAPIError) else error
        return cls(f"the database does not answer: {str(reason) or type(reason).__name__}")


class StoreTooNew(Exception):
    """A newer version of this package has used the database; the message names both revisions."""


class NoSuchTable(LookupError):
    """A table that was never created, or was pruned."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table!r}")


PERMANENT_SQLSTATE_CLASSES: Final = ("22", "23", "42")
"""SQLSTATE classes that say that the value, not the database, is the problem: data, integrity, syntax."""


def is_unavailable(error: Exception) -> bool:
    """Whether the same write may well succeed later: the database is the problem, not what was to be written."""
    match error:
        case OSError() | PoolTimeout() | sqlite3.OperationalError():
            return True
        case DBAPIError(orig=cause):
            if state := getattr(cause, "sqlstate", None):
                return not str(state).startswith(PERMANENT_SQLSTATE_CLASSES)
            # asyncpg calls a value that it cannot encode an interface error, like a closed connection
            return not isinstance(error, IntegrityError | ProgrammingError) and not isinstance(
                cause and cause.__cause__, ValueError
            )
        case _:
            return False
