"""A table's options stand in its entries, and nobody read them beside those."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Forget the column."""
    op.drop_column("tables", "options")
