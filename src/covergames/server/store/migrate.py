"""Bringing a database to the schema of this version, when a store is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from covergames.server.store.failure import StoreTooNew

if TYPE_CHECKING:
    from sqlalchemy import Connection

LOCK: Final = 0x436F766572  # any number that is always the same


def migrate(connection: Connection) -> None:
    """Run what is missing, within the transaction of this connection; whoever starts at the same time waits for it."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    config = Config()
    config.set_main_option("script_location", "covergames.server.store:migrations")
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    present = MigrationContext.configure(connection).get_current_revision()
    if present is not None and present not in known:
        raise StoreTooNew(
            f"the database has revision {present}, and this version of covergames knows {scripts.get_current_head()} at most"
        )
    command.upgrade(config, "head")
