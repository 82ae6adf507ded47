"""Tables, their entries, and the workers that serve them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables. There is no downgrade."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seats_taken", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("keeper", sa.Text),
        sa.Column("kept_until", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("tables_by_stage", "tables", ["stage", "opened_at"])
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
