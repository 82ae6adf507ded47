"""Moderation: bans, reports of players, and the log of what operators did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "bans",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("network", sa.Text, nullable=False, unique=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("handled_at", sa.BigInteger),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("reports_by_table", "reports", ["table_id"])
    op.create_table(
        "admin_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
