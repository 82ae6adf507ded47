"""The results of puzzles: how many players reached how many points."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "puzzle_results",
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
