"""Drop a table's options: its entries contain them, and nothing read this column."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Drop the column."""
    op.drop_column("tables", "options")
