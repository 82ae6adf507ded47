"""The store: every table as an append-only list of entries, in SQLite or PostgreSQL.

The store does not decode entries; it encrypts them with a key outside the database. It guarantees three things: an acknowledged append is durable; of two appends with the same
sequence number exactly one succeeds; and an append is atomic.
"""

from covergames.server.store.address import BadAddress, check_address, default_address
from covergames.server.store.failure import (
    DamagedTable,
    NewerTable,
    NoSuchTable,
    StoreDamaged,
    StoreError,
    StoreTooNew,
    StoreUnavailable,
    UnreadableTable,
)
from covergames.server.store.moderation import Ban, LoggedAct, StoredReport
from covergames.server.store.store import Store, open_store
from covergames.server.store.stored import (
    Listing,
    OpenTables,
    Stage,
    StoredAnalysis,
    StoredEntry,
    StoredSnapshot,
    StoredTable,
    Summary,
)
from covergames.server.store.vault import BadKey, admin_token_in, default_key_file

__all__ = [
    "BadAddress",
    "BadKey",
    "Ban",
    "DamagedTable",
    "Listing",
    "LoggedAct",
    "NewerTable",
    "NoSuchTable",
    "OpenTables",
    "Stage",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreTooNew",
    "StoreUnavailable",
    "StoredAnalysis",
    "StoredEntry",
    "StoredReport",
    "StoredSnapshot",
    "StoredTable",
    "Summary",
    "UnreadableTable",
    "admin_token_in",
    "check_address",
    "default_address",
    "default_key_file",
    "open_store",
]
