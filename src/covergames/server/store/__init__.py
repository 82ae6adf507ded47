"""The store: every table as an append-only list of entries, in SQLite or PostgreSQL.

The store does not read what an entry says. It promises three things: what was acknowledged is on the disk; of two who
write the same sequence number of a table exactly one succeeds; and an append is there as a whole or not at all.
"""

from covergames.server.store.address import BadAddress, default_address
from covergames.server.store.failure import NoSuchTable, StoreTooNew, StoreUnavailable
from covergames.server.store.store import Store, open_store
from covergames.server.store.stored import Listing, Stage, StoredEntry, Summary

__all__ = [
    "BadAddress",
    "Listing",
    "NoSuchTable",
    "Stage",
    "Store",
    "StoreTooNew",
    "StoreUnavailable",
    "StoredEntry",
    "Summary",
    "default_address",
    "open_store",
]
