"""Snapshots of folded tables: derived data, so that a long table loads without all of its entries.

A snapshot holds everything of a table that its first entry does not hold: the seed stays in that entry. It is encrypted and
authenticated with keys that are derived from the seed, because it contains the hidden cards of a running game. So whoever
cannot read the seed learns nothing from it, and nobody else can forge it. A snapshot that cannot be read is ignored.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import logging
import pickle
import secrets
import sys
import zlib
from collections.abc import Sequence
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from covergames.coverup.deck import HOUSE, Deck, house_deck
from covergames.schema import codec_of
from covergames.server.store import StoredSnapshot
from covergames.table import Settings, Table, decode

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from covergames.server.store import StoredEntry, StoredTable

SNAPSHOT_INTERVAL_ENTRIES: Final = 250
"""A snapshot is written after this many entries; fewer are folded in a few milliseconds."""
NONCE_BYTES: Final = 16
MAC_BYTES: Final = 32
COMPRESSION_LEVEL: Final = 1
"""Fast: a snapshot is written while people play."""
FOLDED_PACKAGES: Final = ("coverme", "coverup", "schema", "table")
"""The packages whose code decides what a folded table is."""
FOLDED_MODULES: Final = ("dealer.py", "encoding.py", "game.py", "games.py")
LEFT_OUT: Final = frozenset({"id", "game", "codec", "seed"})
"""The fields of a table that a snapshot does not contain: they follow from the first entry and the options."""
PICKLED_MODULES: Final = ("covergames.coverme.", "covergames.coverup.", "covergames.table.", "covergames.game")
"""The modules whose classes a snapshot may contain."""

_REBUILD: Final[Any] = Settings().__reduce__()[0]
"""The function of msgspec that creates a pickled struct."""

_log = logging.getLogger("covergames.server")


class BadSnapshot(Exception):
    """A snapshot that cannot be read."""


@cache
def code_version() -> str:
    """Return a hash of the code that folds tables: a snapshot of other code may mean something else."""
    digest = hashlib.sha256(sys.version.encode())
    package = files("covergames")
    for name in FOLDED_MODULES:
        digest.update(package.joinpath(name).read_bytes())
    for name in FOLDED_PACKAGES:
        _add_sources(digest, package.joinpath(name))
    digest.update(files("covergames.server").joinpath("snapshots.py").read_bytes())
    return digest.hexdigest()[:32]


def _add_sources(digest: Any, folder: Traversable) -> None:
    for each in sorted(folder.iterdir(), key=lambda path: path.name):
        if each.is_dir() and each.name != "__pycache__":
            _add_sources(digest, each)
        elif each.name.endswith((".py", ".json")):
            digest.update(each.name.encode() + b"\0" + each.read_bytes())


def snapshot_of(table: Table) -> StoredSnapshot:
    """Return the snapshot of the table."""
    fields = {name: getattr(table, name) for name in Table.__slots__ if name not in LEFT_OUT}
    pickled = io.BytesIO()
    _Pickler(pickled, protocol=pickle.HIGHEST_PROTOCOL).dump(fields)
    data = zlib.compress(pickled.getbuffer(), COMPRESSION_LEVEL)
    return StoredSnapshot(table.sequence, code_version(), _seal(data, table))


def table_of(name: str, stored: StoredTable) -> Table | None:
    """Return the table from its snapshot and the entries after it; None if there is no snapshot that can be read."""
    snapshot = stored.snapshot
    if snapshot is None:
        return None
    try:
        table = _restored(name, snapshot, stored.entries[0])
        for entry in stored.entries[1:]:
            table.absorb(decode(entry.data))
    except Exception:  # damaged, or the entries do not follow: they are the truth, and can always be folded
        _log.warning("the snapshot of table %s cannot be used", name, exc_info=True)
        return None
    return table


def folded(name: str, entries: Sequence[StoredEntry]) -> Table:
    """Return the table, folded from all of its entries."""
    return Table.fold(name, (decode(entry.data) for entry in entries))


def _restored(name: str, snapshot: StoredSnapshot, first: StoredEntry) -> Table:
    table = Table.fold(name, [decode(first.data)])
    fields = _Unpickler(io.BytesIO(zlib.decompress(_unseal(snapshot, table)))).load()
    if fields.keys() != set(Table.__slots__) - LEFT_OUT or fields["sequence"] != snapshot.sequence:
        raise BadSnapshot("it has other fields than a table, or another number")
    for field, value in fields.items():
        setattr(table, field, value)
    table.codec = codec_of(table.game, table.options)
    return table


def _seal(data: bytes, table: Table) -> bytes:
    """Return the data encrypted (SHAKE-256 as a stream cipher), behind a nonce and before a MAC (encrypt-then-MAC)."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = nonce + _encrypted(data, table, nonce)
    return sealed + _mac(sealed, table, table.sequence)


def _unseal(snapshot: StoredSnapshot, table: Table) -> bytes:
    sealed, mac = snapshot.data[:-MAC_BYTES], snapshot.data[-MAC_BYTES:]
    if not hmac.compare_digest(mac, _mac(sealed, table, snapshot.sequence)):
        raise BadSnapshot("it is damaged")
    return _encrypted(sealed[NONCE_BYTES:], table, sealed[:NONCE_BYTES])


def _encrypted(data: bytes, table: Table, nonce: bytes) -> bytes:
    stream = hashlib.shake_256(_key(table, "encrypt") + nonce).digest(len(data))
    return (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(data), "big")


def _mac(sealed: bytes, table: Table, sequence: int) -> bytes:
    return hmac.digest(_key(table, "authenticate"), f"{sequence} {code_version()} ".encode() + sealed, "sha256")


def _key(table: Table, purpose: str) -> bytes:
    return hmac.digest(bytes.fromhex(table.seed), f"snapshot of {table.id}: {purpose}".encode(), "sha256")


class _Pickler(pickle.Pickler):
    """Refers to the house deck by its name: all tables share it in memory."""

    def persistent_id(self, obj: Any) -> str | None:
        """Return the name of a value that tables share."""
        return HOUSE if isinstance(obj, Deck) and obj is house_deck() else None


class _Unpickler(pickle.Unpickler):
    """Creates only values of games and tables."""

    def persistent_load(self, pid: Any) -> Any:
        """Return the value that tables share."""
        return house_deck() if pid == HOUSE else self._refuse("a deck called", pid)

    def find_class(self, module: str, name: str) -> Any:
        """Return a class that a table may contain."""
        if module.startswith(PICKLED_MODULES) and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and (
                hasattr(found, "__dataclass_fields__") or issubclass(found, Enum | tuple | msgspec.Struct)
            ):
                return found
        if (module, name) == (_REBUILD.__module__, _REBUILD.__qualname__):
            return _REBUILD
        return self._refuse(module, name)

    def _refuse(self, module: str, name: str) -> NoReturn:
        raise BadSnapshot(f"it contains {module}.{name}")
