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


def check_address(address: str) -> URL:
    """Return the URL of a database, ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``, without using it.

    Raises:
        BadAddress: If the URL is unreadable, names no file, or names another kind of database.
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # a port that is no number
        raise BadAddress(f"{address!r} is not the URL of a database: write sqlite:///tables.sqlite3") from None
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise BadAddress(f"{url!r}: the database is {kind}, not sqlite or postgresql")
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise BadAddress(f"{address!r} names no file: write sqlite:///tables.sqlite3")
    return url


def file_of(address: str) -> Path | None:
    """Return the file of a SQLite database; None: the database is no file.

    Raises:
        BadAddress: If it is not the URL of a database.
    """
    url = check_address(address)
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def database(address: str) -> Database:
    """Return the database at that URL; a driver in the URL is ignored.

    Raises:
        BadAddress: If it is not the URL of a database, or names a file that cannot be written.
    """
    file = file_of(address)
    if file is not None:
        try:
            return Sqlite(file)
        except OSError as error:
            raise BadAddress(f"{file} cannot be used as a database: {error.strerror}") from None
    # SQLAlchemy's asyncio extension is slow to import, and SQLite does not need it.
    from covergames.server.store.postgresql import Postgresql

    return Postgresql(check_address(address).set(drivername="postgresql+asyncpg"))
