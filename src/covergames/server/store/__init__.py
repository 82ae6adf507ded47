"""The store: every table as an append-only list of entries, in SQLite or PostgreSQL.

The store does not decode entries. It guarantees three things: an acknowledged append is durable; of two appends with the same
sequence number exactly one succeeds; and an append is atomic.
"""

from covergames.server.store.address import BadAddress, default_address
from covergames.server.store.failure import NoSuchTable, StoreTooNew, StoreUnavailable
from covergames.server.store.store import Store, open_store
from covergames.server.store.stored import Listing, OpenTables, Stage, StoredEntry, StoredSnapshot, StoredTable, Summary

__all__ = [
    "BadAddress",
    "Listing",
    "NoSuchTable",
    "OpenTables",
    "Stage",
    "Store",
    "StoreTooNew",
    "StoreUnavailable",
    "StoredEntry",
    "StoredSnapshot",
    "StoredTable",
    "Summary",
    "default_address",
    "open_store",
]
