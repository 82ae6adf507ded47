"""The URL of a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from covergames.folders import data_folder
from covergames.server.store.sqlite import Sqlite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from covergames.server.store.database import Database


class BadAddress(ValueError):
    """A URL that a store cannot use; the message names it."""


def default_address(environ: Mapping[str, str]) -> str:
    """Return the URL of a SQLite file in the user's data folder."""
    return URL.create("sqlite", database=str(data_folder(environ) / "tables.sqlite3")).render_as_string()


def database(address: str) -> Database:
    """Return the database at ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``; a driver in the URL is ignored.

    Raises:
        BadAddress: If the URL is unreadable, names another kind of database, or names a file that cannot be written.
    """
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadAddress(f"{address!r} is not the URL of a database: write sqlite:///tables.sqlite3") from None
    match url.get_backend_name():
        case "sqlite":
            if url.database in (None, "", ":memory:"):
                raise BadAddress(f"{address!r} names no file: write sqlite:///tables.sqlite3")
            try:
                return Sqlite(Path(url.database))
            except OSError as error:
                raise BadAddress(f"{url.database} cannot be used as a database: {error.strerror}") from None
        case "postgresql":
            # SQLAlchemy's asyncio extension is slow to import, and SQLite does not need it.
            from covergames.server.store.postgresql import Postgresql

            return Postgresql(url.set(drivername="postgresql+asyncpg"))
        case kind:
            raise BadAddress(f"{url!r}: the database is {kind}, not sqlite or postgresql")
