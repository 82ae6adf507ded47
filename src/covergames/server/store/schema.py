"""The tables of the database. The migrations create them; a test compares the two."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, Table, Text

metadata: Final = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("sequence", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seats_taken", Integer, nullable=False),
    Column("stage", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("keeper", Text),
    Column("kept_until", BigInteger, nullable=False, server_default="0"),
    Column("opener", Text),
    Column("size", BigInteger, nullable=False, server_default="0"),
)
"""One row for each game table: its summary, its latest sequence number, the bytes of its entries, who opened it (until it is
closed), and its lease (`keeper`, `kept_until`)."""

Index("tables_by_stage", tables.c.stage, tables.c.opened_at)
Index("tables_by_due", tables.c.due)
Index("tables_by_opener", tables.c.opener, tables.c.stage)

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The entries of all tables. The primary key lets each sequence number be written once."""

puzzle_results: Final = Table(
    "puzzle_results",
    metadata,
    Column("puzzle", Text, primary_key=True),
    Column("points", Integer, primary_key=True, autoincrement=False),
    Column("players", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How many players reached so many points in a puzzle; nothing about who they are."""

snapshots: Final = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("sequence", Integer, nullable=False),
    Column("version", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""The latest snapshot of each long table, and the version of the code that wrote it. The entries remain the truth."""

analyses: Final = Table(
    "analyses",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""The analysis of each finished game that somebody asked for, and the version of what computed it; or how far it is, as long as a
worker computes it (`until`)."""

DERIVED: Final = (snapshots, analyses)
"""What follows from the entries of a table, one row for each: deleted with the table, and left out of backups."""

workers: Final = Table(
    "workers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
)
"""The heartbeats of the workers: each counts as alive until that time."""

bans: Final = Table(
    "bans",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("network", Text, nullable=False, unique=True),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""Banned networks, until a time or for ever. A ban that has ended is deleted, and with it the address."""

reports: Final = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("handled_at", BigInteger),
    Column("data", LargeBinary, nullable=False),
    sqlite_autoincrement=True,
)
"""Players' reports about other players. The data is encrypted: names and chat."""

Index("reports_by_table", reports.c.table_id)

admin_log: Final = Table(
    "admin_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("reason", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""Every act of an operator. The subject is a table, or the number of a ban or a report; never an address."""

properties: Final = Table(
    "properties",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Properties of the whole database."""
