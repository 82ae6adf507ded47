"""Alembic's entry point: it runs the migrations in the transaction of the given connection."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
