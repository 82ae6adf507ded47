"""Add the opener and the size of a table, for quotas, and snapshots, which make a long table quick to load."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns, compute the sizes of existing tables, and create the table of snapshots."""
    op.add_column("tables", sa.Column("opener", sa.Text))
    op.add_column("tables", sa.Column("size", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(
        "UPDATE tables SET size ="
        " (SELECT coalesce(sum(length(data)), 0) FROM entries WHERE entries.table_id = tables.id)"
    )
    op.create_index("tables_by_opener", "tables", ["opener", "stage"])
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
