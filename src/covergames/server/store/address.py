"""Which database: its address."""

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
    """An address of a database that a store cannot use; the message names it."""


def default_address(environ: Mapping[str, str]) -> str:
    """A SQLite file in the user's data folder."""
    return URL.create("sqlite", database=str(data_folder(environ) / "tables.sqlite3")).render_as_string()


def database(address: str) -> Database:
    """The database at ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``, whatever driver the address names."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadAddress(f"{address!r} is no address of a database, such as sqlite:///tables.sqlite3") from None
    match url.get_backend_name():
        case "sqlite":
            if url.database in (None, "", ":memory:"):
                raise BadAddress(f"{address!r} names no file, as sqlite:///tables.sqlite3 does")
            try:
                return Sqlite(Path(url.database))
            except OSError as error:
                raise BadAddress(f"tables cannot be kept in {url.database}: {error.strerror}") from None
        case "postgresql":
            # SQLAlchemy's asynchronous part is slow to import, and SQLite needs nothing of it.
            from covergames.server.store.postgresql import Postgresql

            return Postgresql(url.set(drivername="postgresql+asyncpg"))
        case kind:
            raise BadAddress(f"{url!r}: tables are kept in sqlite or postgresql, not in {kind}")
