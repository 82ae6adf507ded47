"""Migrations: they bring a database to the schema of this version when a store is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import column, inspect, select, table

from covergames.server.store.failure import StoreTooNew

if TYPE_CHECKING:
    from sqlalchemy import Connection

LATEST_REVISION: Final = "0006"
"""The revision that this version expects; a test checks that it is the last migration."""

ADVISORY_LOCK_ID: Final = 0x436F766572
"""An arbitrary number that all versions share."""

VERSION_TABLE: Final = "alembic_version"


def migrate(connection: Connection) -> None:
    """Run the missing migrations in the transaction of this connection; processes that start at the same time wait.

    Raises:
        StoreTooNew: If a newer version of this package has used the database.
    """
    if _revision(connection) == LATEST_REVISION:
        return
    # Alembic is slow to import, and most starts do not need it.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK_ID})")
    config = Config()
    config.set_main_option("script_location", "covergames.server.store:migrations")
    config.attributes["connection"] = connection
    present = _revision(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if present is not None and present not in known:
        raise StoreTooNew(
            f"the database has revision {present}, and this version of covergames knows {LATEST_REVISION} at most: "
            "update covergames (pip install --upgrade covergames), or use another database (--database)"
        )
    command.upgrade(config, LATEST_REVISION)


def _revision(connection: Connection) -> str | None:
    """Return the latest migration of the database; None if it is empty."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(select(column("version_num")).select_from(table(VERSION_TABLE))).scalar()
