"""Migrations: they bring a database to the schema of this version when a store is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import column, inspect, select, table

from covergames.server.store.failure import StoreTooNew

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

LATEST_REVISION: Final = "0007"
"""The revision that this version expects; a test checks that it is the last migration."""

ADVISORY_LOCK_ID: Final = 0x436F766572
"""An arbitrary number that all versions share."""

VERSION_TABLE: Final = "alembic_version"


def migrate(connection: Connection) -> None:
    """Run the missing migrations in the transaction of this connection; processes that start at the same time wait.

    Raises:
        StoreTooNew: If a newer version of this package has used the database.
    """
    if revision_of(connection) != LATEST_REVISION:
        upgrade(connection, LATEST_REVISION)


def upgrade(connection: Connection, revision: str) -> None:
    """Run the migrations up to that revision in the transaction of this connection.

    Raises:
        StoreTooNew: If a newer version of this package has used the database.
    """
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK_ID})")
    config = _config()
    config.attributes["connection"] = connection
    present = revision_of(connection)
    if present is not None:
        check_revision(present)
    command.upgrade(config, revision)


def check_revision(revision: str) -> None:
    """Check that this version knows the revision of a database.

    Raises:
        StoreTooNew: If it does not.
    """
    if revision == LATEST_REVISION:
        return
    from alembic.script import ScriptDirectory

    if revision not in {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}:
        raise StoreTooNew(
            f"the database has revision {revision}, and this version of covergames knows {LATEST_REVISION} at most: "
            "update covergames (pip install --upgrade covergames), or use another database (--database)"
        )


def revision_of(connection: Connection) -> str | None:
    """Return the latest migration of the database; None if it is empty."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(select(column("version_num")).select_from(table(VERSION_TABLE))).scalar()


def _config() -> Config:
    # Alembic is slow to import, and most starts do not need it.
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "covergames.server.store:migrations")
    return config
