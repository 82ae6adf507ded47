"""The store: every table as an append-only list of entries, in SQLite or PostgreSQL.

The store does not decode entries; it encrypts them with a key outside the database. It guarantees three things: an acknowledged append is durable; of two appends with the same
sequence number exactly one succeeds; and an append is atomic.
"""

from covergames.server.store.address import BadAddress, default_address
from covergames.server.store.failure import (
    DamagedTable,
    NoSuchTable,
    StoreDamaged,
    StoreError,
    StoreTooNew,
    StoreUnavailable,
)
from covergames.server.store.store import Store, open_store
from covergames.server.store.stored import Listing, OpenTables, Stage, StoredEntry, StoredSnapshot, StoredTable, Summary
from covergames.server.store.vault import BadKey

__all__ = [
    "BadAddress",
    "BadKey",
    "DamagedTable",
    "Listing",
    "NoSuchTable",
    "OpenTables",
    "Stage",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreTooNew",
    "StoreUnavailable",
    "StoredEntry",
    "StoredSnapshot",
    "StoredTable",
    "Summary",
    "default_address",
    "open_store",
]
